/// The bytes that draw a picture in pixels, checked: nothing else can hide in them.
public struct PictureOverlay: Sendable {
  /// The most bytes of a picture; a cover of 60×45 cells has 1.3 million when nothing is
  /// compressed.
  public static let limit = 4 << 20

  package enum Form: Sendable {
    /// The sequences that hand the picture to the terminal under a number, without showing it.
    case kitty(number: UInt32, transmission: [UInt8])
    /// One sixel sequence, made for cells of a size.
    case sixel([UInt8], cell: PixelSize)
  }

  package let form: Form

  /// A picture for kitty's protocol, by the sequences that transmit it under a number.
  ///
  /// They are any number of `ESC _ G keys ; base64 ESC \`, the first with `a=t`, `q=2` and
  /// `i=number` among its keys, the following ones with `m=` alone or `q=2` besides. Nil if they
  /// are anything else, or too long. Cost: one look at every byte.
  public static func kitty(number: UInt32, transmission: [UInt8]) -> PictureOverlay? {
    guard number > 0, transmission.count <= limit else { return nil }
    var rest = transmission[...]
    var isFirst = true
    repeat {
      guard let keys = takeChunk(&rest) else { return nil }
      let wanted: Set<String> = isFirst ? ["a=t", "q=2", "i=\(number)"] : []
      let allowed = isFirst ? Set("atqifsvmoS".utf8) : Set("mq".utf8)
      guard wanted.isSubset(of: keys),
        keys.allSatisfy({ key in key.utf8.first.map(allowed.contains) ?? false }),
        // Anything but `t=d`, the data themselves, would be a file for the terminal to read.
        keys.allSatisfy({ !$0.hasPrefix("t=") || $0 == "t=d" })
      else { return nil }
      isFirst = false
    } while !rest.isEmpty
    return PictureOverlay(form: .kitty(number: number, transmission: transmission))
  }

  /// A sixel picture, `ESC P numbers q … ESC \`, made for cells of the given size.
  ///
  /// It must not be bigger than the cells of the picture it belongs to. Nil if it is anything but
  /// one sequence, or too long. Cost: one look at every byte.
  public static func sixel(_ bytes: [UInt8], cell: PixelSize) -> PictureOverlay? {
    guard bytes.count <= limit, bytes.starts(with: [0x1B, 0x50]), bytes.count > 4,
      bytes.suffix(2).elementsEqual([0x1B, 0x5C])
    else { return nil }
    let body = bytes[2..<bytes.count - 2]
    let numbers = body.prefix { (0x30...0x3B).contains($0) }
    guard body.dropFirst(numbers.count).first == UInt8(ascii: "q"),
      body.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    return PictureOverlay(form: .sixel(bytes, cell: cell))
  }

  /// Takes `ESC _ G keys [; base64] ESC \` from the front and gives its keys.
  private static func takeChunk(_ rest: inout ArraySlice<UInt8>) -> Set<String>? {
    guard rest.starts(with: [0x1B, 0x5F, 0x47]) else { return nil }
    rest = rest.dropFirst(3)
    let keys = rest.prefix { $0 != UInt8(ascii: ";") && $0 != 0x1B }
    guard keys.count <= 200, keys.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    rest = rest.dropFirst(keys.count)
    if rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst()
      rest = rest.drop { isBase64($0) }
    }
    guard rest.starts(with: [0x1B, 0x5C]) else { return nil }
    rest = rest.dropFirst(2)
    return Set(String(decoding: keys, as: UTF8.self).split(separator: ",").map(String.init))
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}
