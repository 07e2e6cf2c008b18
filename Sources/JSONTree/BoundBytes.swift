/// A bound as the bytes that the index compares: `(sort, key)` against a child's.
///
/// An empty `key` lies before every key, `FF` behind every key.
package struct BoundBytes: Sendable, Hashable {
  /// The order bytes of the value.
  package let sort: SortKey
  /// The order bytes of the key, or what lies before or behind all keys.
  package let key: SortKey
  /// Whether a child exactly there belongs to the range.
  package let isInclusive: Bool

  /// Behind every key.
  static let afterKeys = SortKey(bytes: [0xFF])
}

extension Bound {
  /// The bytes of a lower or an upper bound in an order.
  func bytes(isLower: Bool, under ordering: Ordering) -> BoundBytes {
    if ordering == .key {
      var text = ""
      if case .string(let value) = value { text = value }
      return BoundBytes(sort: .none, key: SortKey(keyText: text), isInclusive: isInclusive)
    }
    let sort: SortKey
    switch ordering {
    case .folded: sort = SortKey(folded: value.map { .leaf($0) } ?? .empty)
    case .key, .value, .priority, .child: sort = SortKey(scalar: value)
    }
    if let key {
      return BoundBytes(sort: sort, key: SortKey(key: key), isInclusive: isInclusive)
    }
    // Without a key, all children of the value lie inside, or all outside.
    let all = isLower == isInclusive ? SortKey.none : BoundBytes.afterKeys
    return BoundBytes(sort: sort, key: all, isInclusive: isInclusive)
  }
}
