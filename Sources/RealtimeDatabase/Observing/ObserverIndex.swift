import JSONTree

/// Finds the observers whose region a change touches: a tree of keys with observers at its nodes.
///
/// An observer's region is its place and everything below. Finding costs the depth of the touched
/// path and the observers found, however many others there are.
struct ObserverIndex: Sendable {
  /// Names an observer; smaller numbers registered earlier.
  typealias ID = Int

  /// One place of the tree of keys.
  private struct Branch: Sendable {
    var observers: Set<ID> = []
    var branches: [Key: Branch] = [:]

    var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    func collectAll(into found: inout Set<ID>) {
      found.formUnion(observers)
      for branch in branches.values { branch.collectAll(into: &found) }
    }
  }

  private var root = Branch()
  private var places: [ID: Path] = [:]

  /// Whether nobody observes anything.
  var isEmpty: Bool { places.isEmpty }

  /// Registers an observer at a place.
  mutating func insert(_ id: ID, at path: Path) {
    places[id] = path
    Self.change(&root, along: path.keys[...]) { $0.observers.insert(id) }
  }

  /// Forgets an observer.
  mutating func remove(_ id: ID) {
    guard let path = places.removeValue(forKey: id) else { return }
    Self.change(&root, along: path.keys[...]) { $0.observers.remove(id) }
  }

  /// The observers at exactly one place, in order of registration.
  func observers(at path: Path) -> [ID] {
    var branch = root
    for key in path.keys {
      guard let next = branch.branches[key] else { return [] }
      branch = next
    }
    return branch.observers.sorted()
  }

  /// The observers that a step touches, in the order in which they report it.
  ///
  /// Firebase: deeper places first (descendants before ancestors); at one place, in order of
  /// registration.
  func touched(by changes: ChangeSet) -> [ID] {
    var found: Set<ID> = []
    if changes.isEverything {
      root.collectAll(into: &found)
    } else {
      for path in changes.paths { collect(along: path, into: &found) }
    }
    guard found.count > 1 else { return Array(found) }
    let named = found.map { (id: $0, path: places[$0] ?? .root) }
    return named.sorted { Self.reports($0, before: $1) }.map(\.id)
  }

  private func collect(along path: Path, into found: inout Set<ID>) {
    var branch = root
    for key in path.keys {
      found.formUnion(branch.observers)
      guard let next = branch.branches[key] else { return }
      branch = next
    }
    branch.collectAll(into: &found)
  }

  private static func reports(_ one: (id: ID, path: Path), before other: (id: ID, path: Path))
    -> Bool
  {
    if one.path == other.path { return one.id < other.id }
    for (left, right) in zip(one.path.keys, other.path.keys) where left != right {
      return left < right
    }
    return one.path.depth > other.path.depth
  }

  private static func change(
    _ branch: inout Branch, along keys: ArraySlice<Key>, _ body: (inout Branch) -> Void
  ) {
    guard let key = keys.first else { return body(&branch) }
    // Taking the child out keeps it uniquely held, so that nothing is copied on the way down.
    var next = branch.branches.removeValue(forKey: key) ?? Branch()
    change(&next, along: keys.dropFirst(), body)
    if !next.isEmpty { branch.branches[key] = next }
  }
}
