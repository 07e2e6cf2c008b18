import Pictures
import TestSupport
import Testing

struct DrawingTests {
  private static let box = CellExtent(columns: 32, rows: 12)

  @Test
  func `cells are as many as the aspect allows`() {
    let box = CellExtent(columns: 20, rows: 15)
    #expect(box.filled(by: PictureSize(width: 2, height: 3)) == CellExtent(columns: 20, rows: 15))
    #expect(box.filled(by: PictureSize(width: 1, height: 1)) == CellExtent(columns: 20, rows: 10))
    #expect(box.filled(by: PictureSize(width: 100, height: 1)) == CellExtent(columns: 20, rows: 1))
    #expect(box.filled(by: PictureSize(width: 1, height: 100)) == CellExtent(columns: 1, rows: 15))
    let square = PictureSize(width: 9, height: 9)
    let picture = PictureSize(width: 300, height: 450)
    #expect(box.filled(by: picture, cell: square) == CellExtent(columns: 10, rows: 15))
    #expect(
      CellExtent(columns: 0, rows: -5).filled(by: picture, cell: PictureSize(width: 0, height: 0))
        == CellExtent(columns: 1, rows: 1))
  }

  @Test(arguments: CellSymbols.allCases)
  func `quarters of one colour are cells of that colour`(_ symbols: CellSymbols) {
    let picture = CellPicture(Bitmap.usual, within: Self.box, palette: .trueColor, symbols: symbols)
    #expect(picture.extent == CellExtent(columns: 32, rows: 12))
    let expected: [(column: Int, row: Int, color: CellPicture.Color)] = [
      (3, 2, .rgb(red: 255, green: 0, blue: 0)), (28, 2, .rgb(red: 0, green: 255, blue: 0)),
      (3, 9, .rgb(red: 0, green: 0, blue: 255)), (28, 9, .rgb(red: 255, green: 255, blue: 255)),
    ]
    for place in expected {
      let cell = picture[place.column, place.row]
      #expect(cell == CellPicture.Cell(" ", background: place.color))
    }
  }

  @Test
  func `palettes have their own colours`() {
    let wide = CellPicture(Bitmap.usual, within: Self.box, palette: .colors256)
    #expect(wide[3, 2].background == .palette(196))
    #expect(wide[28, 2].background == .palette(46))
    #expect(wide[3, 9].background == .palette(21))
    #expect([.palette(231), .palette(255)].contains(wide[28, 9].background))
    let few = CellPicture(Bitmap.usual, within: Self.box, palette: .colors16)
    for cell in few.cells + wide.cells {
      for color in [cell.foreground, cell.background] {
        guard let color else { continue }
        guard case .palette = color else {
          Issue.record("\(color) is not of a palette")
          continue
        }
      }
    }
    for cell in wide.cells {
      if case .palette(let number) = cell.background { #expect(number >= 16) }
    }
    #expect([.palette(9), .palette(1)].contains(few[3, 2].background))
    #expect([.palette(10), .palette(2)].contains(few[28, 2].background))
    #expect([.palette(15), .palette(7)].contains(few[28, 9].background))
  }

  @Test(arguments: CellPicture.Palette.allCases, CellSymbols.allCases)
  func `cells have only the symbols that were asked for`(
    _ palette: CellPicture.Palette, _ symbols: CellSymbols
  ) throws {
    for bitmap in [Bitmap.noise, try Picture.decode(Fixture.alpha.bytes)] {
      let picture = CellPicture(bitmap, within: Self.box, palette: palette, symbols: symbols)
      #expect(picture.cells.count == picture.extent.columns * picture.extent.rows)
      for cell in picture.cells {
        #expect(Self.admits(cell.scalar, symbols, isShaded: palette == .monochrome))
        if palette == .monochrome {
          #expect(cell.foreground == nil && cell.background == nil)
        }
      }
    }
  }

  private static func admits(
    _ scalar: Unicode.Scalar, _ symbols: CellSymbols, isShaded: Bool
  ) -> Bool {
    let halves = " ▀▄█▌▐".unicodeScalars
    let quarters = "▖▗▘▙▚▛▜▝▞▟".unicodeScalars
    if isShaded && symbols != .ascii && symbols != .braille && "░▒▓".unicodeScalars.contains(scalar)
    {
      return true
    }
    return switch symbols {
    case .ascii: 0x20...0x7E ~= scalar.value
    case .halves: halves.contains(scalar)
    case .blocks: halves.contains(scalar) || quarters.contains(scalar)
    case .sextants:
      halves.contains(scalar) || quarters.contains(scalar) || 0x1FB00...0x1FB3A ~= scalar.value
    case .braille: scalar == " " || 0x2801...0x28FF ~= scalar.value
    }
  }

  @Test(arguments: [CellPicture.Palette.trueColor, .colors256, .colors16])
  func `where a picture is clear the terminal's own ground stays`(
    _ palette: CellPicture.Palette
  ) {
    // Clear but for the lower right quarter of the cell in the middle, of 8 × 16 pixels a cell.
    let bitmap = Bitmap(PictureSize(width: 24, height: 48)) { x, y in
      12..<16 ~= x && 24..<32 ~= y ? Pixel.white : [255, 0, 0, 0]
    }
    let box = CellExtent(columns: 3, rows: 3)
    let picture = CellPicture(bitmap, within: box, palette: palette)
    for (index, cell) in picture.cells.enumerated() where index != 4 {
      #expect(cell == CellPicture.Cell(" "))
    }
    #expect(picture[1, 1].scalar == "▗")
    #expect(picture[1, 1].background == nil)
    let isWhite: [CellPicture.Color?] = [
      .rgb(red: 255, green: 255, blue: 255), .palette(231), .palette(255), .palette(15),
    ]
    #expect(isWhite.contains(picture[1, 1].foreground))
    // With ASCII a quarter is too little to be drawn.
    let plain = CellPicture(bitmap, within: box, palette: palette, symbols: .ascii)
    #expect(plain.cells.allSatisfy { $0 == CellPicture.Cell(" ") })
  }

  @Test
  func `without colours the ground decides what is drawn`() {
    let white = Bitmap(PictureSize(width: 16, height: 16)) { x, _ in
      x < 8 ? Pixel.white : [0, 0, 0, 255]
    }
    let box = CellExtent(columns: 4, rows: 2)
    let dark = CellPicture(white, within: box, palette: .monochrome)
    #expect(dark[0, 0].scalar == "█" && dark[3, 1].scalar == " ")
    let light = CellPicture(white, within: box, palette: .monochrome, isOnLight: true)
    #expect(light[0, 0].scalar == " " && light[3, 1].scalar == "█")
    // What is clear is ground on both.
    let clear = Bitmap(PictureSize(width: 16, height: 16)) { _, _ in [128, 128, 128, 0] }
    for isOnLight in [true, false] {
      let drawn = CellPicture(clear, within: box, palette: .monochrome, isOnLight: isOnLight)
      #expect(drawn.cells.allSatisfy { $0.scalar == " " })
    }
  }

  @Test
  func `a tiny or a huge extent is drawn all the same`() {
    for box in [CellExtent(columns: 0, rows: 0), CellExtent(columns: 1, rows: 1)] {
      let picture = CellPicture(Bitmap.usual, within: box, palette: .trueColor)
      #expect(picture.extent == CellExtent(columns: 1, rows: 1))
    }
    let huge = CellExtent(columns: 1_000_000, rows: 3)
    let line = Bitmap(PictureSize(width: 2_000, height: 1)) { _, _ in Pixel.red }
    let picture = CellPicture(line, within: huge, palette: .colors16)
    #expect(picture.extent == CellExtent(columns: CellPicture.mostCells.columns, rows: 1))
  }

  @Test
  func `drawing at once on many threads is drawing one after another`() async throws {
    let bytes = try Fixture.allCases.map { try $0.bytes }
    @Sendable func all() throws -> [[CellPicture.Cell]] {
      try bytes.map { bytes in
        let bitmap = try Picture.decode(bytes)
        _ = bitmap.sixel(size: PictureSize(width: 30, height: 30))
        return CellPicture(bitmap, within: Self.box, palette: .colors256).cells
      }
    }
    let alone = try all()
    try await withThrowingTaskGroup(of: [[CellPicture.Cell]].self) { group in
      for _ in 0..<Thorough.pick(8, thorough: 200) { group.addTask { try all() } }
      for try await drawn in group { #expect(drawn == alone) }
    }
  }
}
