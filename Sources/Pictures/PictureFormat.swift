/// The formats that are read, told by a file's first bytes alone: names and headers lie.
package enum PictureFormat: String, CaseIterable, Sendable {
  case jpeg, png, webp, gif

  /// The format of some bytes; nil when they are of none.
  package init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: PNGOutline.signature) {
      self = .png
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// The format's name for people.
  package var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    }
  }

  /// What a file of the format ends in, without a dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    case .gif: "gif"
    }
  }

  /// What the format is called on the web.
  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .gif: "image/gif"
    }
  }

  /// How many bytes tell a format; a shorter file may be the beginning of any.
  private static let longestSignature = 12

  /// The format of bytes that shall be a picture.
  static func required(of bytes: [UInt8]) throws(PictureProblem) -> PictureFormat {
    if bytes.isEmpty { throw .empty }
    if let format = PictureFormat(of: bytes) { return format }
    if bytes.count < longestSignature {
      // Cut off within its signature.
      if PNGOutline.signature.starts(with: bytes) { throw .truncated(.png) }
      if bytes == [0xFF, 0xD8] || bytes == [0xFF] { throw .truncated(.jpeg) }
      if "GIF8".utf8.starts(with: bytes) || "GIF87".utf8.elementsEqual(bytes)
        || "GIF89".utf8.elementsEqual(bytes)
      {
        throw .truncated(.gif)
      }
      if "RIFF".utf8.starts(with: bytes.prefix(4)),
        bytes.count <= 8 || "WEBP".utf8.starts(with: bytes.dropFirst(8))
      {
        throw .truncated(.webp)
      }
    }
    throw .notAPicture(Likeness(of: bytes))
  }
}
