public import JSONTree

/// An ordered list of a place's children that the file keeps with every write.
///
/// Firebase: `.indexOn`.
///
/// A query in that order then reads only what it shows, its total is one row, and so is the sum of
/// a number below each child. A query without a list works too, by looking at every child.
public struct OrderedList: Sendable, Hashable {
  /// The place whose children are listed.
  public var path: Path
  /// The order.
  public var ordering: Ordering
  /// A number below each child, summed up over all of them; nil for none.
  public var sum: Path?

  /// Creates a declaration.
  public init(_ path: Path, by ordering: Ordering, sum: Path? = nil) {
    self.path = path
    self.ordering = ordering
    self.sum = sum
  }
}

/// The words in some texts of a place's children, kept with every write, to search as one types.
public struct TextList: Sendable, Hashable {
  /// The place whose children are searched.
  public var path: Path
  /// The texts below each child whose words are listed.
  public var children: [Path]

  /// Creates a declaration.
  public init(_ path: Path, children: [Path]) {
    self.path = path
    self.children = children
  }
}
