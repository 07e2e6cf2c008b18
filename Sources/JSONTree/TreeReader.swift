/// Read access to one frozen revision of a tree.
public protocol TreeReader {
  /// The revision that is read.
  var revision: Revision { get }

  /// What stands at a place.
  func node(at path: Path) throws -> Node

  /// The children that a query asks for, in its order.
  func children(of query: Query) throws -> [Child]

  /// Some of a query's children around an anchor, in its order.
  ///
  /// See `WindowAnchor` for which. Costs nothing for children outside the window but for `offset`.
  func window(
    of query: Query, from anchor: WindowAnchor, before: Int, after: Int
  ) throws -> [Child]

  /// The number of children that a query asks for.
  func total(of query: Query) throws -> Int

  /// The sum of the numbers at a path below each child that a query asks for.
  ///
  /// Integers give an integer while it fits 64 bits; what is no number counts nothing.
  func sum(of path: Path, in query: Query) throws -> Scalar

  /// How many of a query's children stand before a place.
  func rank(of place: Place, in query: Query) throws -> Int

  /// What changed since a revision; everything, when that is too long ago to know.
  func changes(since revision: Revision) throws -> ChangeSet
}
