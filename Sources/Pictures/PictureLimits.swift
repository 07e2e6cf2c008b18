/// What a picture from outside may cost, and how small it may be to be called one.
///
/// All are looked at before memory is taken for pixels. Decoding needs at most four bytes for every
/// pixel, and six to eight more for a progressive JPEG; scaled decoding needs less.
package struct PictureLimits: Equatable, Sendable {
  /// The most bytes of a file.
  package var mostBytes: Int
  /// The most pixels in each direction.
  package var mostSize: PictureSize
  /// The fewest bytes of a file; 0 when it does not matter.
  package var leastBytes = 0
  /// The fewest pixels in each direction; 0 when it does not matter.
  package var leastSide = 0

  package init(
    mostBytes: Int, mostSize: PictureSize = PictureSize(width: 6_000, height: 6_000)
  ) {
    self.mostBytes = mostBytes
    self.mostSize = PictureSize(
      width: min(mostSize.width, Bitmap.longestSide),
      height: min(mostSize.height, Bitmap.longestSide))
  }

  /// Any picture: 10,000,000 bytes, as Firebase's views of stored pictures allow.
  package static let general = PictureLimits(mostBytes: 10_000_000)

  /// A book's cover: 2,000,000 bytes.
  package static let covers = PictureLimits(mostBytes: 2_000_000)

  /// These limits, and no picture so small that it only says “no picture”.
  ///
  /// Cover services answer with a single pixel when they have none: less than 100 bytes, or 10
  /// pixels or fewer in a direction.
  package var withoutMarks: PictureLimits {
    var limits = self
    limits.leastBytes = 100
    limits.leastSide = 11
    return limits
  }

  /// Refuses a file by its length.
  func check(byteCount: Int) throws(PictureProblem) {
    if byteCount > mostBytes { throw .tooManyBytes(limit: mostBytes) }
    if byteCount < leastBytes { throw .tooFewBytes(byteCount) }
  }

  /// Refuses a picture by its size.
  func check(_ size: PictureSize, of format: PictureFormat) throws(PictureProblem) {
    if size.width <= 0 || size.height <= 0 { throw .zeroSized(format) }
    if size.width > mostSize.width || size.height > mostSize.height {
      throw .tooManyPixels(size, limit: mostSize)
    }
    if size.width < leastSide || size.height < leastSide { throw .tooFewPixels(size) }
  }
}
