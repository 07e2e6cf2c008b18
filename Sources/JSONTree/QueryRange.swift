/// The range of a query as bytes.
package struct QueryRange: Sendable, Hashable {
  /// The lower end; nil when it is open.
  package let lower: BoundBytes?
  /// The upper end; nil when it is open.
  package let upper: BoundBytes?

  /// Whether a place lies inside.
  package func contains(_ place: Place) -> Bool {
    if let lower {
      let order = QueryRange.compare(place, lower)
      if order < 0 || (order == 0 && !lower.isInclusive) { return false }
    }
    if let upper {
      let order = QueryRange.compare(place, upper)
      if order > 0 || (order == 0 && !upper.isInclusive) { return false }
    }
    return true
  }

  private static func compare(_ place: Place, _ bound: BoundBytes) -> Int {
    if place.sort != bound.sort { return place.sort < bound.sort ? -1 : 1 }
    if bound.key.bytes.isEmpty { return 1 }
    if bound.key == BoundBytes.afterKeys { return -1 }
    let key = SortKey(key: place.key)
    return key == bound.key ? 0 : (key < bound.key ? -1 : 1)
  }
}
