public import JSONTree

/// A place in the tree, by which it is read and written.
///
/// A reference is the query of all its children in default order. Making one costs nothing.
public class DatabaseReference: DatabaseQuery, @unchecked Sendable {
  /// The place.
  public var path: Path { query.path }

  /// Creates the reference to a place.
  init(_ database: Database, _ path: Path) {
    super.init(database, Query(path))
  }

  /// The last key; nil for the root.
  public var key: String? { path.last?.name }

  /// The absolute address: `file:///folder#/path`, every byte escaped but letters, digits, `-`, `_`
  /// and `~`.
  public var url: String { DatabaseURL(database.site, path).description }

  /// The place above; nil for the root.
  public var parent: DatabaseReference? {
    path.parent.map { DatabaseReference(database, $0) }
  }

  /// The root of the tree.
  public var root: DatabaseReference { DatabaseReference(database, .root) }

  public override var ref: DatabaseReference { self }

  /// The place at a path below, which may have several segments; a bad path traps.
  public func child(_ pathString: String) -> DatabaseReference {
    child(trapping { () throws(TreeSyntaxError) in try Path(pathString) })
  }

  /// The place at a path below.
  public func child(_ path: Path) -> DatabaseReference {
    path.isRoot ? self : DatabaseReference(database, self.path.appending(path))
  }

  /// The place of a child.
  public func child(_ key: Key) -> DatabaseReference {
    DatabaseReference(database, path.child(key))
  }

  /// The place of a new child whose key sorts behind those made before; writes nothing.
  public func childByAutoId() -> DatabaseReference {
    child(database.nextPushID())
  }

  override var removesAtPlace: Bool { true }
}

extension DatabaseReference: CustomStringConvertible {
  /// The address.
  public var description: String { url }
}
