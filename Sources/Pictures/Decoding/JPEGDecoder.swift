internal import CImage

/// Decodes JPEG by TurboJPEG, a handle for each picture.
enum JPEGDecoder {
  /// The picture upright and within a box.
  ///
  /// What the decoder warns of counts as damage.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, fitting box: PictureSize?, limits: PictureLimits
  ) throws(PictureProblem) -> Bitmap {
    let head = try JPEGOutline(bytes, whole: false)
    try limits.check(head.size, of: .jpeg)
    try head.checkKind()
    let outline = try JPEGOutline(bytes, whole: true)
    let wanted =
      box.map { outline.size.fitted(into: outline.orientation.turnsSides ? $0.turned : $0) }
      ?? outline.size
    guard var stored = raw(bytes, outline, atLeast: wanted) else { throw .damaged(.jpeg) }
    if outline.components == 4 { stored.mixInks(areOpposite: outline.isAdobe) }
    guard let scaled = stored.rescale(to: wanted) else { throw .damaged(.jpeg) }
    return scaled.turned(outline.orientation)
  }

  /// Decodes at the size stored, or at the smallest of its halves that is still large enough.
  ///
  /// Only halves: they are the scales for which the decoder has fast code.
  private static func raw(
    _ bytes: UnsafeBufferPointer<UInt8>, _ outline: JPEGOutline, atLeast wanted: PictureSize
  ) -> Bitmap? {
    guard let start = bytes.baseAddress, let handle = tjInitDecompress() else { return nil }
    defer { tjDestroy(handle) }
    var width: Int32 = 0
    var height: Int32 = 0
    var sampling: Int32 = 0
    var colors: Int32 = 0
    // It fails where it has no name for the sampling, which decoding does not need.
    _ = tjDecompressHeader3(
      handle, start, UInt(bytes.count), &width, &height, &sampling, &colors)
    let size = outline.size
    guard width == size.width, height == size.height else { return nil }
    let scale =
      [8, 4, 2].first {
        let part = reduced(size, by: $0)
        return part.width >= wanted.width && part.height >= wanted.height
      } ?? 1
    let part = reduced(size, by: scale)
    let format = outline.components == 4 ? TJPF_CMYK : TJPF_RGBA
    return Bitmap(part) { pixels in
      tjDecompress2(
        handle, start, UInt(bytes.count), pixels, Int32(part.width), Int32(part.width * 4),
        Int32(part.height), Int32(format.rawValue),
        TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS) == 0
    }
  }

  /// The size that the decoder makes of a picture at a part of its scale.
  private static func reduced(_ size: PictureSize, by scale: Int) -> PictureSize {
    PictureSize(
      width: (size.width + scale - 1) / scale, height: (size.height + scale - 1) / scale)
  }
}

extension Bitmap {
  /// Makes light of four inks: cyan, magenta, yellow and black become red, green, blue.
  ///
  /// Adobe's programs store how much white is left of each ink, the standard how much ink there is.
  fileprivate mutating func mixInks(areOpposite: Bool) {
    let count = width * height * 4
    let _: Void? = withMutablePixels { pixels in
      for start in stride(from: 0, to: count, by: 4) {
        let black = areOpposite ? Int(pixels[start + 3]) : 255 - Int(pixels[start + 3])
        for index in start..<start + 3 {
          let white = areOpposite ? Int(pixels[index]) : 255 - Int(pixels[index])
          pixels[index] = UInt8((white * black + 127) / 255)
        }
        pixels[start + 3] = 255
      }
    }
  }
}
