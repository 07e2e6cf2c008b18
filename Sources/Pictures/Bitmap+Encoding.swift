internal import CImage

extension Bitmap {
  /// The picture as JPEG, over white where it is transparent.
  ///
  /// The quality is from 0 to 1; 0.5 is what the original program stored covers with.
  package func jpeg(quality: Double = 0.5) -> [UInt8] {
    let percent = Int32((min(max(quality, 0), 1) * 100).rounded())
    guard let handle = tjInitCompress() else {
      preconditionFailure("There is no memory for a JPEG encoder.")
    }
    defer { tjDestroy(handle) }
    var bytes: UnsafeMutablePointer<UInt8>?
    defer { tjFree(bytes) }
    var count: UInt = 0
    let status = tjCompress2(
      handle, overWhite().pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGBA.rawValue),
      &bytes, &count, Int32(TJSAMP_420.rawValue), max(1, percent), TJFLAG_ACCURATEDCT)
    guard status == 0, let bytes else {
      preconditionFailure("There is no memory to encode a JPEG of \(size) pixels.")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// The picture as PNG, exactly, with alpha only where it has some.
  ///
  /// A fast one is made in a third of the time and is up to twice as large.
  package func png(isFast: Bool = false) -> [UInt8] {
    let channels: Int32 = hasTransparency ? 4 : 3
    let pixels = channels == 4 ? pixels : opaque()
    let (width, height) = (UInt32(width), UInt32(height))
    var count = ci_png_room(width, height, channels)
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isDone =
        ci_png_write(
          pixels, width, height, channels, isFast ? 1 : 0, buffer.baseAddress, &count) != 0
      filled = isDone ? count : 0
    }
    guard isDone else {
      preconditionFailure("There is no memory to encode a PNG of \(size) pixels.")
    }
    return bytes
  }

  /// The colours alone, three bytes a pixel.
  private func opaque() -> [UInt8] {
    let count = width * height
    return pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: count * 3) { target, filled in
        for index in 0..<count {
          target[index * 3] = source[index * 4]
          target[index * 3 + 1] = source[index * 4 + 1]
          target[index * 3 + 2] = source[index * 4 + 2]
        }
        filled = count * 3
      }
    }
  }
}
