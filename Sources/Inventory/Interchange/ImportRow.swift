/// One book as a file has it; nil fields are not in the file and stay as they are.
public struct ImportRow: Hashable, Sendable {
  /// The book.
  public var key: StockKey

  /// The line in the file, nil for trees.
  public var line: Int?

  /// The copies, nil where the file has no such column.
  public var count: Int?

  /// The title, cleaned as all texts here.
  public var title: String?

  /// The authors.
  public var author: String?

  /// The publisher.
  public var publisher: String?

  /// The price with a decimal point.
  public var price: String?

  /// The currency as the file has it.
  public var currency: String?

  /// Where it stands in the shop.
  public var shelf: String?

  /// The count below which it is short.
  public var minimum: Int?

  /// A free note.
  public var note: String?

  /// The address of a page about it.
  public var url: String?

  /// The name of its cover picture in the object storage.
  public var icon: String?

  /// When the record last changed, in whole seconds since 1970.
  public var timestamp: Int64?

  /// When it was last counted, in seconds since 1970.
  public var counted: Int64?

  /// Creates a row that says nothing yet.
  public init(key: StockKey, line: Int? = nil) {
    self.key = key
    self.line = line
  }
}
