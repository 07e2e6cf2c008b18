/// A book in stock, as it stands at `/BarCode/<key>`.
public struct Book: Hashable, Sendable {
  /// The key it stands under.
  public var key: StockKey

  /// The title; empty while nobody has given one.
  public var title: String

  /// The address of a page about it.
  public var url: String?

  /// The name of its cover picture in the object storage.
  public var icon: String?

  /// Copies in stock; an old negative count is possible.
  public var count: Int

  /// When the record last changed, in whole seconds since 1970 by the desk's clock.
  public var timestamp: Int64

  /// The authors, as people write them.
  public var author: String?

  /// The publisher.
  public var publisher: String?

  /// The price as text with a decimal point, see ``Price``.
  public var price: String?

  /// The price's currency as people wrote it, as `EUR`.
  public var currency: String?

  /// Where it stands in the shop.
  public var shelf: String?

  /// The count below which it is short.
  public var minimum: Int?

  /// A free note.
  public var note: String?

  /// When it was last counted in a stock-taking, in seconds since 1970.
  public var counted: Int64?

  /// Creates a book; what is not given is not there.
  public init(
    key: StockKey, title: String = "", url: String? = nil, icon: String? = nil, count: Int = 0,
    timestamp: Int64 = 0, author: String? = nil, publisher: String? = nil, price: String? = nil,
    currency: String? = nil, shelf: String? = nil, minimum: Int? = nil, note: String? = nil,
    counted: Int64? = nil
  ) {
    self.key = key
    self.title = title
    self.url = url
    self.icon = icon
    self.count = count
    self.timestamp = timestamp
    self.author = author
    self.publisher = publisher
    self.price = price
    self.currency = currency
    self.shelf = shelf
    self.minimum = minimum
    self.note = note
    self.counted = counted
  }

  /// Whether there are fewer copies than the minimum asks for.
  public var isShort: Bool {
    if let minimum { count < minimum } else { false }
  }
}
