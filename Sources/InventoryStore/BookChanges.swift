/// What a fix changes; nil leaves a field as it is, an empty text clears it.
public struct BookChanges: Sendable, Hashable {
  public var title: String?
  public var url: String?
  public var icon: String?
  public var author: String?
  public var publisher: String?
  public var price: String?
  public var currency: String?
  public var shelf: String?
  public var note: String?
  /// The low-stock limit; `.some(nil)` clears it.
  public var minimum: Int??
  public var count: Int?

  /// Changes that leave every field as it is.
  public init() {}

  public var isEmpty: Bool { self == BookChanges() }
}
