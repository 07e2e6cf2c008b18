/// An extent in pixels.
package struct PictureSize: Hashable, Sendable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The extent in words: `1200 × 1800`.
  package var description: String { "\(width) × \(height)" }

  /// Width and height exchanged.
  package var turned: PictureSize { PictureSize(width: height, height: width) }

  /// The largest extent of this aspect within a box, never larger than this, at least 1 × 1.
  package func fitted(into box: PictureSize) -> PictureSize {
    if width <= box.width && height <= box.height { return self }
    // The side that is longer than its side of the box by more decides; exact in integers.
    let isWide = width * max(1, box.height) >= height * max(1, box.width)
    let (part, whole) = isWide ? (max(1, box.width), width) : (max(1, box.height), height)
    func scaled(_ side: Int) -> Int { max(1, (side * part + whole / 2) / whole) }
    return PictureSize(width: scaled(width), height: scaled(height))
  }
}
