/// Turns a table of books into a draft: a header row, then a book a row.
public struct BookTable: Sendable {
  /// The columns found, in the file's order; nil for those that are passed over.
  public let columns: [BookColumn?]

  /// The header as it stands in the file.
  public let header: [String]

  private let places: [BookColumn: [Int]]

  /// Reads a file of bytes: decoding, header and all rows.
  ///
  /// Linear in its size.
  ///
  /// - Parameter file: The whole file.
  /// - Returns: What it would bring.
  /// - Throws: ``FileFault`` if the file as a whole cannot be taken.
  public static func draft(of file: [UInt8]) throws(FileFault) -> ImportDraft {
    var reader = CSVReader(try FileText(file))
    guard let header = reader.next() else {
      throw FileFault("empty_file", "The file is empty.")
    }
    let table = try BookTable(header: header)
    return try table.draft(of: &reader)
  }

  /// Creates a table from its header row.
  ///
  /// - Throws: ``FileFault`` if no column holds ISBNs; the sentence lists what was found.
  public init(header row: CSVReader.Row) throws(FileFault) {
    header = row.cells.map { FieldText($0).text }
    columns = header.map { BookColumn.named($0) }
    var places: [BookColumn: [Int]] = [:]
    for (index, column) in columns.enumerated() {
      if let column { places[column, default: []].append(index) }
    }
    let header = header
    for (column, found) in places {
      places[column] = found.sorted {
        (BookColumn.rank(of: header[$0]), $0) < (BookColumn.rank(of: header[$1]), $1)
      }
    }
    guard places[.isbn] != nil else {
      let found = header.prefix(20).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
      throw FileFault(
        "no_isbn_column",
        "No column holds ISBNs: the first row needs a cell such as \"isbn\"; it has \(found).",
        line: row.line)
    }
    self.places = places
  }

  private func draft(of reader: inout CSVReader) throws(FileFault) -> ImportDraft {
    var draft = ImportDraft()
    draft.hasCounts = places[.count] != nil
    var lines: [StockKey: Int] = [:]
    while let row = reader.next() {
      take(row, into: &draft, &lines)
    }
    for line in reader.unclosedQuotes.prefix(100) {
      draft.warnings.append(
        .init(
          line: line, word: "unclosed_quote",
          sentence: "A quotation mark on this line is never closed; it was read as a character."))
    }
    if draft.rows.isEmpty && draft.rejected.isEmpty {
      throw FileFault("no_rows", "The file has a header and no rows.")
    }
    return draft
  }

  private func take(
    _ cells: CSVReader.Row, into draft: inout ImportDraft, _ lines: inout [StockKey: Int]
  ) {
    let input = cell(.isbn, of: cells) ?? ""
    var warnings: [ImportDraft.Warning] = []
    func reject(_ reason: String, _ sentence: String, row: ImportRow? = nil) {
      draft.rejected.append(
        .init(line: cells.line, input: input, reason: reason, sentence: sentence, row: row))
    }
    let key: StockKey
    var refusal: CodeReason?
    switch Code.parse(input) {
    case .isbn(let isbn, let warning, _):
      key = StockKey(isbn)
      if let warning {
        warnings.append(
          .init(line: cells.line, key: key, word: warning.rawValue, sentence: warning.sentence))
      }
    case .rejected(.inStore, let code, _):
      guard let own = StockKey(code) else { return }
      key = own
      refusal = .inStore
    case .rejected(let reason, let code, _):
      return reject(reason.rawValue, reason.sentence(for: code))
    case .split:
      return reject(
        CodeReason.ambiguous.rawValue, "The cell holds several codes; give each book its own row.")
    }
    guard let row = row(key, cells, &warnings) else {
      let count = cell(.count, of: cells) ?? ""
      return reject("bad_count", "The count \"\(count.prefix(40))\" is not a whole number.")
    }
    if let refusal { return reject(refusal.rawValue, refusal.sentence(), row: row) }
    if let first = lines.updateValue(cells.line, forKey: key) {
      lines[key] = first
      draft.warnings.append(
        .init(
          line: cells.line, key: key, word: "duplicate",
          sentence: "Duplicate of line \(first): the same ISBN; line \(first) stands."))
      return
    }
    draft.rows.append(row)
    draft.warnings += warnings
  }

  /// The row's fields, nil if its count is none.
  private func row(
    _ key: StockKey, _ cells: CSVReader.Row, _ warnings: inout [ImportDraft.Warning]
  ) -> ImportRow? {
    var row = ImportRow(key: key, line: cells.line)
    func warn(_ word: String, _ sentence: String) {
      warnings.append(.init(line: cells.line, key: key, word: word, sentence: sentence))
    }
    func text(_ column: BookColumn) -> String? {
      guard let raw = cell(column, of: cells) else { return nil }
      let field = FieldText(raw)
      if field.dropped > 0 {
        warn("control_characters", "Control characters in the \(column.rawValue) were dropped.")
      }
      if let rest = field.rest {
        warn("cut", "The \(column.rawValue) was too long; \(rest.count) characters were cut off.")
      }
      return field.text
    }
    row.title = text(.title)
    row.author = text(.author)
    row.publisher = text(.publisher)
    row.shelf = text(.shelf)
    row.note = text(.note)
    row.url = text(.url)
    row.currency = text(.currency)
    if places[.count] != nil {
      guard let count = WholeNumber.read(cell(.count, of: cells) ?? "", ifEmpty: 0),
        abs(count) <= ImportDraft.mostCopies
      else { return nil }
      row.count = count
      if count < 0 { warn("negative_count", "The count is below zero.") }
    }
    if let raw = text(.price), !raw.isEmpty {
      let price = Price(raw)
      row.price = price?.amount
      if let currency = price?.currency, row.currency ?? "" == "" { row.currency = currency }
      if price == nil { warn("bad_price", "\"\(raw.prefix(40))\" is no price; it was left out.") }
    }
    if let raw = text(.minimum), !raw.isEmpty {
      row.minimum = WholeNumber.read(raw, ifEmpty: nil).flatMap { $0 < 0 ? nil : $0 }
      if row.minimum == nil {
        warn("bad_minimum", "\"\(raw.prefix(40))\" is no minimum; it was left out.")
      }
    }
    return row
  }

  /// The cell of a column: of the best one that is not empty where several have its name.
  private func cell(_ column: BookColumn, of row: CSVReader.Row) -> String? {
    guard let places = places[column] else { return nil }
    var found: String?
    for place in places where place < row.cells.count {
      let text = row.cells[place]
      if found == nil { found = text }
      // Spreadsheets write an empty text as ="".
      if !text.isEmpty, text != "=\"\"" { return text }
    }
    return found
  }
}
