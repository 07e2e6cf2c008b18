package import Foundation

/// A picture's width and height in pixels.
package struct PictureSize: Sendable, Hashable {
  package var width: Int
  package var height: Int

  /// Creates a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads the size a file tells in its first part: JPEG, PNG and GIF; nil for all else.
  ///
  /// Nothing is decoded. Linear in the number of a JPEG's segments.
  package init?(of picture: Data) {
    let bytes = [UInt8](picture)
    switch PictureFormat(of: picture) {
    case .jpeg:
      guard let size = Self.jpeg(bytes) else { return nil }
      self = size
    case .png:
      guard bytes.count >= 24, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
      self.init(
        width: Self.number(bytes[16..<20]), height: Self.number(bytes[20..<24]))
    case .gif:
      guard bytes.count >= 10 else { return nil }
      self.init(
        width: Self.number(bytes[6..<8].reversed()), height: Self.number(bytes[8..<10].reversed()))
    case .webp, .avif, .heif, .bmp, .tiff, .jxl, .pdf, .svg, .html, .gzip, nil:
      return nil
    }
    guard width > 0, height > 0 else { return nil }
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Goes from segment to segment up to the one that begins a frame.
  private static func jpeg(_ bytes: [UInt8]) -> PictureSize? {
    var place = 2
    while place + 3 < bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      switch marker {
      case 0xFF:
        // A fill byte.
        place += 1
        continue
      case 0x01, 0xD0...0xD7:
        place += 2
        continue
      case 0xD8, 0xD9, 0xDA, 0x00:
        return nil
      default: break
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2 else { return nil }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        guard length >= 8, place + 8 < bytes.count else { return nil }
        return PictureSize(
          width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
          height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
      }
      place += 2 + length
    }
    return nil
  }
}
