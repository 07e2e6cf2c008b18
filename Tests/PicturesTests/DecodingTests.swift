import Pictures
import Testing

struct DecodingTests {
  @Test(arguments: Fixture.allCases)
  func `every kind of picture is decoded to its pixels`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes
    #expect(PictureFormat(of: bytes) == fixture.format)
    #expect(try Picture.size(of: bytes) == fixture.size)
    let bitmap = try Picture.decode(bytes)
    #expect(bitmap.size == fixture.size)
    #expect(bitmap.distance(to: fixture.expected, blur: fixture.blur) <= fixture.tolerance)
  }

  @Test(arguments: Fixture.allCases)
  func `what follows a picture's end is not looked at`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes
    let longer = bytes + [0, 0, 0xFF, 0xD8, 0x3B] + Array("<html>".utf8)
    #expect(try Picture.decode(longer) == Picture.decode(bytes))
  }

  /// What stands where when it is upright: above, and below, with one letter a colour.
  private static let upright: [(orientation: UInt8, colours: String)] = [
    (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"),
    (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB"),
  ]

  @Test(arguments: upright, [true, false])
  func `a turned picture is decoded upright`(
    _ turn: (orientation: UInt8, colours: String), _ isBigEndian: Bool
  ) throws {
    let bytes = try turned(to: turn.orientation, isBigEndian: isBigEndian)
    let named: [Character: [UInt8]] = [
      "R": Pixel.red, "G": Pixel.green, "B": Pixel.blue, "W": Pixel.white,
    ]
    let pixels = try turn.colours.map { try #require(named[$0]) }
    let stored = PictureSize(width: 32, height: 24)
    let size = turn.orientation < 5 ? stored : PictureSize(width: 24, height: 32)
    #expect(try Picture.size(of: bytes) == size)
    let bitmap = try Picture.decode(bytes)
    let expected = Bitmap(
      quarters: pixels[0], pixels[1], pixels[2], pixels[3], size: size)
    #expect(bitmap.distance(to: expected) <= Fixture.baseline.tolerance)
    // Within a box the upright sides count.
    let small = try Picture.decode(bytes, fitting: PictureSize(width: 12, height: 100))
    #expect(small.size == size.fitted(into: PictureSize(width: 12, height: 100)))
    #expect(small.width == 12)
  }

  @Test
  func `an orientation that is none leaves the picture as it is`() throws {
    for orientation in [0, 9, 255] as [UInt8] {
      let bytes = try turned(to: orientation, isBigEndian: true)
      #expect(try Picture.decode(bytes) == Picture.decode(Fixture.baseline.bytes))
    }
  }

  /// The baseline JPEG with an Exif segment that says an orientation.
  private func turned(to orientation: UInt8, isBigEndian: Bool) throws -> [UInt8] {
    let bytes = try Fixture.baseline.bytes
    let block: [UInt8] =
      isBigEndian
      ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    let exif: [UInt8] = Array("Exif\0\0".utf8) + block + [0, 0, 0, 0]
    return bytes[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[2...]
  }

  @Test
  func `inks without Adobe's marker are amounts of ink`() throws {
    let bytes = try Fixture.inks.bytes
    // Without the marker the same numbers say the opposite.
    let marker = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xEE]) })
    let plain = Array(bytes[..<marker] + bytes[(marker + 16)...])
    let bitmap = try Picture.decode(plain)
    // Red is stored as 255, 0, 0, 255: no cyan, all magenta and yellow, no black. Read plainly:
    // all cyan and all black, which is black, as are all quarters without black ink.
    #expect(bitmap.distance(to: Bitmap(bitmap.size) { _, _ in [0, 0, 0, 255] }) <= 16)
  }

  @Test
  func `chunks that make no pixels are not unpacked`() throws {
    let bytes = try Fixture.colour.bytes
    var chunks: [UInt8] = []
    for name in ["zTXt", "iCCP", "iTXt", "eXIf"] {
      let body = Array(name.utf8) + Array("Comment".utf8) + [0, 0, 0x78, 0xDA, 0xFF, 0xFF]
      chunks += [0, 0, 0, UInt8(body.count - 4)] + body + CRC.bytes(of: body)
    }
    let longer = Array(bytes[..<33] + chunks + bytes[33...])
    #expect(try Picture.decode(longer) == Bitmap.usual)
  }

  @Test
  func `a GIF's frame that reaches beyond its screen widens it`() throws {
    var bytes = try Fixture.plainGIF.bytes
    bytes.replaceSubrange(6..<10, with: [10, 0, 40, 0])
    let expected = Bitmap.usual.placed(atX: 0, y: 0, on: PictureSize(width: 32, height: 40))
    #expect(try Picture.decode(bytes) == expected)
  }

  @Test(arguments: Fixture.allCases)
  func `a smaller box makes a smaller picture of the same aspect`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes
    let whole = try Picture.decode(bytes)
    for side in [1, 2, 5, 8, 13, 16, 31] {
      let box = PictureSize(width: side, height: 100)
      let small = try Picture.decode(bytes, fitting: box)
      #expect(small.size == whole.size.fitted(into: box))
      if side >= 8 {
        let reference = whole.scaled(toFit: box)
        #expect(small.distance(to: reference) <= (fixture.tolerance == 0 ? 1 : 80))
      }
    }
    #expect(try Picture.decode(bytes, fitting: PictureSize(width: 99, height: 99)) == whole)
  }

  @Test
  func `a JPEG is decoded at a part of its scale as if it were scaled afterwards`() throws {
    let size = PictureSize(width: 333, height: 211)
    let smooth = Bitmap(size) { x, y in
      [UInt8(x * 255 / 332), UInt8(y * 255 / 210), UInt8((x + y) * 255 / 542), 255]
    }
    let bytes = smooth.jpeg(quality: 0.95)
    for width in [332, 200, 166, 100, 84, 50, 41, 20] {
      let box = PictureSize(width: width, height: 1_000)
      let small = try Picture.decode(bytes, fitting: box)
      #expect(small.distance(to: smooth.scaled(toFit: box)) <= 12, "width \(width)")
    }
  }
}
