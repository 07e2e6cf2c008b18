/// How a picture must be turned to stand upright, by Exif's numbers.
enum Orientation: Int, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, quarterRight, transversed, quarterLeft

  /// Whether width and height change places.
  var turnsSides: Bool {
    switch self {
    case .upright, .mirrored, .upsideDown, .flipped: false
    case .transposed, .quarterRight, .transversed, .quarterLeft: true
    }
  }

  /// The size of the upright picture.
  func size(of stored: PictureSize) -> PictureSize { turnsSides ? stored.turned : stored }

  /// Where a pixel of the upright picture is stored.
  fileprivate func stored(x: Int, y: Int, in size: PictureSize) -> (x: Int, y: Int) {
    let right = size.width - 1
    let bottom = size.height - 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .upsideDown: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .quarterRight: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .quarterLeft: (right - y, x)
    }
  }
}

extension Bitmap {
  /// The picture upright.
  func turned(_ orientation: Orientation) -> Bitmap {
    if orientation == .upright { return self }
    let size = size
    let upright = Bitmap(orientation.size(of: size)) { target in
      pixels.withUnsafeBufferPointer { source in
        let turned = orientation.size(of: size)
        var index = 0
        for y in 0..<turned.height {
          for x in 0..<turned.width {
            let place = orientation.stored(x: x, y: y, in: size)
            let start = (place.y * size.width + place.x) * 4
            for channel in 0..<4 { target[index + channel] = source[start + channel] }
            index += 4
          }
        }
        return true
      }
    }
    return upright ?? self
  }
}
