/// What a picture from outside may cost, and how small it may be to be called one.
///
/// All are looked at before memory is taken for pixels. A decoded picture takes four bytes a pixel,
/// and while it is decoded up to eight more: a progressive JPEG keeps all of its coefficients, a
/// lossless WebP its pixels. A baseline JPEG that is made smaller takes less from the start.
package struct PictureLimits: Equatable, Sendable {
  /// The most bytes of a file.
  package var mostBytes: Int
  /// The most pixels in each direction; beyond `Bitmap.longestSide` it makes no difference.
  package var mostSize: PictureSize
  /// The fewest bytes of a file; 0 when it does not matter.
  package var leastBytes = 0
  /// The fewest pixels in each direction; 0 when it does not matter.
  package var leastSide = 0

  package init(
    mostBytes: Int, mostSize: PictureSize = PictureSize(width: 6_000, height: 6_000)
  ) {
    self.mostBytes = mostBytes
    self.mostSize = mostSize
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
    let most = PictureSize(
      width: min(mostSize.width, Bitmap.longestSide),
      height: min(mostSize.height, Bitmap.longestSide))
    if size.width > most.width || size.height > most.height {
      throw .tooManyPixels(size, limit: most)
    }
    if size.width < leastSide || size.height < leastSide { throw .tooFewPixels(size) }
  }
}
