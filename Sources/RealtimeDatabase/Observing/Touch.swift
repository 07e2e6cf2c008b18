import JSONTree

/// What of an observed place a step has touched.
enum Touch: Sendable, Hashable {
  /// Nothing at the place or below it.
  case nothing
  /// Certain places below it, relative to it, none of them inside another.
  case below([Path])
  /// All of it.
  case everything

  /// Relates a step to a place.
  init(of changes: ChangeSet, on path: Path) {
    guard changes.touches(path) else {
      self = .nothing
      return
    }
    guard let children = changes.children(of: path) else {
      self = .everything
      return
    }
    self = children.isEmpty ? .nothing : .below(changes.paths.compactMap(path.suffix(of:)))
  }

  /// The children that relative places lie in or at, each once, in order of first mention.
  static func children(of suffixes: [Path]) -> [Key] {
    var seen: Set<Key> = []
    return suffixes.compactMap(\.keys.first).filter { seen.insert($0).inserted }
  }
}
