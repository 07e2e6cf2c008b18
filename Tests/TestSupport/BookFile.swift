/// Tables of made-up books, as large as a test wants them.
package enum BookFile {
  /// The columns of each table, in order.
  package static let columns =
    "isbn,title,author,publisher,price,currency,shelf,minimum,count"

  /// A CSV of books with valid numbers, none twice, and titles in several scripts.
  ///
  /// The same seed gives the same text; the numbers follow from the row alone.
  package static func csv(rows: Int, seed: UInt64 = 1) -> String {
    var random = SeededGenerator(seed: seed)
    var text = columns + "\n"
    for row in 0..<rows {
      let words = vocabularies[Int.random(in: 0..<vocabularies.count, using: &random)]
      let title = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in words.words[Int.random(in: 0..<words.words.count, using: &random)] }
        .joined(separator: words.separator)
      let price =
        "\(Int.random(in: 1...99, using: &random)).\(random.next() % 2 == 0 ? "50" : "99")"
      let shelf = "\(["A", "B", "C", "D"][row % 4])-\(row % 40)"
      let minimum = row % 5 == 0 ? "2" : ""
      text +=
        "\(isbn(of: row)),\(quoted("\(title) \(row)")),\(quoted(words.author)),House \(row % 97),"
      text += "\(price),EUR,\(shelf),\(minimum),\(Int.random(in: 0...30, using: &random))\n"
    }
    return text
  }

  /// The number of a row below 400 million: of the groups 0, 2, 4 and 7, scattered in each.
  package static func isbn(of row: Int) -> String {
    let group = ["0", "2", "4", "7"][row % 4]
    // Odd and no multiple of five: so every eight digits come once.
    let scattered = (row / 4 + 1) * 61_803_399 % 100_000_000
    let padded = String(String(scattered + 100_000_000).dropFirst())
    let digits = "978" + group + padded
    let sum = digits.utf8.enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - 48) * (digit.offset % 2 == 0 ? 1 : 3)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(",") || text.contains("\"") else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  private static let vocabularies: [(words: [String], separator: String, author: String)] = [
    (["Time", "Whale", "The", "Garden", "Letters,", "\"Old\"", "Sea", "House"], " ", "Bell, Ada"),
    (["Étoile", "Forêt", "Cœur", "Été", "Nuit", "Ça"], " ", "Noël, Zoë"),
    (["紅", "樓", "夢", "山", "水", "書", "店"], "", "曹雪芹"),
    (["ひかり", "銀河", "鉄道", "夜", "猫"], "の", "宮沢賢治"),
    (["바다", "하늘", "별", "책"], " ", "김소월"),
    (["كتاب", "ليلة", "بحر"], " ", "ابن المقفع"),
    (["ספר", "ים", "לילה"], " ", "אברהם מאפו"),
    (["Война", "мир", "Ночь", "Море"], " ", "Толстой, Лев"),
    (["หนังสือ", "ทะเล"], "", "สุนทรภู่"),
    (["📚", "🐋", "Книга", "Book"], " ", "Anon"),
  ]
}
