/// One end of a query's range: a value of the order and, among equal ones, a key.
public struct Bound: Sendable, Hashable {
  /// The value; nil stands for "nothing there".
  ///
  /// In the order by key, the key as a text.
  public let value: Scalar?
  /// The key among children of that value; nil for all of them.
  public let key: Key?
  /// Whether what stands exactly there belongs to the range.
  public let isInclusive: Bool

  /// Creates a bound.
  public init(value: Scalar?, key: Key? = nil, isInclusive: Bool = true) {
    self.value = value
    self.key = key
    self.isInclusive = isInclusive
  }
}
