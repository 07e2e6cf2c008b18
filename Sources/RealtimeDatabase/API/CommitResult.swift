public import JSONTree

/// What a write did: the moment it became true, and what it found and left at each of its places.
public struct CommitResult: Sendable, Hashable {
  /// One place of a write, before and after.
  ///
  /// Server values are resolved.
  public struct Change: Sendable, Hashable {
    /// The place.
    public let path: Path
    /// What stood there before.
    public let old: Node
    /// What stands there now.
    public let new: Node

    /// Creates a change.
    public init(path: Path, old: Node, new: Node) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// The revision the write made; a write that changed nothing makes none and gives the last.
  public let revision: Revision
  /// The write's places, in its order.
  public let changes: [Change]

  /// Creates a result.
  public init(revision: Revision, changes: [Change]) {
    self.revision = revision
    self.changes = changes
  }
}
