/// The places that changed up to a revision: at or below each of them something may be different.
///
/// The places are minimal: none lies in another. Beyond `Limits.changedPaths` the deepest are
/// replaced by their parents, the largest families first; at worst the root stands for everything.
public struct ChangeSet: Sendable, Hashable {
  /// The revision that the changes lead to.
  public let revision: Revision
  /// The changed places, sorted.
  public let paths: [Path]

  /// Creates a change set of places in any order.
  public init(_ revision: Revision, paths: some Sequence<Path>) {
    self.revision = revision
    self.paths = ChangeSet.collapsed(ChangeSet.minimal(paths.sorted()))
  }

  /// The change set that says: anything may be different.
  public static func everything(_ revision: Revision) -> ChangeSet {
    ChangeSet(revision, paths: CollectionOfOne(Path.root))
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { paths.isEmpty }

  /// Whether anything may be different.
  public var isEverything: Bool { paths.first?.isRoot == true }

  /// The changes of both, up to the later revision.
  public func union(_ other: ChangeSet) -> ChangeSet {
    ChangeSet(max(revision, other.revision), paths: paths + other.paths)
  }

  /// Whether something at, above or below a place changed.
  ///
  /// Costs O(log n).
  public func touches(_ path: Path) -> Bool {
    let index = firstIndex(notBefore: path)
    if index < paths.count, path.contains(paths[index]) { return true }
    return index > 0 && paths[index - 1].contains(path)
  }

  /// The children of a place in which something changed; nil when all of them may have.
  public func children(of path: Path) -> Set<Key>? {
    var index = firstIndex(notBefore: path)
    if index > 0, paths[index - 1].contains(path) { return nil }
    var keys: Set<Key> = []
    while index < paths.count, path.contains(paths[index]) {
      guard paths[index].depth > path.depth else { return nil }
      keys.insert(paths[index].keys[path.depth])
      index += 1
    }
    return keys
  }

  private func firstIndex(notBefore path: Path) -> Int {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Drops what lies in another; `sorted` is in path order.
  private static func minimal(_ sorted: [Path]) -> [Path] {
    var result: [Path] = []
    for path in sorted {
      if let last = result.last, last.contains(path) { continue }
      result.append(path)
    }
    return result
  }

  /// Replaces the deepest places by their parents, the largest families first, until few are left.
  private static func collapsed(_ paths: [Path]) -> [Path] {
    var paths = paths
    while paths.count > Limits.changedPaths {
      let deepest = paths.reduce(0) { max($0, $1.depth) }
      var families: [Path: Int] = [:]
      for path in paths where path.depth == deepest {
        families[path.parent ?? .root, default: 0] += 1
      }
      var excess = paths.count - Limits.changedPaths
      var chosen: Set<Path> = []
      for (parent, count) in families.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
      where excess > 0 {
        chosen.insert(parent)
        excess -= count - 1
      }
      paths = minimal(
        paths.map { path in
          guard path.depth == deepest, let parent = path.parent else { return path }
          return chosen.contains(parent) ? parent : path
        }.sorted())
    }
    return paths
  }
}
