package import Foundation

/// Decides by its bytes what a file is that came as a picture.
package struct PictureCheck: Sendable {
  /// What a file turned out to be.
  package enum Verdict: Sendable, Hashable {
    case good(PictureFormat, PictureSize)
    /// An empty dot: there is no picture.
    case dot
    /// A picture that says that there is none.
    case placeholder
    /// A picture that is not whole, or garbled.
    case broken
    /// More pixels than allowed.
    case tooLarge(PictureSize)
    /// Something else, nil if of no known kind.
    case other(PictureFormat?)
  }

  /// The kinds that are taken.
  package var formats: Set<PictureFormat>
  /// The placeholders that are known.
  package var placeholders: [Placeholder]
  /// Reads a size, nil where the bytes are no picture.
  package var sizeOf: @Sendable (Data) -> PictureSize?

  /// Creates a check.
  package init(
    formats: Set<PictureFormat> = [.jpeg, .png], placeholders: [Placeholder] = Placeholder.known,
    sizeOf: @escaping @Sendable (Data) -> PictureSize? = { PictureSize(of: $0) }
  ) {
    self.formats = formats
    self.placeholders = placeholders
    self.sizeOf = sizeOf
  }

  /// Judges a file; linear in its length.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - declared: The length that was announced for exactly these bytes, nil if none was.
  ///   - host: Where it came from.
  /// - Returns: What the file is.
  package func verdict(on bytes: Data, declared: Int64?, from host: String?) -> Verdict {
    if let declared, declared != Int64(bytes.count) { return .broken }
    let format = PictureFormat(of: bytes)
    if format == .html || format == .gzip { return .other(format) }
    guard bytes.count >= Limits.leastPictureBytes else { return .dot }
    if format == .gif, let size = PictureSize(of: bytes), Self.isDot(size) { return .dot }
    guard let format, formats.contains(format) else { return .other(format) }
    guard Self.isWhole(bytes, format), let size = sizeOf(bytes) else { return .broken }
    if Self.isDot(size) { return .dot }
    guard size.width <= Limits.mostPixels, size.height <= Limits.mostPixels else {
      return .tooLarge(size)
    }
    let isPlaceholder = placeholders.contains { $0.matches(bytes, size, host: host) }
    return isPlaceholder ? .placeholder : .good(format, size)
  }

  private static func isDot(_ size: PictureSize) -> Bool {
    size.width <= Limits.dotPixels || size.height <= Limits.dotPixels
  }

  /// Whether a file has the end that its kind must have; empty bytes may follow it.
  private static func isWhole(_ bytes: Data, _ format: PictureFormat) -> Bool {
    switch format {
    case .jpeg: return bytes.isEnded(by: [0xFF, 0xD9])
    case .png:
      // The last chunk: no bytes, its name, its checksum.
      return bytes.isEnded(by: [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    case .gif: return bytes.isEnded(by: [0x3B])
    case .webp:
      // RIFF tells how much follows its first eight bytes.
      let length = bytes.prefix(8).suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      return bytes.count >= length + 8
    case .avif, .heif, .bmp, .tiff, .jxl, .pdf, .svg, .html, .gzip:
      return true
    }
  }
}

extension Data {
  /// Whether the last bytes are these, blanks and zeros behind them left out.
  fileprivate func isEnded(by end: [UInt8]) -> Bool {
    guard let last = lastIndex(where: { ![0, 10, 13, 32].contains($0) }) else { return false }
    return self[...last].suffix(end.count).elementsEqual(end)
  }
}
