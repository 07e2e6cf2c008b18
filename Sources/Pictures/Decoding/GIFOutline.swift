/// What the blocks of a GIF say, read without decoding it.
struct GIFOutline {
  /// A frame's place on the screen that all frames share.
  struct Frame {
    var left: Int
    var top: Int
    var size: PictureSize
  }

  private var screen = PictureSize(width: 0, height: 0)
  private(set) var first: Frame?

  /// The screen, widened where the first frame does not fit; browsers do so.
  var size: PictureSize {
    guard let first else { return screen }
    return PictureSize(
      width: max(screen.width, first.left + first.size.width),
      height: max(screen.height, first.top + first.size.height))
  }

  /// Reads the blocks until the first frame, or the whole until its end.
  ///
  /// What follows the end is not looked at.
  init(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool) throws(PictureProblem) {
    var reader = ByteReader(bytes)
    guard reader.skip(6) != nil, let width = reader.little16(), let height = reader.little16(),
      let flags = reader.byte(), reader.skip(2) != nil,
      reader.skip(GIFOutline.paletteLength(flags)) != nil
    else { throw .truncated(.gif) }
    screen = PictureSize(width: width, height: height)
    while true {
      guard let kind = reader.byte() else { throw .truncated(.gif) }
      switch kind {
      case 0x3B:
        if first == nil { throw .zeroSized(.gif) }
        return
      case 0x21:
        guard reader.skip(1) != nil else { throw .truncated(.gif) }
      case 0x2C:
        let frame = try GIFOutline.frame(&reader)
        if first == nil { first = frame }
        if !whole { return }
      default: throw .damaged(.gif)
      }
      try GIFOutline.skipParts(&reader)
    }
  }

  /// How many bytes a palette has, by the flags before it.
  private static func paletteLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Reads a frame's head until the coded pixels' parts.
  private static func frame(_ reader: inout ByteReader) throws(PictureProblem) -> Frame {
    guard let left = reader.little16(), let top = reader.little16(),
      let width = reader.little16(), let height = reader.little16(), let flags = reader.byte(),
      reader.skip(paletteLength(flags)) != nil, reader.skip(1) != nil
    else { throw .truncated(.gif) }
    return Frame(left: left, top: top, size: PictureSize(width: width, height: height))
  }

  /// Goes over parts, each with its length before it, until the one without length.
  private static func skipParts(_ reader: inout ByteReader) throws(PictureProblem) {
    while true {
      guard let length = reader.byte(), reader.skip(Int(length)) != nil else {
        throw .truncated(.gif)
      }
      if length == 0 { return }
    }
  }
}
