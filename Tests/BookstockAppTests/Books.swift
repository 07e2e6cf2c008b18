import Inventory

/// The books that the tests scan.
enum Books {
  static let timeMachine = key("9780306406157")
  static let mobyDick = key("9780804429573")
  static let dream = key("9789570502145")
  static let west = key("9787020002207")
  static let unknown = key("9791090636071")

  static func key(_ text: String) -> StockKey {
    guard let key = StockKey(text) else { preconditionFailure("a test's key is a key") }
    return key
  }

  /// Seconds since 1970 at 12:04 UTC of 2026-11-30, of June 14, and of a year before.
  static let noon: Int64 = 1_796_040_240
  static let june: Int64 = 1_781_427_600
  static let lastYear: Int64 = 1_749_891_600

  static let shop: [Book] = [
    Book(
      key: timeMachine, title: "The Time Machine", count: 6, timestamp: noon, author: "H. G. Wells",
      publisher: "Heinemann", price: "9.50", currency: "EUR", shelf: "A-3", minimum: 2),
    Book(
      key: mobyDick, title: "Moby-Dick; or, The Whale", count: 0, timestamp: june,
      author: "Herman Melville"),
    Book(key: dream, title: "紅樓夢", count: 2, timestamp: noon, author: "曹雪芹", publisher: "商務"),
    Book(key: west, title: "西游记", count: -2, timestamp: lastYear, author: "吴承恩"),
  ]

  /// A shop of many books, with valid numbers and titles in order.
  static func many(_ count: Int) -> [Book] {
    (0..<count).map { index in
      Book(
        key: key(isbn(index)), title: "Book \(padded(index))", count: index % 7, timestamp: june)
    }
  }

  /// The nth ISBN of a made-up publisher.
  static func isbn(_ index: Int) -> String {
    let body = "97800" + String(String(100_000_00 + index).suffix(7))
    let sum = body.enumerated().reduce(0) { sum, next in
      sum + (next.element.wholeNumberValue ?? 0) * (next.offset % 2 == 0 ? 1 : 3)
    }
    return body + String((10 - sum % 10) % 10)
  }

  private static func padded(_ index: Int) -> String {
    String(String(1_000_000 + index).suffix(6))
  }
}
