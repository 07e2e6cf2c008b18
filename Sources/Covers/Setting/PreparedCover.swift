import Pictures

/// A picture made ready for the storage.
///
/// As the original app stored covers: JPEG at quality 0.5, PNG where light comes through. Scaled
/// down to fit into 800 × 1,200 pixels, which is more than a terminal shows and enough to print a
/// card; an original of 500 × 500 stays as large as it is. It has at most 1 MiB, as much as the
/// original app reads: a picture that would have more is made smaller.
struct PreparedCover: Sendable {
  let bytes: [UInt8]
  let format: PictureFormat

  /// The largest picture that is kept.
  static let box = PictureSize(width: 800, height: 1_200)
  /// The original app: what it reads of a stored picture.
  static let mostBytes = 1 << 20

  /// Checks a picture and makes it anew; takes tens of milliseconds.
  init(of picture: [UInt8]) throws(CoverProblem) {
    do throws(PictureProblem) {
      var bitmap = try Picture.decode(
        picture, fitting: Self.box, limits: PictureLimits.covers.withoutMarks)
      let isClear = bitmap.hasTransparency
      format = isClear ? .png : .jpeg
      var bytes = isClear ? bitmap.png() : bitmap.jpeg()
      while bytes.count > Self.mostBytes {
        bitmap = bitmap.scaled(
          toFit: PictureSize(
            width: max(1, bitmap.width * 3 / 4), height: max(1, bitmap.height * 3 / 4)))
        bytes = isClear ? bitmap.png() : bitmap.jpeg()
      }
      self.bytes = bytes
    } catch {
      throw CoverProblem(.badPicture, error.description)
    }
  }
}
