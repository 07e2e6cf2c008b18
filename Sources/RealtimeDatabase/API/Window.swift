public import JSONTree

/// The children that a live window shows at one revision.
public struct Window: Sendable, Hashable {
  /// The children in the query's order.
  ///
  /// Their places anchor the next request.
  public var rows: [Child]
  /// How many of the query's children stand before the first row; nil while that is not counted
  /// yet.
  ///
  /// In a long list it is counted after the rows have been shown, and a few times a second.
  public var offset: Int?
  /// How many children the query has.
  public var total: Int
  /// The revision at which the rows were read.
  public var revision: Revision

  /// Creates a window.
  public init(rows: [Child], offset: Int?, total: Int, revision: Revision) {
    self.rows = rows
    self.offset = offset
    self.total = total
    self.revision = revision
  }
}
