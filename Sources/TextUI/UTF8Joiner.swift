/// Joins the bytes of UTF-8 characters that come one at a time.
struct UTF8Joiner: Sendable {
  enum Step {
    /// The character goes on.
    case more
    case scalar(Unicode.Scalar)
    /// Not UTF-8; `again` when the byte itself has not been used and starts something new.
    case broken(again: Bool)
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// What the next byte may be: narrower behind some first bytes (no long forms, no surrogates).
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  var isEmpty: Bool { missing == 0 }

  mutating func take(_ byte: UInt8) -> Step {
    guard missing > 0 else { return start(byte) }
    guard allowed.contains(byte) else {
      missing = 0
      return .broken(again: true)
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map(Step.scalar) ?? .broken(again: false)
  }

  private mutating func start(_ byte: UInt8) -> Step {
    allowed = 0x80...0xBF
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return .broken(again: false)
    }
    switch byte {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
    return .more
  }
}
