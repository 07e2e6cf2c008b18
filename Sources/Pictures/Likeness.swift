/// What bytes that are no readable picture look like.
package enum Likeness: String, CaseIterable, Sendable {
  case html, svg, xml, json, text, avif, heic, jpegXL, jpeg2000, tiff, bitmap, icon, photoshop
  case pdf, zip, gzip, video, unknown

  /// Looks at the first bytes.
  package init(of bytes: [UInt8]) {
    self = Likeness.bySignature(bytes) ?? Likeness.byText(bytes) ?? .unknown
  }

  /// What it looks like, as the end of a sentence.
  package var description: String {
    switch self {
    case .html: "it looks like a web page"
    case .svg: "it looks like an SVG drawing"
    case .xml: "it looks like XML"
    case .json: "it looks like JSON"
    case .text: "it looks like text"
    case .avif: "it looks like an AVIF picture"
    case .heic: "it looks like a HEIC picture"
    case .jpegXL: "it looks like a JPEG XL picture"
    case .jpeg2000: "it looks like a JPEG 2000 picture"
    case .tiff: "it looks like a TIFF picture"
    case .bitmap: "it looks like a BMP picture"
    case .icon: "it looks like an icon"
    case .photoshop: "it looks like a Photoshop picture"
    case .pdf: "it looks like a PDF document"
    case .zip: "it looks like a ZIP archive"
    case .gzip: "it looks like gzip-compressed data"
    case .video: "it looks like a video"
    case .unknown: "it looks like nothing known"
    }
  }

  private static let signatures: [(bytes: [UInt8], likeness: Likeness)] = [
    (Array("%PDF-".utf8), .pdf),
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    ([0x1F, 0x8B], .gzip),
    ([0x49, 0x49, 0x2A, 0x00], .tiff),
    ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
    (Array("BM".utf8), .bitmap),
    ([0x00, 0x00, 0x01, 0x00], .icon),
    (Array("8BPS".utf8), .photoshop),
    ([0xFF, 0x0A], .jpegXL),
    ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .jpegXL),
    ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
    ([0x1A, 0x45, 0xDF, 0xA3], .video),
  ]

  private static func bySignature(_ bytes: [UInt8]) -> Likeness? {
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
      let brand = String(decoding: bytes[8..<12], as: UTF8.self)
      return switch brand {
      case "avif", "avis": .avif
      case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1": .heic
      default: .video
      }
    }
    let found = signatures.first { bytes.starts(with: $0.bytes) }
    // Two letters alone begin many a text.
    if found?.likeness == .bitmap, !bytes.prefix(64).contains(0) { return nil }
    return found?.likeness
  }

  /// How far is read to tell texts from each other.
  private static let reach = 1_024

  private static func byText(_ bytes: [UInt8]) -> Likeness? {
    let head = bytes.prefix(reach)
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || 0x09...0x0D ~= $0 }
    guard isText else { return nil }
    // A character may be cut by the end of what is read.
    let text = String(decoding: head, as: UTF8.self)
    if text.dropLast(1).unicodeScalars.contains("\u{FFFD}") { return nil }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if start.hasPrefix("<") {
      if start.contains("<!doctype html") || start.contains("<html") || start.contains("<head") {
        return .html
      }
      if start.contains("<svg") { return .svg }
      return start.hasPrefix("<?xml") ? .xml : .html
    }
    return start.hasPrefix("{") || start.hasPrefix("[") ? .json : .text
  }
}
