/// What a window of children is laid around.
public enum WindowAnchor: Sendable, Hashable {
  /// The first `before + after` children.
  case first
  /// The last `before + after` children.
  case last
  /// The last `before` children before a place and the first `after` from it on, whether or not
  /// a child stands there.
  case place(Place)
  /// The `before` children before a position, counted from 0, and the `after` from it on.
  case offset(Int)
}

extension Query {
  /// The window around an anchor, of all children that the query asks for, sorted.
  public static func window(
    of children: [Child], from anchor: WindowAnchor, before: Int, after: Int
  ) -> [Child] {
    let (before, after) = (max(before, 0), max(after, 0))
    let (size, overflow) = before.addingReportingOverflow(after)
    let middle: Int
    switch anchor {
    case .first: return Array(children.prefix(overflow ? Int.max : size))
    case .last: return Array(children.suffix(overflow ? Int.max : size))
    case .place(let place): middle = rank(of: place, in: children)
    case .offset(let offset): middle = min(max(offset, 0), children.count)
    }
    return Array(children[..<middle].suffix(before) + children[middle...].prefix(after))
  }

  /// How many of sorted children stand before a place.
  ///
  /// Costs O(log n).
  public static func rank(of place: Place, in children: [Child]) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
