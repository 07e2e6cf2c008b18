internal import CImage

extension Bitmap {
  /// The picture made smaller, its aspect kept, until it is within a box; never larger than it is.
  ///
  /// Each new pixel is the mean of those it covers, weighed by how much they cover (libwebp's
  /// rescaler). Costs a pass over the pixels and a copy of them.
  package func scaled(toFit box: PictureSize) -> Bitmap {
    let wanted = size.fitted(into: box)
    if wanted == size { return self }
    var copy = self
    return copy.rescale(to: wanted) ?? self
  }

  /// Takes the pixels at another size, which leaves this bitmap's own pixels of no use.
  ///
  /// Saves the copy. Nil when there is no memory for the new ones.
  mutating func rescale(to wanted: PictureSize) -> Bitmap? {
    if wanted == size { return self }
    let size = size
    return withMutablePixels { pixels -> Bitmap? in
      var picture = WebPPicture()
      guard WebPPictureInit(&picture) != 0 else { return nil }
      picture.use_argb = 1
      picture.width = Int32(size.width)
      picture.height = Int32(size.height)
      // On a little-endian machine red, green, blue, alpha in memory are a number with alpha on
      // top; the rescaler does not ask which of the others is which.
      return pixels.withMemoryRebound(to: UInt32.self, capacity: size.width * size.height) {
        picture.argb = $0
        picture.argb_stride = Int32(size.width)
        guard WebPPictureRescale(&picture, Int32(wanted.width), Int32(wanted.height)) != 0 else {
          return nil
        }
        defer { WebPPictureFree(&picture) }
        return Bitmap(wanted, of: picture)
      }
    }
  }

  /// The pixels of libwebp's picture.
  private init?(_ size: PictureSize, of picture: WebPPicture) {
    guard let rows = picture.argb else { return nil }
    self.init(size) { pixels in
      for row in 0..<size.height {
        memcpy(
          pixels + row * size.width * 4, rows + row * Int(picture.argb_stride), size.width * 4)
      }
      return true
    }
  }
}
