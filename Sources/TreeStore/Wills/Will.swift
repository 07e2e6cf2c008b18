package import JSONTree

/// What a client leaves to be written when it goes, as a path tree.
///
/// No step writes where another does, so that the whole is one write. A later registration replaces
/// what was registered at its place and below it; where a place above is written whole, it becomes
/// a part of that value. A cancellation forgets what was registered at its place and below it; of a
/// value that is registered for a place above, the other children stay. Firebase: its own client's
/// tree of on-disconnect writes, and "the write at this location will be canceled, though writes to
/// sibling locations will still occur".
struct Will {
  /// A step and the bytes of its place.
  struct Row: Equatable {
    var place: PathBytes
    var step: Write.Step
  }

  /// In the order of the places' bytes, which is the tree's.
  private(set) var rows: [Row]

  /// Creates a will of rows in the tree's order that do not overlap.
  init(_ rows: [Row] = []) {
    self.rows = rows
  }

  /// The steps in the tree's order.
  var steps: [Write.Step] { rows.map(\.step) }

  /// The step at a place.
  subscript(place: PathBytes) -> Write.Step? {
    let index = index(of: place)
    return index < rows.count && rows[index].place == place ? rows[index].step : nil
  }

  /// Registers or cancels.
  ///
  /// Costs O(log n) a step, and moving what is behind it.
  mutating func apply(_ change: WillChange) {
    switch change {
    case .register(let write):
      for step in write.steps { register(step) }
    case .cancel(let path):
      cancel(path)
    }
  }

  private mutating func register(_ step: Write.Step) {
    switch step {
    case .set(let path, let draft):
      let draft = draft.pruned
      if let (above, value) = value(at: path.depth - 1, above: path) {
        return set(above, value.setting(draft, at: Will.suffix(of: path, below: above)))
      }
      set(path, draft)
    case .priority(let path, let priority):
      if let (above, value) = value(at: path.depth, above: path) {
        let suffix = Will.suffix(of: path, below: above)
        let changed = value[suffix].settingPriority(priority)
        return set(above, value.setting(changed, at: suffix))
      }
      replace(Will.place(of: step), with: [step])
    }
  }

  private mutating func cancel(_ path: Path) {
    while let (above, value) = value(at: path.depth - 1, above: path) {
      // A value without children is written to its own place, and to no place below.
      guard let children = value.children else { return }
      let sorted = children.sorted { $0.key < $1.key }
      replace(PathCoding.bytes(of: above), with: sorted.map { .set(above.child($0), $1) })
    }
    replace(PathCoding.bytes(of: path), with: [])
  }

  private mutating func set(_ path: Path, _ draft: Draft) {
    replace(PathCoding.bytes(of: path), with: [.set(path, draft)])
  }

  /// Puts steps, in order, in the place of what is registered at a place and below it.
  private mutating func replace(_ place: PathBytes, with steps: [Write.Step]) {
    let start = index(of: place)
    var end = start
    while end < rows.count, rows[end].place.starts(with: place) { end += 1 }
    rows.replaceSubrange(
      start..<end, with: steps.map { Row(place: Will.place(of: $0), step: $0) })
  }

  /// The value registered for the first place on the way to a path, down to a depth.
  private func value(at depth: Int, above path: Path) -> (Path, Draft)? {
    guard depth >= 0 else { return nil }
    for count in 0...depth {
      let above = Path(Array(path.keys.prefix(count)))
      if case .set(_, let draft) = self[PathCoding.bytes(of: above)] { return (above, draft) }
    }
    return nil
  }

  /// Where a place is, or would be.
  private func index(of place: PathBytes) -> Int {
    var (lower, upper) = (0, rows.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if rows[middle].place.lexicographicallyPrecedes(place) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return lower
  }

  private static func suffix(of path: Path, below above: Path) -> Path {
    Path(Array(path.keys.dropFirst(above.depth)))
  }

  /// The bytes of a step's place: of a priority, those of its row.
  private static func place(of step: Write.Step) -> PathBytes {
    let bytes = PathCoding.bytes(of: step.path)
    if case .priority = step { return bytes + [PathCoding.priorityTag] }
    return bytes
  }
}

/// A change of what a client leaves.
package enum WillChange: Sendable, Hashable {
  /// To be written when the client goes.
  case register(Write)
  /// No longer to be written, at a place and below it.
  case cancel(Path)
}

extension Draft {
  /// The children of what writes a parent, or nothing; nil for a value.
  fileprivate var children: [Key: Draft]? {
    switch self {
    case .leaf, .server, .node(.leaf): nil
    case .node(.empty): [:]
    case .node(.branch), .branch: parts.children
    }
  }
}
