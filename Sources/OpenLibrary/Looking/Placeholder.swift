package import Foundation

/// A picture that says “there is no picture”, known by its marks.
package struct Placeholder: Sendable, Hashable {
  /// The end of the host that sends it, nil for any.
  package var host: String?
  /// The file's length in bytes.
  package var length: Int
  /// Its width and height, nil if they are not known.
  package var size: PictureSize?
  /// Its ``fingerprint(of:)``, nil if it is not known.
  package var fingerprint: UInt64?

  /// Creates the marks of a placeholder; what is nil is not compared.
  package init(
    host: String? = nil, length: Int, size: PictureSize? = nil, fingerprint: UInt64? = nil
  ) {
    self.host = host
    self.length = length
    self.size = size
    self.fingerprint = fingerprint
  }

  /// Those that were met.
  ///
  /// Measured in 2026: Google Books' “image not available” at three zooms, and the picture that the
  /// Italian union catalogue sends for every book without one.
  package static let known: [Placeholder] = [
    Placeholder(host: "books.google.com", length: 15_567),
    Placeholder(host: "books.google.com", length: 9_103),
    Placeholder(length: 2_813, size: PictureSize(width: 800, height: 600)),
  ]

  /// A number that two files share only if they are the same, barring malice (FNV-1a, 64 bits).
  package static func fingerprint(of bytes: Data) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether a picture has all the marks; `host` is where it came from.
  package func matches(_ bytes: Data, _ size: PictureSize, host: String?) -> Bool {
    guard bytes.count == length else { return false }
    if let expected = self.size, expected != size { return false }
    if let end = self.host {
      guard let host, host == end || host.hasSuffix("." + end) else { return false }
    }
    return fingerprint.map { $0 == Self.fingerprint(of: bytes) } ?? true
  }
}
