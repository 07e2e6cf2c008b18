/// A line of text under edit, by whole characters.
public struct TextField: Hashable, Sendable {
  /// The most characters a field holds when nothing else is said.
  public static let defaultLimit = 1_000

  public private(set) var text: String
  /// The cursor's place: characters before it.
  public private(set) var caret: Int
  /// The most characters the field takes.
  public let limit: Int

  /// A field with a text, taken as ``insert(_:)`` takes it, and the cursor behind it.
  public init(_ text: String = "", limit: Int = TextField.defaultLimit) {
    self.text = ""
    self.caret = 0
    self.limit = limit
    insert(text)
  }

  /// Handles a key and tells whether it was one for editing; others are the screen's business.
  public mutating func handle(_ key: KeyPress) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace: remove(max(0, caret - 1)..<caret)
    case .delete: remove(caret..<min(caret + 1, text.count))
    case .left: caret = max(0, caret - 1)
    case .right: caret = min(caret + 1, text.count)
    case .home, .control("a"): caret = 0
    case .end, .control("e"): caret = text.count
    case .alt("b"): caret = wordStart
    case .alt("f"): caret = wordEnd
    case .control("u"): remove(0..<caret)
    case .control("k"): remove(caret..<text.count)
    case .control("w"): remove(wordStart..<caret)
    default: return false
    }
    return true
  }

  /// Inserts a text at the cursor as one line; what is over the limit is left out.
  ///
  /// Tabs and line ends become spaces, other controls are dropped; everything else stays as it is,
  /// for the screen, not the text, is what has to be made harmless.
  public mutating func insert(_ string: String) {
    var before = String(text.prefix(caret))
    let after = String(text.dropFirst(caret))
    var room = limit - text.count
    var bytes = limit * Self.bytesPerCharacter - text.utf8.count
    for character in Self.line(string, limit: limit) {
      let isMark = character.unicodeScalars.first?.properties.isGraphemeExtend ?? false
      bytes -= character.utf8.count
      guard room > 0 || isMark, bytes >= 0 else { break }
      before.append(character)
      room -= isMark ? 0 : 1
    }
    text = before + after
    caret = min(before.count, text.count)
  }

  /// Replaces the whole text and puts the cursor behind it.
  public mutating func set(_ text: String) {
    self = TextField(text, limit: limit)
  }

  /// Draws the field into a row of the canvas, scrolled so that the cursor is in view.
  ///
  /// When it has the focus, the terminal's cursor is shown in it.
  public func draw(
    on canvas: inout Canvas, x: Int, y: Int, width: Int, hasFocus: Bool, style: Style = .plain
  ) {
    guard width > 0 else { return }
    let column = TextWidth.columns(String(text.prefix(caret)))
    // By half a field at a time, so that the text stands still while the cursor moves in view.
    let step = max(1, width / 2)
    let start = column < width ? 0 : ((column - width) / step + 1) * step
    canvas.within(Rect(x: x, y: y, width: width, height: 1)) { canvas in
      canvas.fill(canvas.bounds, style: style)
      canvas.put(text, x: -start, y: 0, style: style)
      if hasFocus { canvas.setCursor(x: column - start, y: 0, isVisible: true) }
    }
  }

  /// With the most marks that are shown, a character has at most 20 bytes.
  private static let bytesPerCharacter = 20

  /// The start of a text as one line without controls.
  private static func line(_ string: String, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    for scalar in string.unicodeScalars.prefix(limit * bytesPerCharacter) {
      switch scalar.value {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: line.append(" ")
      case 0x00...0x1F, 0x7F...0x9F: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  private mutating func remove(_ range: Range<Int>) {
    let before = text.prefix(range.lowerBound)
    text = String(before) + String(text.dropFirst(range.upperBound))
    caret = min(range.lowerBound, text.count)
  }

  /// The start of the word before the cursor.
  private var wordStart: Int {
    let before = text.prefix(caret).reversed()
    let spaces = before.prefix { !$0.isLetter && !$0.isNumber }.count
    let word = before.dropFirst(spaces).prefix { $0.isLetter || $0.isNumber }.count
    return caret - spaces - word
  }

  /// The end of the word behind the cursor.
  private var wordEnd: Int {
    let after = text.dropFirst(caret)
    let spaces = after.prefix { !$0.isLetter && !$0.isNumber }.count
    let word = after.dropFirst(spaces).prefix { $0.isLetter || $0.isNumber }.count
    return caret + spaces + word
  }
}
