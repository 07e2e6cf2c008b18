internal import JSONTree

/// Keeps the words of declared texts in full-text tables (SQLite: FTS5).
///
/// The tables keep no texts, only where words occur; the texts are in the records. `word` says
/// which child a document is.
final class WordWriter {
  private let connection: Connection
  private let find: Statement
  private let insert: Statement
  private let delete: Statement

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    find = try connection.statement("SELECT id FROM word WHERE words = ?1 AND key = ?2")
    insert = try connection.statement("INSERT INTO word (words, key) VALUES (?1, ?2)")
    delete = try connection.statement("DELETE FROM word WHERE id = ?1")
  }

  /// The name of a declaration's table.
  static func table(_ words: ListedLocation.Words) -> String { "text\(words.id)" }

  /// Makes the table of a declaration.
  ///
  /// The words come folded and with spaces between; the `ascii` tokenizer splits there and nowhere
  /// else, whatever version of Unicode SQLite knows.
  static func makeTable(
    for words: ListedLocation.Words, in connection: Connection
  ) throws(StoreError) {
    try connection.execute(
      "CREATE VIRTUAL TABLE \(table(words)) USING fts5(words, content='', tokenize='ascii')")
  }

  /// Forgets all words of a declaration.
  func empty(_ words: ListedLocation.Words) throws(StoreError) {
    let table = WordWriter.table(words)
    try connection.statement("INSERT INTO \(table) (\(table)) VALUES ('delete-all')").run()
    try connection.statement("DELETE FROM word WHERE words = ?1").bind(1, words.id).run()
  }

  /// Brings the words of one child up to date.
  func update(
    _ words: ListedLocation.Words, _ component: PathBytes, old: Node, new: Node
  ) throws(StoreError) {
    // Most writes leave the texts alone: comparing costs less than folding them.
    if words.children.allSatisfy({ old[$0] == new[$0] }) { return }
    let before = Words.text(of: old, at: words.children)
    let after = Words.text(of: new, at: words.children)
    if before == after { return }
    let table = WordWriter.table(words)
    var id: Int64?
    if !before.isEmpty {
      find.bind(1, words.id).bind(2, component)
      if try find.step() { id = find.integer(0) }
      find.reset()
    }
    if let id {
      try connection.statement(
        "INSERT INTO \(table) (\(table), rowid, words) VALUES ('delete', ?1, ?2)"
      )
      .bind(1, id).bind(2, before).run()
    }
    if after.isEmpty {
      if let id { try delete.bind(1, id).run() }
      return
    }
    if id == nil {
      try insert.bind(1, words.id).bind(2, component).run()
      id = connection.lastRow
    }
    try connection.statement("INSERT INTO \(table) (rowid, words) VALUES (?1, ?2)")
      .bind(1, id ?? 0).bind(2, after).run()
  }
}
