/// A bitmap made ready for cells: eight pixels of each in both directions, and nothing transparent.
///
/// Characters have two colours and no transparency, so a cell is either drawn whole, or it is cut
/// to those of its quarters that are opaque.
struct Stencil {
  /// The pixels, all opaque.
  let opaque: Bitmap
  /// The opaque quarters of every cell, row after row.
  let parts: [Quarters]

  /// Pixels of a cell in each direction: what Chafa compares its symbols with.
  private static let side = 8

  /// Lays a bitmap over cells.
  ///
  /// What is transparent takes the ground's grey when there is one, else the mean colour of what is
  /// opaque in its cell.
  init(_ bitmap: Bitmap, over extent: CellExtent, ground: UInt8?) {
    let side = Stencil.side
    let size = PictureSize(width: extent.columns * side, height: extent.rows * side)
    var copy = bitmap
    guard var laid = copy.rescale(to: size) else {
      preconditionFailure("There is no memory to scale a picture.")
    }
    guard laid.hasTransparency else {
      opaque = laid
      parts = Array(repeating: .all, count: extent.columns * extent.rows)
      return
    }
    var parts: [Quarters] = []
    parts.reserveCapacity(extent.columns * extent.rows)
    let _: Void? = laid.withMutablePixels { pixels in
      for row in 0..<extent.rows {
        for column in 0..<extent.columns {
          let first = pixels + (row * side * size.width + column * side) * 4
          parts.append(Stencil.fill(first, stride: size.width * 4, ground: ground))
        }
      }
    }
    opaque = laid
    self.parts = parts
  }

  /// Makes a cell's pixels opaque and returns the quarters that were so for the most part.
  private static func fill(
    _ first: UnsafeMutablePointer<UInt8>, stride: Int, ground: UInt8?
  ) -> Quarters {
    var quarters = [0, 0, 0, 0]
    var sums = [0, 0, 0]
    var count = 0
    for y in 0..<side {
      for x in 0..<side {
        let pixel = first + y * stride + x * 4
        guard pixel[3] >= 128 else { continue }
        count += 1
        quarters[y / (side / 2) * 2 + x / (side / 2)] += 1
        for channel in 0..<3 { sums[channel] += Int(pixel[channel]) }
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        let pixel = first + y * stride + x * 4
        if pixel[3] < 128 {
          for channel in 0..<3 {
            pixel[channel] = ground ?? (count == 0 ? 0 : UInt8(sums[channel] / count))
          }
        }
        pixel[3] = 255
      }
    }
    var parts: Quarters = []
    for index in 0..<4 where quarters[index] * 2 > side * side / 4 {
      parts.insert(Quarters(rawValue: 1 << index))
    }
    return parts
  }
}
