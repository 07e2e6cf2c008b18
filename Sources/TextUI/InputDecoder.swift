/// Turns the bytes of a terminal into events, a byte at a time, without ever waiting.
///
/// Knows UTF-8 over any number of reads, CSI and SS3 keys of the common terminals, the strings a
/// terminal answers with (DCS, OSC, APC), mouse reports in SGR and X10 form, bracketed paste and
/// focus. What it does not know it swallows whole. The events do not depend on how the bytes are
/// split over reads.
///
/// Only time can tell a lone Escape from the start of a sequence: while ``patience`` is not nil,
/// the owner calls ``flush()`` when so much time has passed without a further byte.
public struct InputDecoder: Sendable {
  /// The most bytes a paste may have, a list of 65,000 ISBNs; a bigger one is refused whole.
  public static let pasteLimit = 1 << 20
  /// How long an Escape may wait for the rest of a sequence: terminals send one in a single write.
  public static let escapePatience = Duration.milliseconds(25)
  /// How long the rest of a sequence that has begun for certain may take, over a slow line.
  public static let sequencePatience = Duration.milliseconds(500)
  /// How long a paste may pause before it counts as ended: its end mark is lost, or the line is.
  public static let pastePatience = Duration.seconds(5)
  /// The longest key or mouse sequence; real ones have fewer than 20 bytes.
  static let sequenceLimit = 64
  /// The longest answer of a terminal that is kept.
  static let stringLimit = 4096
  /// How long an Escape and what follows may be the beginning of an answer, while some are
  /// expected.
  public static let answerPatience = Duration.seconds(1)
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  enum State: Sendable, Equatable {
    case ground, escape, controlSequence, singleShift, linuxFunction, oldMouse, paste
    /// Between an introducer (`P`, `]`, `_`) and its end; `closing` after an Escape within.
    case string(introducer: UInt8, closing: Bool)
  }

  /// Answers of the terminal are expected: an Escape may be the first byte of one that comes in
  /// pieces over a slow line, and is held back for longer.
  public var expectsAnswers = false

  private(set) var state = State.ground
  /// The bytes of the sequence, string or character at hand.
  var buffer: [UInt8] = []
  private var utf8 = UTF8Joiner()
  /// The character being joined came behind an Escape.
  private var isAlt = false
  private var pasteBytes = 0

  /// A decoder that has seen nothing yet.
  public init() {}

  /// How long to wait for a further byte before ``flush()``; nil when nothing is held back.
  public var patience: Duration? {
    switch state {
    case .ground: utf8.isEmpty ? nil : Self.sequencePatience
    case .escape: expectsAnswers ? Self.answerPatience : Self.escapePatience
    case .controlSequence where expectsAnswers, .string where expectsAnswers: Self.answerPatience
    case .controlSequence, .singleShift:
      buffer.isEmpty ? Self.escapePatience : Self.sequencePatience
    case .string(_, let closing):
      buffer.isEmpty && !closing ? Self.escapePatience : Self.sequencePatience
    case .linuxFunction, .oldMouse: Self.sequencePatience
    case .paste: Self.pastePatience
    }
  }

