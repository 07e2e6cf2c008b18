public import JSONTree

/// A place, and which of its children in what order: what can be read and observed.
///
/// Never changes: every builder returns another query. Two queries that ask the same share what has
/// been read for them, whichever objects they are.
public class DatabaseQuery: @unchecked Sendable {
  // Unchecked only because a class with a subclass cannot be checked: all there is is constant and
  // sendable, here and in `DatabaseReference`.

  /// The database that is asked.
  public let database: Database
  /// What is asked, as a value.
  public let query: Query

  /// Creates the query of a database.
  init(_ database: Database, _ query: Query) {
    self.database = database
    self.query = query
  }

  /// The place without the constraints.
  public var ref: DatabaseReference { DatabaseReference(database, query.path) }

  /// A snapshot of a result of this query.
  func snapshot(_ node: Node) -> DataSnapshot {
    DataSnapshot(ref, node, ordering: query.ordering)
  }

  /// A snapshot of a child in a result of this query, in the default order.
  func snapshot(_ child: Child) -> DataSnapshot {
    DataSnapshot(ref.child(child.key), child.node)
  }

  /// What `removeObserver(withHandle:)` does: for a plain place in all queries there.
  var removesAtPlace: Bool { false }
}

extension DatabaseQuery: Hashable {
  /// Queries are equal when they ask the same of the same open database.
  public static func == (left: DatabaseQuery, right: DatabaseQuery) -> Bool {
    left.database === right.database && left.query == right.query
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(database))
    hasher.combine(query)
  }
}
