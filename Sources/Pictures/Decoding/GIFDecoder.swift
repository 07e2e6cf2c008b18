internal import CImage

/// Decodes the first frame of a GIF by giflib, record by record.
enum GIFDecoder {
  /// The picture within a box.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, fitting box: PictureSize?, limits: PictureLimits
  ) throws(PictureProblem) -> Bitmap {
    let head = try GIFOutline(bytes, whole: false)
    try limits.check(head.size, of: .gif)
    if let frame = head.first?.size, frame.width == 0 || frame.height == 0 {
      throw .zeroSized(.gif)
    }
    let outline = try GIFOutline(bytes, whole: true)
    var source = ci_source(bytes: bytes.baseAddress, count: bytes.count)
    guard var decoded = withUnsafeMutablePointer(to: &source, { canvas(of: outline, from: $0) }),
      let scaled = decoded.rescale(to: box.map(outline.size.fitted) ?? outline.size)
    else { throw .damaged(.gif) }
    return scaled
  }

  /// The first frame on its screen, which is transparent around it.
  private static func canvas(
    of outline: GIFOutline, from source: UnsafeMutablePointer<ci_source>
  ) -> Bitmap? {
    guard let gif = ci_gif_open(source) else { return nil }
    defer { ci_gif_close(gif) }
    guard let clear = clearIndexBeforeFrame(gif) else { return nil }
    let image = gif.pointee.Image
    guard let frame = outline.first, frame.left == image.Left, frame.top == image.Top,
      frame.size.width == image.Width, frame.size.height == image.Height,
      let map = image.ColorMap ?? gif.pointee.SColorMap, let colors = map.pointee.Colors
    else { return nil }
    let palette = UnsafeBufferPointer(start: colors, count: Int(map.pointee.ColorCount))
    let size = outline.size
    return Bitmap(size) { pixels in
      pixels.update(repeating: 0, count: size.width * size.height * 4)
      var line = [UInt8](repeating: 0, count: frame.size.width)
      for row in rows(of: frame.size.height, interlaced: image.Interlace) {
        guard DGifGetLine(gif, &line, Int32(line.count)) == GIF_OK else { return false }
        paint(
          line, from: palette, clear: clear,
          at: pixels + ((frame.top + row) * size.width + frame.left) * 4)
      }
      return true
    }
  }

  /// Reads records until the first frame's head; returns the index that is not painted, or -1.
  private static func clearIndexBeforeFrame(_ gif: UnsafeMutablePointer<GifFileType>) -> Int? {
    var clear = Int(NO_TRANSPARENT_COLOR)
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(gif, &kind) == GIF_OK else { return nil }
      if kind == IMAGE_DESC_RECORD_TYPE { return DGifGetImageDesc(gif) == GIF_OK ? clear : nil }
      guard kind == EXTENSION_RECORD_TYPE else { return nil }
      var code: Int32 = 0
      var part: UnsafeMutablePointer<UInt8>?
      guard DGifGetExtension(gif, &code, &part) == GIF_OK else { return nil }
      if code == GRAPHICS_EXT_FUNC_CODE, let bytes = part {
        var control = GraphicsControlBlock()
        if DGifExtensionToGCB(Int(bytes[0]), bytes + 1, &control) == GIF_OK {
          clear = Int(control.TransparentColor)
        }
      }
      while part != nil {
        guard DGifGetExtensionNext(gif, &part) == GIF_OK else { return nil }
      }
    }
  }

  /// The order in which a frame's rows are stored.
  private static func rows(of height: Int, interlaced: Bool) -> [Int] {
    guard interlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
      Array(stride(from: first, to: height, by: step))
    }
  }

  private static func paint(
    _ line: [UInt8], from palette: UnsafeBufferPointer<GifColorType>, clear: Int,
    at pixels: UnsafeMutablePointer<UInt8>
  ) {
    for (column, index) in line.enumerated() where Int(index) != clear {
      // An index beyond the palette has no colour.
      guard Int(index) < palette.count else { continue }
      let color = palette[Int(index)]
      let pixel = pixels + column * 4
      pixel[0] = color.Red
      pixel[1] = color.Green
      pixel[2] = color.Blue
      pixel[3] = 255
    }
  }
}
