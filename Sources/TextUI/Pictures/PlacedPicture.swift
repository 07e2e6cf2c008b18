/// A picture at its place on a canvas.
package struct PlacedPicture: Hashable, Sendable {
  package let picture: TerminalPicture
  /// In the whole grid.
  package let rect: Rect
  /// Some of its cells are not its own any more, or never were: a dialog stands over it, or it
  /// reaches beyond the area drawn on.
  package internal(set) var isCovered: Bool

  package init(_ picture: TerminalPicture, in rect: Rect, isCovered: Bool = false) {
    self.picture = picture
    self.rect = rect
    self.isCovered = isCovered
  }
}
