import Inventory

/// Many books at once, counting, words, and JSON by SQLite's own functions.
extension Peer {
  private static let fields = "isbn, title, url, icon, count, timestamp"

  /// Reads all books.
  func books() throws(PeerError) -> [PeerBook] {
    try rows(of: "SELECT \(Peer.fields) FROM book ORDER BY isbn")
  }

  /// Reads the books that were stamped last, oldest first.
  func newest(_ limit: Int) throws(PeerError) -> [PeerBook] {
    let statement = try statement(
      "SELECT \(Peer.fields) FROM book ORDER BY timestamp DESC, isbn DESC LIMIT ?1")
    statement.bind(1, Int64(limit))
    return try Peer.rows(of: statement, limit).reversed()
  }

  /// The number of books, by looking at all: SQLite keeps no count.
  func total() throws(PeerError) -> Int64 {
    try number(of: "SELECT count(*) FROM book")
  }

  /// How many books stand before one in the order of titles.
  func rank(of title: String, _ isbn: Int64) throws(PeerError) -> Int64 {
    let statement = try statement("SELECT count(*) FROM book WHERE (title, isbn) < (?1, ?2)")
    statement.bind(1, title)
    statement.bind(2, isbn)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Lists the titles' words, Chinese ones by single characters, in a table of FTS5; does nothing
  /// when it is there.
  func addWords() throws(PeerError) {
    guard try number(of: "SELECT count(*) FROM sqlite_schema WHERE name = 'book_words'") == 0
    else { return }
    try execute(
      """
      CREATE VIRTUAL TABLE book_words USING fts5(
        title, content = '', tokenize = "unicode61 remove_diacritics 2")
      """)
    let all = try books()
    let add = try statement("INSERT INTO book_words (rowid, title) VALUES (?1, ?2)")
    try execute("BEGIN")
    for book in all {
      add.bind(1, book.isbn)
      add.bind(2, Peer.spaced(book.title))
      try add.run()
    }
    try execute("COMMIT")
  }

  /// The first books whose titles hold all words of a text; the last may be incomplete.
  func books(holding text: String, limit: Int) throws(PeerError) -> [PeerBook] {
    let statement = try statement(
      """
      SELECT \(Peer.fields.split(separator: ", ").map { "book." + $0 }.joined(separator: ", "))
      FROM book_words JOIN book ON book.isbn = book_words.rowid
      WHERE book_words MATCH ?1 ORDER BY book_words.rowid LIMIT ?2
      """)
    let words = Peer.spaced(text).split(separator: " ").map { "\"\($0)\"" }
    statement.bind(1, words.joined(separator: " ") + " *")
    statement.bind(2, Int64(limit))
    return try Peer.rows(of: statement, limit)
  }

  /// The text with spaces around what is no letter of an alphabet.
  private static func spaced(_ text: String) -> String {
    var spaced = ""
    for scalar in text.unicodeScalars {
      let isIdeograph = scalar.properties.isIdeographic
      if isIdeograph { spaced += " " }
      spaced.unicodeScalars.append(scalar)
      if isIdeograph { spaced += " " }
    }
    return spaced
  }

  /// All books as a JSON object, made by SQLite.
  func document() throws(PeerError) -> Int {
    let statement = try statement(
      """
      SELECT json_group_object(isbn, json_object('isbn', isbn, 'title', title, 'url', url,
        'icon', icon, 'count', count, 'timestamp', timestamp)) FROM book
      """)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0).utf8.count : 0
  }

  /// Parses a JSON object of objects of books by SQLite; returns the bytes of their values.
  func parse(_ document: String) throws(PeerError) -> Int64 {
    let statement = try statement("SELECT sum(length(value)) FROM json_each(?1, '$.BarCode')")
    statement.bind(1, document)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  private func rows(of text: String) throws(PeerError) -> [PeerBook] {
    try Peer.rows(of: try statement(text), 0)
  }

  private func number(of text: String) throws(PeerError) -> Int64 {
    try Peer.number(of: try statement(text))
  }
}
