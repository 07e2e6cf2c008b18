import JSONTree

/// Children in the order of a query, found by place in logarithmic time.
struct OrderedRows: Sendable, Hashable {
  /// The children, ascending by place.
  private(set) var children: [Child]

  /// Takes children that are already in order, as a `TreeReader` gives them.
  init(_ children: [Child] = []) {
    self.children = children
  }

  /// The index of the first child that is not before a place.
  func index(of place: Place) -> Int {
    var low = 0
    var high = children.count
    while low < high {
      let middle = (low + high) / 2
      if children[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The key of the last child before a place, whether or not a child stands there.
  func key(before place: Place) -> Key? {
    let index = index(of: place)
    return index == 0 ? nil : children[index - 1].key
  }

  /// Takes out the old and puts in the new children of some deltas.
  ///
  /// A few are moved one by one, linear in the number of rows each; many are sorted in at once.
  mutating func apply(_ deltas: [ChildDelta]) {
    if deltas.count <= OrderedRows.singleSteps {
      for delta in deltas { applyOne(delta) }
      return
    }
    let gone = Set(deltas.compactMap { $0.old?.key })
    var kept = children.filter { !gone.contains($0.key) }
    kept.append(contentsOf: deltas.compactMap(\.new))
    kept.sort { $0.place < $1.place }
    children = kept
  }

  /// How many children are moved one by one; sorting anew costs more than that many moves.
  private static let singleSteps = 8

  private mutating func applyOne(_ delta: ChildDelta) {
    if let old = delta.old, let new = delta.new, old.place == new.place {
      children[index(of: new.place)] = new
      return
    }
    if let old = delta.old { children.remove(at: index(of: old.place)) }
    if let new = delta.new { children.insert(new, at: index(of: new.place)) }
  }

  /// The differences between these rows and newer ones of the same query.
  func deltas(to newer: OrderedRows) -> [ChildDelta] {
    var unseen: [Key: Child] = [:]
    unseen.reserveCapacity(children.count)
    for child in children { unseen[child.key] = child }
    var deltas: [ChildDelta] = []
    for child in newer.children {
      let old = unseen.removeValue(forKey: child.key)
      if old != child { deltas.append(ChildDelta(old: old, new: child)) }
    }
    for child in children where unseen[child.key] != nil {
      deltas.append(ChildDelta(old: child, new: nil))
    }
    return deltas
  }
}
