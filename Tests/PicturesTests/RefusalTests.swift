import Pictures
import Testing

struct RefusalTests {
  @Test(arguments: Fixture.allCases)
  func `a picture that is cut off anywhere is an error`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      let found = problem { () throws(PictureProblem) in try Picture.decode(cut) }
      switch found {
      case .empty: #expect(length == 0)
      case .truncated(let format): #expect(format == fixture.format)
      default: Issue.record("\(length) of \(bytes.count) bytes: \(String(describing: found))")
      }
    }
  }

  @Test(arguments: Fixture.allCases)
  func `the size is told from the beginning, or not at all`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes
    for length in 1..<bytes.count {
      let cut = Array(bytes[..<length])
      do throws(PictureProblem) {
        #expect(try Picture.size(of: cut) == fixture.size)
      } catch {
        #expect(error == .truncated(fixture.format))
      }
    }
  }

  private static let others: [(bytes: [UInt8], likeness: Likeness)] = [
    (Array("<!DOCTYPE html><html><body>Not found</body></html>".utf8), .html),
    (Array("\r\n  <HTML>".utf8), .html),
    (Array("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), .svg),
    (Array("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>".utf8), .xml),
    (Array("{\"error\": 404}".utf8), .json),
    (Array("Nicht gefunden – bitte später".utf8), .text),
    (Array("BMW and other cars".utf8), .text),
    ([0, 0, 0, 0x20] + Array("ftypavif".utf8) + [0, 0, 0, 0], .avif),
    ([0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0, 0, 0], .heic),
    ([0, 0, 0, 0x18] + Array("ftypisom".utf8) + [0, 0, 0, 0], .video),
    (Array("%PDF-1.7\n".utf8), .pdf),
    ([0x50, 0x4B, 3, 4, 20, 0], .zip),
    ([0x1F, 0x8B, 8, 0], .gzip),
    ([0x49, 0x49, 42, 0, 8, 0], .tiff),
    ([0x42, 0x4D, 0x36, 0, 0, 0, 0, 0], .bitmap),
    ([0, 0, 1, 0, 1, 0], .icon),
    ([0xFF, 0x0A, 0xF8], .jpegXL),
    (Array("8BPS\0\u{1}".utf8), .photoshop),
    (Array(repeating: 0, count: 200), .unknown),
    (Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WAVEfmt ".utf8), .unknown),
  ]

  @Test(arguments: others)
  func `what is no picture is called what it looks like`(
    _ other: (bytes: [UInt8], likeness: Likeness)
  ) {
    let found = problem { () throws(PictureProblem) in try Picture.decode(other.bytes) }
    #expect(found == .notAPicture(other.likeness))
    #expect(problem { () throws(PictureProblem) in try Picture.size(of: other.bytes) } == found)
  }

  @Test
  func `limits are looked at before anything is decoded`() throws {
    let bytes = try Fixture.colour.bytes
    let count = bytes.count
    var limits = PictureLimits.general
    limits.mostBytes = count - 1
    #expect(refusal(bytes, limits) == .tooManyBytes(limit: count - 1))
    limits.mostBytes = count
    #expect(refusal(bytes, limits) == nil)
    let size = PictureSize(width: 32, height: 24)
    for fixture in Fixture.allCases where fixture.size == size {
      for most in [PictureSize(width: 31, height: 24), PictureSize(width: 32, height: 23)] {
        limits.mostSize = most
        limits.mostBytes = 10_000
        let found = refusal(try fixture.bytes, limits)
        #expect(found == .tooManyPixels(size, limit: most))
      }
    }
  }

  @Test
  func `marks in place of a picture are refused when asked`() throws {
    let limits = PictureLimits.covers.withoutMarks
    let pixel =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80]
      + [0, 0, 0, 9, 9, 9, 2, 2, 0x44, 1, 0, 0x3B]
    #expect(try Picture.decode(pixel).size == PictureSize(width: 1, height: 1))
    #expect(refusal(pixel, limits) == .tooFewBytes(pixel.count))
    // As long as real ones of a service that answers with a pixel.
    let long = pixel + Array(repeating: 0, count: 800)
    #expect(refusal(long, limits) == .tooFewPixels(PictureSize(width: 1, height: 1)))
    for (width, height, isRefused) in [(10, 200, true), (200, 10, true), (11, 11, false)] {
      let bytes = Bitmap(PictureSize(width: width, height: height)) { x, y in
        [UInt8(x * 7 & 255), UInt8(y * 13 & 255), UInt8((x * y) & 255), 255]
      }.png()
      #expect((refusal(bytes, limits) != nil) == isRefused)
    }
    // What is no picture is called so however short it is.
    #expect(refusal(Array("404".utf8), limits) == .notAPicture(.text))
  }

  @Test
  func `a picture without pixels is refused`() throws {
    var png = try Fixture.colour.bytes
    png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    // The checksum of the head with a width of 0.
    png.replaceSubrange(29..<33, with: CRC.bytes(of: png[12..<29]))
    #expect(refusal(png, .general) == .zeroSized(.png))
    var jpeg = try Fixture.baseline.bytes
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
    #expect(refusal(jpeg, .general) == .zeroSized(.jpeg))
    let empty = Array("GIF89a".utf8) + [5, 0, 5, 0, 0, 0, 0, 0x3B]
    #expect(refusal(empty, .general) == .zeroSized(.gif))
    let flat =
      Array("GIF89a".utf8) + [5, 0, 5, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 5, 0, 0, 0, 0, 2]
      + [0, 0x3B]
    #expect(refusal(flat, .general) == .zeroSized(.gif))
  }

  @Test
  func `a bomb is refused by what it would take`() throws {
    var png = try Fixture.colour.bytes
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    png.replaceSubrange(29..<33, with: CRC.bytes(of: png[12..<29]))
    let bomb = PictureSize(width: 60_000, height: 60_000)
    #expect(refusal(png, .covers) == .tooManyPixels(bomb, limit: PictureLimits.covers.mostSize))
    // No limits allow more than a bitmap can have.
    let side = Bitmap.longestSide
    let lax = PictureLimits(mostBytes: 1_000, mostSize: bomb)
    #expect(
      refusal(png, lax) == .tooManyPixels(bomb, limit: PictureSize(width: side, height: side)))
    var jpeg = try Fixture.baseline.bytes
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xEA, 0x60, 0xEA, 0x60])
    #expect(refusal(jpeg, .covers) == .tooManyPixels(bomb, limit: PictureLimits.covers.mostSize))
    // More scans than any encoder makes, each of which costs a pass over all pixels.
    let progressive = try Fixture.progressive.bytes
    let scan = try #require(
      progressive.indices.first { progressive[$0...].starts(with: [0xFF, 0xDA]) })
    let repeated = Array(repeating: progressive[scan..<(progressive.count - 2)], count: 100)
    let many = progressive[..<scan] + repeated.joined() + [0xFF, 0xD9]
    #expect(refusal(Array(many), .covers) == .unsupported(.jpeg))
  }

  @Test
  func `damage with the end in place is an error too`() throws {
    var jpeg = try Fixture.baseline.bytes
    jpeg.removeSubrange(jpeg.count - 30..<jpeg.count - 2)
    #expect(refusal(jpeg, .general) == .damaged(.jpeg))
    var png = try Fixture.colour.bytes
    png[50] ^= 1
    #expect(refusal(png, .general) == .damaged(.png))
    // The checksum of the pixels themselves, which stands before the end's twelve bytes.
    png = try Fixture.colour.bytes
    png[png.count - 13] ^= 1
    #expect(refusal(png, .general) == .damaged(.png))
    var webp = try Fixture.lossless.bytes
    webp.replaceSubrange(webp.count - 20..<webp.count, with: Array(repeating: 0xFF, count: 20))
    #expect(refusal(webp, .general) != nil)
  }

  @Test
  func `kinds that decoders do not know are named`() throws {
    var jpeg = try Fixture.baseline.bytes
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg[frame + 4] = 12
    #expect(refusal(jpeg, .general) == .unsupported(.jpeg))
    jpeg[frame + 4] = 8
    jpeg[frame + 1] = 0xC3
    #expect(refusal(jpeg, .general) == .unsupported(.jpeg))
  }

  @Test
  func `every problem is a sentence`() {
    let size = PictureSize(width: 7, height: 9)
    let problems: [PictureProblem] =
      [.empty, .truncated(.jpeg), .damaged(.png), .unsupported(.webp), .tooManyBytes(limit: 5)]
      + [.tooManyPixels(size, limit: size), .zeroSized(.gif), .tooFewBytes(3), .tooFewPixels(size)]
      + Likeness.allCases.map { .notAPicture($0) }
    #expect(Set(problems.map(\.description)).count == problems.count)
    for problem in problems {
      #expect(problem.description.hasSuffix("."))
      #expect(problem.description.first?.isUppercase == true)
    }
    #expect(
      PictureProblem.notAPicture(.html).description
        == "This is not a picture that can be read (JPEG, PNG, WebP or GIF): "
        + "it looks like a web page.")
  }

  private func refusal(_ bytes: [UInt8], _ limits: PictureLimits) -> PictureProblem? {
    problem { () throws(PictureProblem) in try Picture.decode(bytes, limits: limits) }
  }
}

/// The checksum of PNG's chunks.
enum CRC {
  /// Four bytes, the highest first.
  static func bytes(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
  }
}
