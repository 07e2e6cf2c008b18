import JSONTree

@testable import RealtimeDatabase

/// A tree in memory with its whole history of changes: the plainest `TreeReader`.
struct MemoryTree: TreeReader {
  private(set) var root = Node.empty
  private(set) var revision = Revision.zero
  private var history: [ChangeSet] = []
  /// How often something was read, by kind.
  let readings = Readings()

  final class Readings {
    var nodes = 0
    var children = 0
    var windows = 0
    var ranks = 0
  }

  /// Writes, and remembers which places it touched.
  mutating func apply(_ write: Write) {
    root = write.applied(to: root, at: 0)
    revision = revision.next
    history.append(ChangeSet(revision, paths: write.steps.map(\.path)))
  }

  /// The last change.
  var lastChange: ChangeSet { history.last ?? ChangeSet(revision, paths: []) }

  func node(at path: Path) -> Node {
    readings.nodes += 1
    return root[path]
  }

  func children(of query: Query) -> [Child] {
    readings.children += 1
    return query.select(from: root[query.path])
  }

  func window(of query: Query, from anchor: WindowAnchor, before: Int, after: Int) -> [Child] {
    readings.windows += 1
    return Query.window(
      of: query.select(from: root[query.path]), from: anchor, before: before, after: after)
  }

  func total(of query: Query) -> Int { query.select(from: root[query.path]).count }

  func sum(of path: Path, in query: Query) -> Scalar {
    query.select(from: root[query.path]).reduce(.integer(0)) { sum, child in
      child.node[path].scalar.map { Scalar.sum(sum, $0) } ?? sum
    }
  }

  func rank(of place: Place, in query: Query) -> Int {
    readings.ranks += 1
    return Query.rank(of: place, in: query.select(from: root[query.path]))
  }

  func changes(since revision: Revision) -> ChangeSet {
    history.filter { $0.revision > revision }
      .reduce(ChangeSet(self.revision, paths: [])) { $0.union($1) }
  }
}

extension Write {
  /// The write of one place without server values; spares literals a type.
  static func put(_ path: Path, _ node: Node) throws -> Write {
    try Write([.set(path, .node(node))])
  }
}
