/// Something a person, or the terminal itself, has told the program.
public enum InputEvent: Hashable, Sendable {
  case key(KeyPress)
  /// Text from the clipboard, whole, with line ends as line feeds. Never a run of keys, so that a
  /// paste cannot press one. It is as it came: clean it before it is drawn.
  case paste(String)
  /// A paste of more than ``InputDecoder/pasteLimit`` bytes, of which nothing was kept.
  case pasteRefused(bytes: Int)
  case mouse(MouseEvent)
  /// The terminal's window got or lost the keyboard.
  case focus(Bool)
  case resized(Size)
  /// A terminal's answer to a question, without the leading escape: `[?62;4c`, `_Gi=31;OK`.
  case reply(String)
}

/// What a mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// A button, or the wheel pressed like one (`middle`).
  public enum Button: Hashable, Sendable {
    case left, middle, right, other
  }

  /// What was done; a terminal does not say which button was released.
  public enum Action: Hashable, Sendable {
    case press(Button)
    case release
    /// Moved with a button held down.
    case drag(Button)
    case move
    case wheelUp, wheelDown
  }

  public var action: Action
  public var at: Point

  /// A mouse event at a cell of the screen.
  public init(_ action: Action, at point: Point) {
    self.action = action
    self.at = point
  }
}
