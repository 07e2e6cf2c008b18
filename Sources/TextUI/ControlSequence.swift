/// A whole CSI sequence: the bytes between `ESC [` and its last byte, and that last byte.
struct ControlSequence {
  /// `<`, `=`, `>` or `?` before the numbers.
  private let prefix: UInt8?
  private let numbers: [Int]
  private let final: UInt8
  private let text: String

  init(parameters: [UInt8], final: UInt8) {
    let isPrefixed = parameters.first.map { (0x3C...0x3F).contains($0) } ?? false
    self.prefix = isPrefixed ? parameters.first : nil
    self.final = final
    self.text = String(decoding: parameters + [final], as: UTF8.self)
    self.numbers = parameters.dropFirst(isPrefixed ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map(Self.number)
  }

  /// The number at the start of a field, at most a million; 0 when there is none.
  private static func number(_ field: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in field {
      guard (0x30...0x39).contains(byte) else { break }
      value = min(value * 10 + Int(byte - 0x30), 1_000_000)
    }
    return value
  }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  var isPasteStart: Bool { prefix == nil && final == UInt8(ascii: "~") && number(0) == 200 }

  /// What the sequence says; nil for what means nothing here.
  var event: InputEvent? {
    switch prefix {
    case UInt8(ascii: "<"): mouse.map(InputEvent.mouse)
    case .some: .reply("[" + text)
    case nil: plainEvent
    }
  }

  private var mouse: MouseEvent? {
    guard numbers.count >= 3 else { return nil }
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M") else { return nil }
    return MouseEvent(
      code: number(0), isRelease: isRelease,
      at: Point(x: max(0, number(1) - 1), y: max(0, number(2) - 1)))
  }

  private var plainEvent: InputEvent? {
    switch final {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): .key(.up)
    case UInt8(ascii: "B"), UInt8(ascii: "b"): .key(.down)
    case UInt8(ascii: "C"): .key(.right)
    case UInt8(ascii: "D"), UInt8(ascii: "d"): .key(.left)
    case UInt8(ascii: "H"): .key(.home)
    case UInt8(ascii: "F"): .key(.end)
    case UInt8(ascii: "Z"): .key(.backTab)
    case UInt8(ascii: "P"): .key(.function(1))
    case UInt8(ascii: "Q"): .key(.function(2))
    case UInt8(ascii: "R") where number(0) <= 1: .key(.function(3))
    case UInt8(ascii: "S"): .key(.function(4))
    case UInt8(ascii: "I"): .focus(true)
    case UInt8(ascii: "O"): .focus(false)
    // A right arrow of rxvt with Shift, or the terminal's answer to a question.
    case UInt8(ascii: "c"): text == "c" ? .key(.right) : .reply("[" + text)
    case UInt8(ascii: "R"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y"):
      .reply("[" + text)
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"): numberedKey.map(InputEvent.key)
    case UInt8(ascii: "u"): Self.key(code: number(0), modifiers: number(1)).map(InputEvent.key)
    default: nil
    }
  }

  /// The keys a VT220 numbers, and xterm's form for characters with modifiers.
  private var numberedKey: KeyPress? {
    switch number(0) {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number(0) - 10)
    case 17...21: .function(number(0) - 11)
    case 23...26: .function(number(0) - 12)
    case 28, 29: .function(number(0) - 13)
    case 31...34: .function(number(0) - 14)
    case 27: Self.key(code: number(2), modifiers: number(1))
    default: nil
    }
  }

  /// A key by its code point and xterm's modifiers: 1 and a bit each for Shift, Alt and Ctrl.
  private static func key(code: Int, modifiers: Int) -> KeyPress? {
    let bits = max(0, modifiers - 1)
    switch code {
    case 9: return bits & 1 != 0 ? .backTab : .tab
    case 13: return .enter
    case 27: return .escape
    case 8, 127: return .backspace
    default: break
    }
    // The kitty protocol's keys without a character live in the private use area.
    guard code >= 32, !(0xE000...0xF8FF).contains(code), let scalar = Unicode.Scalar(UInt32(code))
    else { return nil }
    let character = Character(scalar)
    if bits & 4 != 0 {
      return .control(character.lowercased().first ?? character)
    }
    return bits & 2 != 0 ? .alt(character) : .character(character)
  }
}

extension InputDecoder {
  /// The key of an SS3 sequence, `ESC O` and a letter: arrows, F1–F4, and the application keypad.
  static func singleShiftKey(_ byte: UInt8) -> KeyPress? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 0x4F)
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: " "): .character(" ")
    case UInt8(ascii: "X"): .character("=")
    // `*` `+` `,` `-` `.` `/` and the digits, each 64 above its character.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    default: nil
    }
  }

  /// F1…F5 of the Linux console: `ESC [ [` and a letter.
  static func linuxFunctionKey(_ byte: UInt8) -> KeyPress? {
    (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) ? .function(Int(byte) - 0x40) : nil
  }
}

extension MouseEvent {
  /// An event by xterm's code: the button in the low bits, 32 for motion, 64 for the wheel.
  init?(code: Int, isRelease: Bool, at point: Point) {
    let low = code & 3
    if code & 64 != 0 {
      guard low < 2 else { return nil }
      self.init(low == 0 ? .wheelUp : .wheelDown, at: point)
      return
    }
    let button: Button = code & 128 != 0 ? .other : [.left, .middle, .right, .other][low]
    if code & 32 != 0 {
      self.init(low == 3 ? .move : .drag(button), at: point)
    } else {
      self.init(isRelease ? .release : .press(button), at: point)
    }
  }
}
