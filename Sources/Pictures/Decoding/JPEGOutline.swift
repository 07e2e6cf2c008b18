internal import CImage

/// What the markers of a JPEG say, read without decoding it.
struct JPEGOutline {
  /// The size as stored, before it is turned upright.
  private(set) var size = PictureSize(width: 0, height: 0)
  private(set) var components = 0
  /// Bits of a colour's sample.
  private var precision = 0
  /// Whether the frame is of a kind that decoders know: Huffman or arithmetic, in DCT.
  private var isUsualFrame = false
  /// Whether Adobe's marker is there, under which inks are stored as their opposite.
  private(set) var isAdobe = false
  private(set) var orientation = Orientation.upright
  private(set) var scans = 0
  /// Whether the frame's head was found.
  private var hasFrame = false

  /// More scans than any encoder makes; each costs a pass over the picture.
  private static let mostScans = 64

  /// Reads the markers until the frame's head, or the whole until its end.
  init(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool) throws(PictureProblem) {
    var reader = ByteReader(bytes)
    guard reader.skip(2) != nil else { throw .truncated(.jpeg) }
    while true {
      guard let marker = JPEGOutline.nextMarker(&reader) else { throw .truncated(.jpeg) }
      switch marker {
      case 0xD9:
        guard hasFrame, scans > 0 else { throw .damaged(.jpeg) }
        return
      case 0x01, 0xD0...0xD8: continue
      default: break
      }
      guard let length = reader.big16() else { throw .truncated(.jpeg) }
      guard length >= 2 else { throw .damaged(.jpeg) }
      guard let segment = reader.take(length - 2) else { throw .truncated(.jpeg) }
      try read(segment, of: marker)
      if marker == 0xDA {
        if !whole && hasFrame { return }
        scans += 1
        guard scans <= JPEGOutline.mostScans else { throw .unsupported(.jpeg) }
      }
    }
  }

  /// Refuses frames that decoders do not know.
  func checkKind() throws(PictureProblem) {
    guard isUsualFrame, precision == 8, [1, 3, 4].contains(components) else {
      throw .unsupported(.jpeg)
    }
  }

  /// Goes behind the next marker, over coded data and fill bytes, and returns it.
  private static func nextMarker(_ reader: inout ByteReader) -> UInt8? {
    while reader.rest > 0, let start = reader.bytes.baseAddress {
      guard let found = memchr(start + reader.place, 0xFF, reader.rest) else { return nil }
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      guard reader.skip(place + 1 - reader.place) != nil else { return nil }
      while let code = reader.byte() {
        if code == 0xFF { continue }
        if code != 0 { return code }
        break
      }
    }
    return nil
  }

  private mutating func read(
    _ segment: UnsafeBufferPointer<UInt8>, of marker: UInt8
  ) throws(PictureProblem) {
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard !hasFrame else { throw .damaged(.jpeg) }
      var head = ByteReader(segment)
      guard let bits = head.byte(), let height = head.big16(), let width = head.big16(),
        let count = head.byte()
      else { throw .damaged(.jpeg) }
      hasFrame = true
      precision = Int(bits)
      size = PictureSize(width: width, height: height)
      components = Int(count)
      isUsualFrame = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker)
    case 0xE1 where segment.starts(with: "Exif\0\0".utf8):
      guard let start = segment.baseAddress, orientation == .upright else { return }
      orientation =
        Orientation(rawValue: Int(ci_exif_orientation(start, UInt32(segment.count)))) ?? .upright
    case 0xEE where segment.count >= 12 && segment.starts(with: "Adobe".utf8): isAdobe = true
    default: break
    }
  }
}
