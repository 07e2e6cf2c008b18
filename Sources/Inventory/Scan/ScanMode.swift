/// What keys mean on the screen at hand, which the app tells the decoder.
public enum ScanMode: Hashable, Sendable {
  /// Plus, Minus and Count: digits are a quantity or a code, at any speed; content decides.
  case desk

  /// Other screens and dialogs: digits may be keys.
  case keys

  /// A field has the focus: characters are text.
  case text
}
