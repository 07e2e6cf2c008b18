internal import CImage

/// What the chunks of a PNG say, read without decoding it, and the file without idle chunks.
struct PNGOutline {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private(set) var size = PictureSize(width: 0, height: 0)
  /// The file with no chunks but those that make pixels: texts and profiles can be packed bombs.
  private(set) var essence: [UInt8] = []

  /// Reads the chunks until the head is known, or the whole until its end.
  ///
  /// What follows the end is not looked at. Every chunk's checksum must be right.
  init(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool) throws(PictureProblem) {
    var reader = ByteReader(bytes)
    guard reader.skip(PNGOutline.signature.count) != nil else { throw .truncated(.png) }
    if whole {
      essence.reserveCapacity(bytes.count)
      essence += PNGOutline.signature
    }
    var isFirst = true
    var isStandard = false
    var gamma: UnsafeBufferPointer<UInt8>?
    while true {
      let chunk = try PNGOutline.chunk(&reader)
      if isFirst { try readHead(chunk) }
      isFirst = false
      if !whole { return }
      switch chunk.name {
      case "sRGB": isStandard = true
      case "gAMA": gamma = chunk.whole
      case "IHDR", "PLTE", "tRNS", "IDAT":
        // A known gamma belongs before the palette and the pixels.
        if chunk.name != "IHDR", let known = gamma {
          if !isStandard { essence += known }
          gamma = nil
        }
        essence += chunk.whole
      case "IEND":
        essence += chunk.whole
        return
      default: break
      }
    }
  }

  private struct Chunk {
    var name: String
    var body: UnsafeBufferPointer<UInt8>
    /// With length, name and checksum.
    var whole: UnsafeBufferPointer<UInt8>
  }

  private static func chunk(_ reader: inout ByteReader) throws(PictureProblem) -> Chunk {
    let start = reader.place
    guard let length = reader.big32() else { throw .truncated(.png) }
    guard length <= 0x7FFF_FFFF else { throw .damaged(.png) }
    guard let named = reader.take(length + 4), let sum = reader.big32() else {
      throw .truncated(.png)
    }
    guard crc32(0, named.baseAddress, UInt32(named.count)) == UInt(sum) else {
      throw .damaged(.png)
    }
    return Chunk(
      name: String(decoding: named.prefix(4), as: UTF8.self),
      body: UnsafeBufferPointer(rebasing: named.dropFirst(4)),
      whole: UnsafeBufferPointer(rebasing: reader.bytes[start..<reader.place]))
  }

  private mutating func readHead(_ chunk: Chunk) throws(PictureProblem) {
    // Apple's own variant, which only its systems read.
    if chunk.name == "CgBI" { throw .unsupported(.png) }
    var head = ByteReader(chunk.body)
    guard chunk.name == "IHDR", chunk.body.count == 13, let width = head.big32(),
      let height = head.big32()
    else { throw .damaged(.png) }
    size = PictureSize(width: width, height: height)
  }
}

/// Decodes PNG by libpng's simplified API.
enum PNGDecoder {
  /// The picture within a box.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, fitting box: PictureSize?, limits: PictureLimits
  ) throws(PictureProblem) -> Bitmap {
    try limits.check(try PNGOutline(bytes, whole: false).size, of: .png)
    let outline = try PNGOutline(bytes, whole: true)
    let size = outline.size
    let decoded = Bitmap(size) { pixels in
      outline.essence.withUnsafeBufferPointer {
        ci_png_read($0.baseAddress, $0.count, UInt32(size.width), UInt32(size.height), pixels) != 0
      }
    }
    guard var decoded, let scaled = decoded.rescale(to: box.map(size.fitted) ?? size) else {
      throw .damaged(.png)
    }
    return scaled
  }
}
