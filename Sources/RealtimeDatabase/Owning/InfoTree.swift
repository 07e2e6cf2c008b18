import JSONTree

/// What this program knows of itself: the read-only tree at `/.info`.
///
/// Firebase: `.info`, on the client's side and seen by no other.
struct InfoTree: TreeReader, Sendable {
  /// Whether `goOffline()` was not called last.
  var isConnected = true {
    didSet { if isConnected != oldValue { revision = revision.next } }
  }
  /// Counts its own changes; it has nothing to do with the file's.
  private(set) var revision = Revision.zero

  /// The place that changes.
  static let connected = Path.info.child("connected")

  /// The whole; the file is on this machine, so that its clock is this one.
  private var info: Node {
    ["connected": .leaf(.bool(isConnected)), "serverTimeOffset": 0]
  }

  func node(at path: Path) -> Node {
    Path.info.suffix(of: path).map { info[$0] } ?? .empty
  }

  func children(of query: Query) -> [Child] {
    query.select(from: node(at: query.path))
  }

  func window(of query: Query, from anchor: WindowAnchor, before: Int, after: Int) -> [Child] {
    Query.window(of: children(of: query), from: anchor, before: before, after: after)
  }

  func total(of query: Query) -> Int { children(of: query).count }

  func sum(of path: Path, in query: Query) -> Scalar {
    children(of: query).reduce(.integer(0)) { sum, child in
      child.node[path].scalar.map { Scalar.sum(sum, $0) } ?? sum
    }
  }

  func rank(of place: Place, in query: Query) -> Int {
    Query.rank(of: place, in: children(of: query))
  }

  func changes(since revision: Revision) -> ChangeSet {
    ChangeSet(self.revision, paths: self.revision == revision ? [] : [InfoTree.connected])
  }
}
