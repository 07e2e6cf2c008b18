import Glibc

/// Reads a tree that the original app wrote, as Firebase exports it.
///
/// Books stand under `BarCode`, keyed by ISBN, with `isbn` as a number (so that a ten-digit one has
/// lost its leading zero), `title`, `url`, `icon`, `count` and `timestamp`.
public enum OriginalExport {
  /// A book of the export that may be taken.
  private struct Candidate {
    let key: String
    let row: ImportRow
    let isRepaired: Bool
    let warnings: [ImportDraft.Warning]
  }

  /// Makes a draft of an exported tree; linear in its size.
  ///
  /// - Parameter tree: The exported document, or the part of it below `BarCode`.
  /// - Returns: What it would bring.
  /// - Throws: ``FileFault`` if there are no books in it.
  public static func draft(of tree: ExportValue) throws(FileFault) -> ImportDraft {
    var draft = ImportDraft()
    var candidates: [Candidate] = []
    for (key, value) in try books(of: tree) {
      switch read(key, value) {
      case .success(let candidate): candidates.append(candidate)
      case .failure(let refusal): draft.rejected.append(refusal.rejected)
      }
    }
    // A key that stands as it is comes before one that had to be repaired.
    var taken: [StockKey: Int] = [:]
    for (index, candidate) in candidates.enumerated() where !candidate.isRepaired {
      taken[candidate.row.key] = index
    }
    for (index, candidate) in candidates.enumerated() {
      let key = candidate.row.key
      if let other = taken[key], other != index {
        let reason = "the same book as \(candidates[other].key); decide which to keep"
        draft.rejected.append(
          refusal(candidate.key, reason, "The key \(candidate.key) is \(reason).").rejected)
        continue
      }
      taken[key] = index
      draft.rows.append(candidate.row)
      draft.warnings += candidate.warnings
    }
    return draft
  }

  /// The keys and values of the books.
  private static func books(of tree: ExportValue) throws(FileFault) -> [(String, ExportValue)] {
    switch tree.member("BarCode") ?? tree {
    case .object(let members):
      let isTree = tree.member("BarCode") != nil
      guard isTree || members.contains(where: { Code.parse($0.0).isCode }) else { break }
      return members
    case .array(let values):
      // Firebase writes an object whose keys are small numbers as an array with gaps.
      guard tree.member("BarCode") != nil else { break }
      return values.enumerated().compactMap { index, value in
        if case .null = value { nil } else { (String(index), value) }
      }
    case .null, .bool, .integer, .double, .string: break
    }
    throw FileFault("no_books", "There are no books in this file: it has no \"BarCode\".")
  }

  private struct Refusal: Error {
    let rejected: ImportDraft.Rejected
  }

  private static func refusal(_ key: String, _ reason: String, _ sentence: String) -> Refusal {
    Refusal(rejected: .init(key: key, input: key, reason: reason, sentence: sentence))
  }

  private static func read(_ key: String, _ value: ExportValue) -> Result<Candidate, Refusal> {
    let reading = Code.parse(key)
    let own = ownKey(reading)
    guard case .object = value else {
      let word = reading.reason.map { "; \($0.rawValue)" } ?? ""
      let sentence = "Under the key stands no book. " + (reading.reason?.sentence(for: key) ?? "")
      return .failure(refusal(key, "not an object" + word, sentence))
    }
    guard let stockKey = reading.isbn.map({ StockKey($0) }) ?? own else {
      let reason = reading.reason ?? .ambiguous
      return .failure(refusal(key, reason.rawValue, reason.sentence(for: key)))
    }
    if let isbn = value.member("isbn"), !isSame(isbn, as: stockKey, key: key) {
      return .failure(
        refusal(key, "key and isbn differ", "The key and the number in the record differ."))
    }
    var count: Int64 = 0
    if let raw = value.member("count") {
      guard let number = raw.wholeNumber, abs(number) <= ImportDraft.mostCopies else {
        return .failure(refusal(key, "bad_count", "The count is not a whole number."))
      }
      count = number
    }
    var row = ImportRow(key: stockKey)
    row.count = Int(count)
    var warnings: [ImportDraft.Warning] = []
    if let warning = reading.warning {
      warnings.append(
        .init(key: stockKey, word: warning.rawValue, sentence: warning.sentence))
    }
    if count < 0 {
      warnings.append(
        .init(key: stockKey, word: "negative count", sentence: "The count is below zero."))
    }
    fill(&row, from: value, &warnings)
    return .success(
      Candidate(key: key, row: row, isRepaired: stockKey.text != key, warnings: warnings))
  }

  /// A shop's own code is a key of its own right.
  private static func ownKey(_ reading: CodeReading) -> StockKey? {
    if case .rejected(.inStore, let code, _) = reading { StockKey(code) } else { nil }
  }

  private static func isSame(_ isbn: ExportValue, as stockKey: StockKey, key: String) -> Bool {
    guard let text = isbn.text else { return false }
    if text == key || text == stockKey.text { return true }
    return Code.parse(text).isbn.map { StockKey($0) } == stockKey
  }

  private static func fill(
    _ row: inout ImportRow, from value: ExportValue, _ warnings: inout [ImportDraft.Warning]
  ) {
    let key = row.key
    func text(_ name: String) -> String? {
      guard let raw = value.member(name)?.text else { return nil }
      let field = FieldText(raw)
      if field.dropped > 0 {
        warnings.append(
          .init(
            key: key, word: "control_characters",
            sentence: "Control characters in the \(name) were dropped."))
      }
      if let rest = field.rest {
        warnings.append(
          .init(
            key: key, word: "cut",
            sentence: "The \(name) was too long; \(rest.count) characters were cut off."))
      }
      return field.text.isEmpty ? nil : field.text
    }
    row.title = text("title") ?? ""
    row.url = text("url")
    row.icon = text("icon")
    row.author = text("author")
    row.publisher = text("publisher")
    row.price = text("price").flatMap { Price($0)?.amount }
    row.currency = text("currency")
    row.shelf = text("shelf")
    row.note = text("note")
    row.minimum = value.member("minimum")?.wholeNumber.flatMap { Int(exactly: $0) }
    row.timestamp = value.member("timestamp").flatMap { seconds($0) }
    row.counted = value.member("counted").flatMap { seconds($0) }
  }

  /// A time in whole seconds since 1970, which may be written in milliseconds or with decimals.
  private static func seconds(_ value: ExportValue) -> Int64? {
    // Seconds reach this in the year 5138, milliseconds did in 1973.
    let millisecondsFrom: Double = 100_000_000_000
    let number: Double
    switch value {
    case .integer(let integer): number = Double(integer)
    case .double(let double): number = double
    case .string(let text):
      guard let parsed = Double(text) else { return nil }
      number = parsed
    case .null, .bool, .object, .array: return nil
    }
    let seconds = abs(number) >= millisecondsFrom ? number / 1000 : number
    return Int64(exactly: seconds.rounded(.down))
  }
}
