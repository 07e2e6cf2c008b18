/// Splits a terminal's byte stream into characters, controls and sequences (after ECMA-48 and the
/// state machine of Paul Williams); a sequence may come in any number of pieces.
struct VTParser: Sendable {
  enum Token: Hashable, Sendable {
    case character(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, intermediate bytes, final byte.
    case escape(String)
    /// Parameter bytes with their private mark, intermediate bytes, final byte.
    case csi(parameters: String, intermediates: String, final: Character)
    /// The text of an operating system command.
    case osc(String)
    /// A device control, application or privacy string, or a title; its opener comes first.
    case string(opener: Character, text: String)
  }

  private enum State: Sendable {
    case ground
    case escape
    case csi
    case osc
    case string(Character)
  }

  private var state = State.ground
  private var collected: [UInt8] = []
  private var sawEscape = false
  private var utf8: [UInt8] = []
  private var utf8Missing = 0

  /// Consumes bytes and hands over what is complete.
  mutating func parse(_ bytes: [UInt8], _ found: (Token) -> Void) {
    for byte in bytes { step(byte, found) }
  }

  private mutating func step(_ byte: UInt8, _ found: (Token) -> Void) {
    switch state {
    case .ground: ground(byte, found)
    case .escape: escape(byte, found)
    case .csi: csi(byte, found)
    case .osc, .string: string(byte, found)
    }
  }

  private mutating func ground(_ byte: UInt8, _ found: (Token) -> Void) {
    if utf8Missing > 0 {
      if byte & 0xc0 == 0x80 {
        utf8.append(byte)
        utf8Missing -= 1
        if utf8Missing == 0 { endCharacter(found) }
        return
      }
      utf8Missing = 0
      endCharacter(found)
    }
    switch byte {
    case 0x1b:
      state = .escape
      collected = []
    case 0..<0x20, 0x7f: found(.control(byte))
    case 0x20..<0x7f: found(.character(Unicode.Scalar(byte)))
    default:
      utf8 = [byte]
      utf8Missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0
      if utf8Missing == 0 { endCharacter(found) }
    }
  }

  private mutating func endCharacter(_ found: (Token) -> Void) {
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { found(.character(scalar)) }
    utf8 = []
  }

  private mutating func escape(_ byte: UInt8, _ found: (Token) -> Void) {
    switch byte {
    case 0x1b: collected = []
    case 0x18, 0x1a: state = .ground
    case 0..<0x20: found(.control(byte))
    case 0x20...0x2f: collected.append(byte)
    case UInt8(ascii: "[") where collected.isEmpty: state = .csi
    case UInt8(ascii: "]") where collected.isEmpty: state = .osc
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"),
      UInt8(ascii: "k"):
      state = .string(Character(Unicode.Scalar(byte)))
    default:
      state = .ground
      found(.escape(String(decoding: collected + [byte], as: UTF8.self)))
    }
  }

  private mutating func csi(_ byte: UInt8, _ found: (Token) -> Void) {
    switch byte {
    case 0x1b:
      state = .escape
      collected = []
    case 0x18, 0x1a: state = .ground
    case 0..<0x20: found(.control(byte))
    case 0x20...0x3f: collected.append(byte)
    default:
      state = .ground
      found(
        .csi(
          parameters: String(decoding: collected.filter { $0 >= 0x30 }, as: UTF8.self),
          intermediates: String(decoding: collected.filter { $0 < 0x30 }, as: UTF8.self),
          final: Character(Unicode.Scalar(byte))))
    }
  }

  private mutating func string(_ byte: UInt8, _ found: (Token) -> Void) {
    if sawEscape {
      sawEscape = false
      endString(found)
      // `ESC \` ends a string; any other escape ends it too, and begins its own sequence.
      if byte != UInt8(ascii: "\\") {
        state = .escape
        collected = []
        escape(byte, found)
      }
    } else if byte == 0x1b {
      sawEscape = true
    } else if byte == 0x07 {
      endString(found)
    } else if byte == 0x18 || byte == 0x1a {
      state = .ground
    } else {
      collected.append(byte)
    }
  }

  private mutating func endString(_ found: (Token) -> Void) {
    let text = String(decoding: collected, as: UTF8.self)
    collected = []
    if case .string(let opener) = state {
      found(.string(opener: opener, text: text))
    } else {
      found(.osc(text))
    }
    state = .ground
  }
}
