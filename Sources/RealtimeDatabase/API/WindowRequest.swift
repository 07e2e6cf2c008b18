public import JSONTree

/// Which part of a query's children a live window shows: pure data, to be kept in a screen's state.
///
/// Ask for about three screens and renew the request when the cursor leaves the middle one: then
/// holding a key costs one query a screenful.
public struct WindowRequest: Sendable, Hashable {
  /// What the window is laid around.
  ///
  /// A `place` stays where it is when children come and go above it, or when its own child is
  /// removed; an `offset` becomes the place found there.
  public var anchor: WindowAnchor
  /// How many children before the anchor.
  public var before: Int
  /// How many children from the anchor on.
  ///
  /// With `first` and `last`, `before + after` are shown.
  public var after: Int

  /// Creates a request.
  public init(anchor: WindowAnchor = .first, before: Int = 0, after: Int) {
    self.anchor = anchor
    self.before = before
    self.after = after
  }
}
