/// Pictures as files: told by their first bytes, decoded, and encoded anew.
///
/// Everything here is pure and may run on any thread, several at once: each call has its own
/// decoder. It takes milliseconds, so none of it belongs on a thread that draws a screen.
package enum Picture {
  /// Decodes a picture, upright, and small enough for a box.
  ///
  /// Of an animation it is the first frame. Never made larger. Colours are taken for sRGB, profiles
  /// are not looked at. A file that is not whole is an error, and so is one that is damaged but
  /// could be shown in part; bytes behind a picture's end are not looked at.
  package static func decode(
    _ bytes: [UInt8], fitting box: PictureSize? = nil, limits: PictureLimits = .general
  ) throws(PictureProblem) -> Bitmap {
    let format = try admitted(bytes, limits)
    return try bytes.reading { bytes throws(PictureProblem) in
      switch format {
      case .jpeg: try JPEGDecoder.decode(bytes, fitting: box, limits: limits)
      case .png: try PNGDecoder.decode(bytes, fitting: box, limits: limits)
      case .webp: try WebPDecoder.decode(bytes, fitting: box, limits: limits)
      case .gif: try GIFDecoder.decode(bytes, fitting: box, limits: limits)
      }
    }
  }

  /// The size that a picture has upright, read from its head alone.
  ///
  /// The beginning of a file may be enough. The limits are kept, and the rest is not looked at.
  package static func size(
    of bytes: [UInt8], limits: PictureLimits = .general
  ) throws(PictureProblem) -> PictureSize {
    let format = try admitted(bytes, limits)
    return try bytes.reading { bytes throws(PictureProblem) in
      let size: PictureSize
      switch format {
      case .jpeg:
        let head = try JPEGOutline(bytes, whole: false)
        size = head.orientation.size(of: head.size)
      case .png: size = try PNGOutline(bytes, whole: false).size
      case .webp: size = try WebPDecoder.size(bytes)
      case .gif: size = try GIFOutline(bytes, whole: false).size
      }
      try limits.check(size, of: format)
      return size
    }
  }

  /// Encodes a picture anew, small enough for a box.
  ///
  /// As the original program stored covers: JPEG at quality 0.5, or PNG where light comes through.
  /// Nothing of the old file is kept but what is seen: no place, no date, no camera.
  package static func recode(
    _ bytes: [UInt8], fitting box: PictureSize? = nil, limits: PictureLimits = .general
  ) throws(PictureProblem) -> (bytes: [UInt8], format: PictureFormat) {
    let bitmap = try decode(bytes, fitting: box, limits: limits)
    return bitmap.hasTransparency ? (bitmap.png(), .png) : (bitmap.jpeg(), .jpeg)
  }

  private static func admitted(
    _ bytes: [UInt8], _ limits: PictureLimits
  ) throws(PictureProblem) -> PictureFormat {
    if bytes.isEmpty { throw .empty }
    if bytes.count > limits.mostBytes { throw .tooManyBytes(limit: limits.mostBytes) }
    let format = try PictureFormat.required(of: bytes)
    try limits.check(byteCount: bytes.count)
    return format
  }
}
