import Inventory

/// Made-up books: six fields each, titles Latin and Chinese, sorted by their numbers.
///
/// The same count gives the same books.
enum SampleBooks {
  static func make(_ count: Int) -> [Book] {
    var random = Lottery(seed: 1)
    var keys: [StockKey] = []
    keys.reserveCapacity(count)
    for index in 0..<count {
      if let key = StockKey(isbn(of: index)) { keys.append(key) }
    }
    keys.sort()
    return keys.map { key in
      var book = Book(key: key, title: title(&random), count: Int(random.below(30)))
      book.timestamp = 1_400_000_000 + Int64(random.below(200_000_000))
      book.url = "https://books.google.com/books?id=\(word(of: 12, &random))"
      book.icon = "covers/\(key.text).jpg"
      return book
    }
  }

  /// The number of a book: thirteen valid digits, scattered over the groups 0, 1 and 7.
  private static func isbn(of index: Int) -> String {
    let group = ["0", "1", "7"][index % 3]
    // Odd and no multiple of five: so every eight digits come once.
    let scattered = index / 3 * 61_803_399 % 100_000_000
    let digits = "978" + group + String(String(scattered + 100_000_000).dropFirst())
    let sum = digits.utf8.enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - 48) * (digit.offset % 2 == 0 ? 1 : 3)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  private static func title(_ random: inout Lottery) -> String {
    if random.below(2) == 0 {
      return (0..<4 + random.below(8)).map { _ in characters.element(random.next()) }.joined()
    }
    return (0..<2 + random.below(4)).map { _ in words.element(random.next()) }
      .joined(separator: " ")
  }

  private static func word(of length: Int, _ random: inout Lottery) -> String {
    String((0..<length).map { _ in letters.element(random.next()) })
  }

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let words = [
    "The", "Garden", "Whale", "Time", "Letters", "of", "a", "House", "Étoile", "Forêt", "Nuit",
    "Sea", "Winter", "Journey", "Island", "History", "Über", "Straße", "Memory", "Light",
  ]
  private static let characters = [
    "紅", "樓", "夢", "山", "水", "書", "店", "城", "春", "秋", "人", "間", "詞", "話", "三", "國",
    "西", "遊", "記", "的", "故", "事", "天", "龍",
  ]
}

/// Random numbers whose whole sequence follows from one (SplitMix64).
struct Lottery: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below the bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension Array {
  /// The element that a random number picks.
  fileprivate func element(_ number: UInt64) -> Element { self[Int(number % UInt64(count))] }

  /// An element picked at random.
  func picked(by random: inout Lottery) -> Element { self[random.below(count)] }
}
