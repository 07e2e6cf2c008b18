internal import JSONTree

/// A gap between two places of an order: everything from `(sort, key)` on lies behind it.
///
/// `key` is a key's component, or the beginning of one, as lists keep it.
struct Cut: Equatable {
  var sort: [UInt8]
  var key: PathBytes

  /// Before everything.
  static let first = Cut(sort: [], key: [])
  /// Behind everything: no order byte is so great.
  static let last = Cut(sort: [0xFF], key: [])

  init(sort: [UInt8], key: PathBytes) {
    self.sort = sort
    self.key = key
  }

  /// The gap directly before a place.
  init(before place: Place) {
    self.init(sort: place.sort.bytes, key: PathCoding.bytes(of: place.key))
  }

  /// The gap where a lower bound lets children in.
  init(lower bound: BoundBytes) {
    self.init(bound, isBehind: !bound.isInclusive)
  }

  /// The gap behind which an upper bound lets none in.
  init(upper bound: BoundBytes) {
    self.init(bound, isBehind: bound.isInclusive)
  }

  private init(_ bound: BoundBytes, isBehind: Bool) {
    sort = bound.sort.bytes
    key = bound.key.bytes
    guard let tag = key.first, tag != PathCoding.above else { return }
    guard tag == PathCoding.textTag else {
      if isBehind { key.append(PathCoding.above) }
      return
    }
    // A bound in key order may be a text that no key can be. Keys hold no NUL: beyond one, the
    // bound lies between the key before the NUL and all others.
    if let null = key.firstIndex(of: 0) {
      key.removeSubrange(null...)
      key += [0, PathCoding.above]
    } else if isBehind {
      key += [0, PathCoding.above]
    }
  }

  /// Whether a place lies before the gap.
  func isBehind(_ place: Place) -> Bool {
    if place.sort.bytes != sort { return place.sort < SortKey(bytes: sort) }
    return PathCoding.bytes(of: place.key).lexicographicallyPrecedes(key)
  }

  /// Whether a key's component lies before the gap, in the order by key.
  func isBehind(_ component: UnsafeRawBufferPointer) -> Bool {
    sort.isEmpty ? key.withUnsafeBytes { PathCoding.compare(component, $0) < 0 } : true
  }

  /// The gap as rows of a list show it, before all rows whose sort bytes were cut off alike.
  var lowerIndexed: Cut {
    sort.count < Limits.indexedBytes
      ? self : Cut(sort: Array(sort.prefix(Limits.indexedBytes)), key: [])
  }

  /// The gap as rows of a list show it, behind all rows whose sort bytes were cut off alike.
  var upperIndexed: Cut {
    sort.count < Limits.indexedBytes
      ? self : Cut(sort: Array(sort.prefix(Limits.indexedBytes)), key: [PathCoding.above])
  }

  /// The later of two gaps.
  static func later(_ one: Cut, _ other: Cut) -> Cut {
    one.precedes(other) ? other : one
  }

  /// The earlier of two gaps.
  static func earlier(_ one: Cut, _ other: Cut) -> Cut {
    one.precedes(other) ? one : other
  }

  private func precedes(_ other: Cut) -> Bool {
    sort == other.sort
      ? key.lexicographicallyPrecedes(other.key) : sort.lexicographicallyPrecedes(other.sort)
  }
}

/// The children between two gaps of an order.
struct Span {
  var lower: Cut
  var upper: Cut

  /// The range of a query; its limit is not looked at.
  init(of query: Query) {
    lower = query.lowerBytes.map { Cut(lower: $0) } ?? .first
    upper = query.upperBytes.map { Cut(upper: $0) } ?? .last
  }

  /// Whether nothing is left out.
  var isWhole: Bool { lower == .first && upper == .last }

  /// Whether a place lies between the gaps.
  func contains(_ place: Place) -> Bool {
    !lower.isBehind(place) && upper.isBehind(place)
  }

  /// What lies before a place.
  func before(_ place: Place) -> Span {
    var span = self
    span.upper = .earlier(upper, Cut(before: place))
    return span
  }

  /// What lies from a place on.
  func from(_ place: Place) -> Span {
    var span = self
    span.lower = .later(lower, Cut(before: place))
    return span
  }

  /// The rows of a split node's children, in the order by key.
  func rows(of parent: PathBytes) -> PathRange {
    var range = PathRange.children(of: parent)
    if !lower.key.isEmpty { range.lower = parent + lower.key }
    if upper != .last { range.upper = parent + upper.key }
    return range
  }
}
