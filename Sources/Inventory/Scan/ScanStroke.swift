/// A key press as far as the decoder cares.
public enum ScanStroke: Hashable, Sendable {
  /// A character, the control characters that scanners send (STX, ETX, EOT, GS) included.
  case character(Character)

  /// Alt, or Escape just before, and a character: how scanners in Alt-code mode send digits.
  case alt(Character)

  /// CR or LF.
  case enter

  case tab

  /// Backspace: takes the last typed digit away.
  case erase

  /// Any other key; it acts at once and ends what was being typed.
  case other
}