  /// Takes bytes and gives the events they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes {
      take(byte, &events)
    }
    return events
  }

  /// Gives up waiting: a held Escape is the key, a begun sequence is dropped, a paste is over.
  public mutating func flush() -> [InputEvent] {
    var events: [InputEvent] = []
    switch state {
    case .ground: if !utf8.isEmpty { emit("\u{FFFD}", &events) }
    case .escape: events.append(.key(.escape))
    case .controlSequence: if buffer.isEmpty { events.append(.key(.alt("["))) }
    case .singleShift: if buffer.isEmpty { events.append(.key(.alt("O"))) }
    case .string(let introducer, false) where buffer.isEmpty:
      events.append(.key(.alt(Character(Unicode.Scalar(introducer)))))
    case .string, .linuxFunction, .oldMouse: break
    case .paste: endPaste(dropping: 0, &events)
    }
    utf8 = UTF8Joiner()
    isAlt = false
    go(to: .ground)
    return events
  }

  mutating func go(to next: State) {
    state = next
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takeText(byte, &events)
    case .escape: takeAfterEscape(byte, &events)
    case .controlSequence: takeControlSequence(byte, &events)
    case .singleShift: takeSingleShift(byte, &events)
    case .linuxFunction:
      guard byte >= 0x20 else { return abandon(byte, &events) }
      if let key = Self.linuxFunctionKey(byte) { events.append(.key(key)) }
      go(to: .ground)
    case .oldMouse: takeOldMouse(byte, &events)
    case .string(let introducer, let closing):
      takeString(byte, introducer: introducer, closing: closing, &events)
    case .paste: takePaste(byte, &events)
    }
  }

  // MARK: Text

  private mutating func takeText(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch utf8.take(byte) {
    case .more: return
    case .scalar(let scalar): emit(scalar, &events)
    case .broken(let again):
      emit("\u{FFFD}", &events)
      if again { takeText(byte, &events) }
    }
  }

  private mutating func emit(_ scalar: Unicode.Scalar, _ events: inout [InputEvent]) {
    let wasAlt = isAlt
    isAlt = false
    switch scalar.value {
    case 0x1B: go(to: .escape)
    case 0x0D, 0x0A: events.append(.key(.enter))
    case 0x09: events.append(.key(.tab))
    case 0x08, 0x7F: events.append(.key(.backspace))
    case 0x00: events.append(.key(.control(" ")))
    case 0x01...0x1A, 0x1C...0x1F:
      let letter = Unicode.Scalar(UInt8(scalar.value) + (scalar.value < 0x1B ? 0x60 : 0x40))
      events.append(.key(.control(Character(letter))))
    case 0x80...0x9F: break
    default: events.append(.key(wasAlt ? .alt(Character(scalar)) : .character(Character(scalar))))
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: events.append(.key(.escape))
    case UInt8(ascii: "["): go(to: .controlSequence)
    case UInt8(ascii: "O"): go(to: .singleShift)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"):
      go(to: .string(introducer: byte, closing: false))
    case 0x7F, 0x08:
      // Alt-Backspace takes the word away, as ^W does.
      events.append(.key(.control("w")))
      go(to: .ground)
    case 0x00..<0x20:
      events.append(.key(.escape))
      go(to: .ground)
      takeText(byte, &events)
    default:
      isAlt = true
      go(to: .ground)
      takeText(byte, &events)
    }
  }

  // MARK: Sequences

  /// Drops the sequence at hand, to which `byte` cannot belong, and takes `byte` as a new start.
  private mutating func abandon(_ byte: UInt8, _ events: inout [InputEvent]) {
    go(to: .ground)
    takeText(byte, &events)
  }

  private mutating func takeControlSequence(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "$") where !buffer.isEmpty && buffer[0] != UInt8(ascii: "?"):
      // rxvt ends a shifted key with a dollar sign.
      finishControlSequence(UInt8(ascii: "~"), &events)
    case 0x20...0x3F:
      // What is too long to be a key keeps its place but not its bytes, and means nothing.
      if buffer.count <= Self.sequenceLimit { buffer.append(byte) }
    case UInt8(ascii: "[") where buffer.isEmpty: go(to: .linuxFunction)
    case UInt8(ascii: "M") where buffer.isEmpty: go(to: .oldMouse)
    case 0x40...0x7E: finishControlSequence(byte, &events)
    default: abandon(byte, &events)
    }
  }

  private mutating func finishControlSequence(_ final: UInt8, _ events: inout [InputEvent]) {
    let sequence = ControlSequence(parameters: buffer, final: final)
    let isTooLong = buffer.count > Self.sequenceLimit
    go(to: sequence.isPasteStart && !isTooLong ? .paste : .ground)
    if !isTooLong, let event = sequence.event { events.append(event) }
  }

  private mutating func takeSingleShift(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x30...0x3B where buffer.count < Self.sequenceLimit: buffer.append(byte)
    case 0x20...0x7E:
      if let key = Self.singleShiftKey(byte) { events.append(.key(key)) }
      go(to: .ground)
    default: abandon(byte, &events)
    }
  }

  private mutating func takeOldMouse(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard byte >= 0x20 else { return abandon(byte, &events) }
    buffer.append(byte)
    guard buffer.count == 3 else { return }
    let code = Int(buffer[0]) - 32
    let place = Point(x: max(0, Int(buffer[1]) - 33), y: max(0, Int(buffer[2]) - 33))
    go(to: .ground)
    if let event = MouseEvent(code: code, isRelease: code & 0b1100011 == 3, at: place) {
      events.append(.mouse(event))
    }
  }

  private mutating func takeString(
    _ byte: UInt8, introducer: UInt8, closing: Bool, _ events: inout [InputEvent]
  ) {
    if closing && byte != UInt8(ascii: "\\") {
      go(to: .escape)
      return takeAfterEscape(byte, &events)
    }
    if byte == 0x1B {
      state = .string(introducer: introducer, closing: true)
    } else if byte == 0x07 || closing {
      if buffer.count <= Self.stringLimit {
        events.append(.reply(String(decoding: [introducer] + buffer, as: UTF8.self)))
      }
      go(to: .ground)
    } else if buffer.count <= Self.stringLimit {
      buffer.append(byte)
    }
  }

  // MARK: Paste

  private mutating func takePaste(_ byte: UInt8, _ events: inout [InputEvent]) {
    buffer.append(byte)
    pasteBytes += 1
    if byte == UInt8(ascii: "~"), buffer.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      endPaste(dropping: Self.pasteEnd.count, &events)
    } else if pasteBytes > Self.pasteLimit + Self.pasteEnd.count,
      buffer.count >= 2 * Self.pasteEnd.count
    {
      buffer.removeFirst(buffer.count - Self.pasteEnd.count)
    }
  }

  private mutating func endPaste(dropping tail: Int, _ events: inout [InputEvent]) {
    let bytes = pasteBytes - tail
    if bytes > Self.pasteLimit {
      events.append(.pasteRefused(bytes: bytes))
    } else {
      events.append(.paste(Self.lines(buffer.dropLast(tail))))
    }
    pasteBytes = 0
    buffer = []
    state = .ground
  }

  /// The text of a paste, with CR and CR LF as line feeds.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D {
        result.append(0x0A)
      } else if !(byte == 0x0A && last == 0x0D) {
        result.append(byte)
      }
      last = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}
