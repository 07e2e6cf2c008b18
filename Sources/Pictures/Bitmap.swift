/// Pixels in memory: red, green, blue and straight alpha, a byte each, row after row from the top.
package struct Bitmap: Equatable, Sendable {
  /// The longest side that a bitmap can have: WebP and the scaler know no longer ones.
  package static let longestSide = 16_383

  package let size: PictureSize
  /// Four bytes a pixel, without gaps between rows.
  package private(set) var pixels: [UInt8]

  package var width: Int { size.width }
  package var height: Int { size.height }

  /// A bitmap of given bytes, of which there must be four for every pixel.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      1...Bitmap.longestSide ~= width && 1...Bitmap.longestSide ~= height,
      "A bitmap has 1 to \(Bitmap.longestSide) pixels in each direction.")
    precondition(pixels.count == width * height * 4, "A bitmap has four bytes for every pixel.")
    size = PictureSize(width: width, height: height)
    self.pixels = pixels
  }

  /// A bitmap whose bytes a closure fills; nil when it says that it could not.
  ///
  /// The closure must fill all of the bytes when it returns true.
  init?(_ size: PictureSize, fill: (UnsafeMutablePointer<UInt8>) -> Bool) {
    precondition(
      1...Bitmap.longestSide ~= size.width && 1...Bitmap.longestSide ~= size.height,
      "A bitmap has 1 to \(Bitmap.longestSide) pixels in each direction.")
    let count = size.width * size.height * 4
    var isFilled = false
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      isFilled = fill(start)
      filled = isFilled ? count : 0
    }
    guard isFilled else { return nil }
    self.size = size
    self.pixels = pixels
  }

  /// Whether light comes through anywhere.
  ///
  /// Costs a pass over the pixels.
  package var hasTransparency: Bool {
    pixels.withUnsafeBufferPointer { pixels in
      var index = 3
      while index < pixels.count {
        if pixels[index] != 255 { return true }
        index += 4
      }
      return false
    }
  }

  /// The bytes, for C to read and to change.
  mutating func withMutablePixels<Value>(
    _ body: (UnsafeMutablePointer<UInt8>) -> Value?
  ) -> Value? {
    pixels.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(body) }
  }

  /// The pixels over white, with nothing transparent left.
  func overWhite() -> Bitmap {
    guard hasTransparency else { return self }
    var flat = self
    flat.pixels.withUnsafeMutableBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[start + 3])
        for index in start..<start + 3 {
          pixels[index] = UInt8((Int(pixels[index]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
        pixels[start + 3] = 255
      }
    }
    return flat
  }
}
