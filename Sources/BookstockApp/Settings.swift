package import Inventory

/// What a person may choose about the screens.
package struct Settings: Sendable {
  /// Whether outcomes that need a look ring the terminal's bell.
  package var hasBell: Bool
  /// Whether colours may be used; without them, meaning is in words, marks and weight alone.
  package var hasColor: Bool
  /// What counts as a bounce of the scanner.
  package var repeats: RepeatFilter

  package init(
    hasBell: Bool = true, hasColor: Bool = true, repeats: RepeatFilter = RepeatFilter()
  ) {
    self.hasBell = hasBell
    self.hasColor = hasColor
    self.repeats = repeats
  }
}
