import Pictures

/// A cover for a book of the demo, drawn by the program: nobody's work but its own.
///
/// Everything follows from the book's number, so that a book always has the same one.
struct DemoCover {
  private static let size = PictureSize(width: 240, height: 360)
  private typealias Paint = (red: UInt8, green: UInt8, blue: UInt8)

  /// Paper, ink, and a colour between them.
  private static let palettes: [[Paint]] = [
    [(244, 236, 216), (34, 49, 63), (209, 73, 91)],
    [(253, 246, 227), (27, 42, 65), (42, 157, 143)],
    [(247, 243, 233), (20, 52, 43), (228, 179, 99)],
    [(238, 242, 243), (16, 37, 66), (248, 112, 96)],
    [(251, 241, 231), (60, 22, 66), (29, 211, 176)],
    [(242, 233, 228), (34, 34, 59), (201, 24, 74)],
    [(232, 238, 241), (11, 19, 43), (91, 192, 190)],
  ]

  private var pixels: [UInt8]
  private var state: UInt64

  /// The cover as a JPEG; takes a few milliseconds.
  static func jpeg(of isbn: String) -> [UInt8] {
    var cover = DemoCover(seed: isbn)
    cover.draw()
    return Bitmap(width: size.width, height: size.height, pixels: cover.pixels).jpeg(quality: 0.8)
  }

  private init(seed: String) {
    pixels = Array(repeating: 255, count: Self.size.width * Self.size.height * 4)
    state = seed.utf8.reduce(0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private mutating func draw() {
    let (width, height) = (Self.size.width, Self.size.height)
    let paints = Self.palettes[number(Self.palettes.count)]
    let (paper, ink, colour) = (paints[0], paints[1], paints[2])
    fill(0..<width, 0..<height, paper)
    fill(0..<width, 0..<(50 + number(40)), number(2) == 0 ? ink : colour)
    switch number(3) {
    case 0:
      // Suns, one above the other.
      let radius = 30 + number(40)
      disc(width / 2 + number(60) - 30, 190, radius + 24, colour)
      disc(width / 2, 210 + number(40), radius, ink)
    case 1:
      // Hills.
      for row in 0..<3 {
        let top = 170 + row * 50 + number(20)
        hill(from: top, height: 20 + number(30), row == 1 ? ink : colour)
      }
    default:
      // Spines on a shelf.
      var x = 24
      while x < width - 40 {
        let part = 12 + number(18)
        fill(x..<(x + part), (140 + number(70))..<300, number(2) == 0 ? ink : colour)
        x += part + 4
      }
      fill(16..<(width - 16), 300..<306, ink)
    }
    fill(24..<(width - 24), 332..<336, ink)
  }

  private mutating func number(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % below
  }

  private mutating func paint(_ x: Int, _ y: Int, _ paint: Paint) {
    guard 0..<Self.size.width ~= x, 0..<Self.size.height ~= y else { return }
    let start = (y * Self.size.width + x) * 4
    (pixels[start], pixels[start + 1], pixels[start + 2]) = paint
  }

  private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ paint: Paint) {
    for y in rows { for x in columns { self.paint(x, y, paint) } }
  }

  private mutating func disc(_ middle: Int, _ row: Int, _ radius: Int, _ paint: Paint) {
    for y in -radius...radius {
      for x in -radius...radius where x * x + y * y <= radius * radius {
        self.paint(middle + x, row + y, paint)
      }
    }
  }

  private mutating func hill(from top: Int, height: Int, _ paint: Paint) {
    let peak = number(Self.size.width)
    for x in 0..<Self.size.width {
      let fall = (x - peak) * (x - peak) / (260 + height * 4)
      for y in min(320, top + min(fall, height * 2))..<320 { self.paint(x, y, paint) }
    }
  }
}
