internal import CImage

/// Decodes WebP by libwebp: lossy, lossless, with alpha, and the first frame of an animation.
enum WebPDecoder {
  /// The size that the file says it has.
  static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureProblem) -> PictureSize {
    let head = try features(bytes)
    return PictureSize(width: Int(head.width), height: Int(head.height))
  }

  /// The picture within a box.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, fitting box: PictureSize?, limits: PictureLimits
  ) throws(PictureProblem) -> Bitmap {
    let head = try features(bytes)
    let size = PictureSize(width: Int(head.width), height: Int(head.height))
    try limits.check(size, of: .webp)
    var reader = ByteReader(bytes)
    guard reader.skip(4) != nil, let length = reader.little32(), length <= reader.rest else {
      throw .truncated(.webp)
    }
    let wanted = box.map(size.fitted) ?? size
    // Where light comes through, colours must be weighed by it when they are scaled, which the
    // decoder's own scaling does not do.
    let isScaling = head.has_animation == 0 && head.has_alpha == 0
    let decoded =
      head.has_animation != 0
      ? firstFrame(bytes, on: size) : still(bytes, at: isScaling ? wanted : size)
    guard var decoded, let scaled = decoded.rescale(to: wanted) else { throw .damaged(.webp) }
    return scaled
  }

  private static func features(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(PictureProblem) -> WebPBitstreamFeatures {
    var head = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes.baseAddress, bytes.count, &head)
    switch status {
    case VP8_STATUS_OK: return head
    case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(.webp)
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp)
    default: throw .damaged(.webp)
    }
  }

  private static func still(
    _ bytes: UnsafeBufferPointer<UInt8>, at size: PictureSize
  ) -> Bitmap? {
    Bitmap(size) { pixels in
      decode(bytes, into: pixels, stride: size.width * 4, size: size)
    }
  }

  /// Decodes at a size into rows that lie a number of bytes apart.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into pixels: UnsafeMutablePointer<UInt8>, stride: Int,
    size: PictureSize
  ) -> Bool {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { return false }
    config.options.use_scaling = 1
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = pixels
    config.output.u.RGBA.stride = Int32(stride)
    config.output.u.RGBA.size = stride * (size.height - 1) + size.width * 4
    defer { WebPFreeDecBuffer(&config.output) }
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &config.input) == VP8_STATUS_OK else {
      return false
    }
    // Scaling to the same size is another way through the decoder.
    if config.input.width == size.width && config.input.height == size.height {
      config.options.use_scaling = 0
    }
    return WebPDecode(bytes.baseAddress, bytes.count, &config) == VP8_STATUS_OK
  }

  /// The first frame where it belongs on the animation's canvas, which is transparent around it.
  private static func firstFrame(
    _ bytes: UnsafeBufferPointer<UInt8>, on canvas: PictureSize
  ) -> Bitmap? {
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    guard let file = WebPDemux(&data) else { return nil }
    defer { WebPDemuxDelete(file) }
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(file, 1, &frame) != 0 else { return nil }
    defer { WebPDemuxReleaseIterator(&frame) }
    let left = Int(frame.x_offset)
    let top = Int(frame.y_offset)
    let size = PictureSize(width: Int(frame.width), height: Int(frame.height))
    guard left >= 0, top >= 0, size.width > 0, size.height > 0, frame.complete != 0,
      left + size.width <= canvas.width, top + size.height <= canvas.height
    else { return nil }
    let fragment = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
    return Bitmap(canvas) { pixels in
      let stride = canvas.width * 4
      pixels.update(repeating: 0, count: stride * canvas.height)
      return decode(
        fragment, into: pixels + top * stride + left * 4, stride: stride, size: size)
    }
  }
}
