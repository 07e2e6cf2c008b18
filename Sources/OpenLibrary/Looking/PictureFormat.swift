package import Foundation

/// What a file is by its first bytes, whatever its name and its header say.
package enum PictureFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg, png, gif, webp, avif, heif, bmp, tiff, jxl
  case pdf, svg
  /// A page, as servers send where a picture should be.
  case html
  /// Something packed, which nobody has unpacked.
  case gzip

  /// Looks at the first bytes, nil if they are of no known kind.
  package init?(of bytes: Data) {
    let head = Array(bytes.prefix(512))
    if let kind = Self.signatures.first(where: { head.starts(with: $0.bytes) })?.kind {
      self = kind
      return
    }
    if head.count >= 12, Array(head[0..<4]) == Array("RIFF".utf8),
      Array(head[8..<12]) == Array("WEBP".utf8)
    {
      self = .webp
      return
    }
    if head.count >= 12, Array(head[4..<8]) == Array("ftyp".utf8) {
      switch String(decoding: head[8..<12], as: UTF8.self) {
      case "avif", "avis": self = .avif
      case "heic", "heix", "mif1", "msf1", "heim", "heis": self = .heif
      default: return nil
      }
      return
    }
    guard let markup = Self.markup(head) else { return nil }
    self = markup
  }

  /// What people call it.
  package var name: String {
    switch self {
    case .jpeg: "a JPEG picture"
    case .png: "a PNG picture"
    case .gif: "a GIF picture"
    case .webp: "a WebP picture"
    case .avif: "an AVIF picture"
    case .heif: "a HEIF picture"
    case .bmp: "a BMP picture"
    case .tiff: "a TIFF picture"
    case .jxl: "a JPEG XL picture"
    case .pdf: "a PDF document"
    case .svg: "an SVG drawing"
    case .html: "a web page"
    case .gzip: "a packed file (gzip)"
    }
  }

  private static let signatures: [(kind: PictureFormat, bytes: [UInt8])] = [
    (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)), (.bmp, Array("BM".utf8)),
    (.tiff, [0x49, 0x49, 0x2A, 0]), (.tiff, [0x4D, 0x4D, 0, 0x2A]),
    (.jxl, [0xFF, 0x0A]), (.jxl, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
    (.pdf, Array("%PDF".utf8)), (.gzip, [0x1F, 0x8B]),
  ]

  /// Tells drawings from pages; both begin with `<`.
  private static func markup(_ head: [UInt8]) -> PictureFormat? {
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while let first = text.first, first <= 32 { text = text.dropFirst() }
    guard text.first == UInt8(ascii: "<") else { return nil }
    return String(decoding: text, as: UTF8.self).lowercased().contains("<svg") ? .svg : .html
  }
}
