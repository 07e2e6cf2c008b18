internal import CChafa

extension Bitmap {
  /// The most pixels of a sixel picture in each direction; no screen has more.
  package static let longestSixelSide = 4_096

  /// The picture as sixels, for terminals that draw them: all of the bytes to send.
  ///
  /// Scaled to a size in pixels, whatever the aspect, and drawn from the cursor on to the right and
  /// down; the height becomes a multiple of 6 (at most what is wanted, unless that is less than 6),
  /// so that it never reaches into the next row of cells. Transparent pixels leave what is there.
  /// The cursor moves. Costs tens of milliseconds. Drawn by Chafa, in 256 colours of the picture's
  /// own.
  package func sixel(size wanted: PictureSize) -> [UInt8] {
    let side = 1...Bitmap.longestSixelSide
    let width = min(max(wanted.width, side.lowerBound), side.upperBound)
    let height = min(max(wanted.height, 6), side.upperBound)
    Chafa.prepare()
    let text = pixels.withUnsafeBufferPointer {
      cc_sixel($0.baseAddress, Int32(self.width), Int32(self.height), Int32(width), Int32(height))
    }
    guard let text else { preconditionFailure("There is no memory to draw a picture.") }
    defer { cc_free(text) }
    let bytes = UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len))
    return Array(bytes)
  }
}
