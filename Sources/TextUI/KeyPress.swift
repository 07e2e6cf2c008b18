/// A key, as a terminal tells it.
///
/// A terminal sends no key-up and does not tell Shift from a capital letter. Modifiers on arrows
/// and function keys are ignored, so that Ctrl-Right is Right.
public enum KeyPress: Hashable, Sendable {
  /// A printable character. A letter with marks may come as several presses.
  case character(Character)
  /// Ctrl and a key, named by its lower-case letter or one of ` \ ] ^ _` (a space for Ctrl-Space).
  case control(Character)
  /// Alt (or Meta, or Escape just before) and a character.
  case alt(Character)
  /// Enter: a carriage return or a line feed, since scanners send either.
  case enter
  case tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1, F2, …
  case function(Int)
}

extension KeyPress {
  /// The key's short name for footers and help, such as `^S`, `Esc` or `F1`.
  public func label(_ glyphs: Glyphs = .unicode) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(" "): "^Space"
    case .control(let character): "^" + String(character).uppercased()
    case .alt(let character): "Alt-" + String(character)
    case .enter: glyphs.isASCII ? "Enter" : "↵"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: glyphs.isASCII ? "Up" : "↑"
    case .down: glyphs.isASCII ? "Down" : "↓"
    case .left: glyphs.isASCII ? "Left" : "←"
    case .right: glyphs.isASCII ? "Right" : "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
