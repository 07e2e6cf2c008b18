import Inventory
import TestSupport
import Testing

@Suite struct BookTableTests {
  private func draft(_ text: String) throws -> ImportDraft {
    try BookTable.draft(of: Array(text.utf8))
  }

  @Test func `a table with a German spreadsheet's scars is repaired where that is certain`() throws
  {
    let draft = try draft(
      "sep=;\r\nISBN;Titel;Preis;Anzahl;Datum\r\n"
        + "9,78031E+12;Die Zeitmaschine;12,90;7;30.11.2026\r\n"
        + "306406152;Die Zeitmaschine – Sonderausgabe;1.015,00;2;1.12.2026\r\n"
        + "080442957X;Moby-Dick;15,00 €;\"3 \"; \r\n"
        + "=\"\"9783161484100\"\";Über naive Dichtung;9,5;0;\r\n"
        + "9.780306406157E+12;Zeitmaschine;;;\r\n")
    #expect(draft.rows.map(\.key.text) == ["9780306406157", "9780804429573", "9783161484100"])
    #expect(draft.rows.map(\.count) == [2, 3, 0])
    #expect(draft.rows.map(\.price) == ["1015.00", "15.00", "9.5"])
    #expect(draft.rows[1].currency == "€")
    #expect(draft.rejected.map(\.line) == [3])
    #expect(draft.rejected.map(\.reason) == ["precision_lost"])
    #expect(draft.warnings.map(\.line) == [4, 7])
    #expect(draft.warnings.map(\.word) == ["leading_zero_restored", "duplicate"])
    #expect(draft.warnings[1].sentence.hasPrefix("Duplicate of line 4"))
  }

  @Test func `titles that look like formulas stay, control characters go`() throws {
    let draft = try draft(
      "isbn,title,count\n9780306406157,\"=cmd|' /C calc'!A0\",1\n9789570502145,+1,2\n"
        + "9789650705435,\"\t=1+1\",1\n9791090636071,\"\u{202E}gnp.exe\",1\n"
        + "9798602477009,\"\u{1B}[31mred\u{1B}[0m\u{7}\",1\n")
    #expect(
      draft.rows.map(\.title)
        == ["=cmd|' /C calc'!A0", "+1", "=1+1", "\u{202E}gnp.exe", "[31mred[0m"])
    #expect(draft.warnings.map(\.word) == ["control_characters", "control_characters"])
    #expect(draft.warnings.map(\.line) == [4, 6])
  }

  @Test func `of several ISBN columns the one with thirteen digits comes first`() throws {
    let draft = try draft(
      "Title,ISBN,ISBN13,Owned Copies\n"
        + "A,\"=\"\"0306406152\"\"\",\"=\"\"9780306406157\"\"\",2\n"
        + "B,\"=\"\"080442957X\"\"\",\"=\"\"\"\"\",1\nC,\"=\"\"\"\"\",\"=\"\"\"\"\",3\n")
    #expect(draft.rows.map(\.key.text) == ["9780306406157", "9780804429573"])
    #expect(draft.rows.map(\.count) == [2, 1])
    #expect(draft.rejected.map(\.reason) == ["empty"])
    #expect(draft.rejected.map(\.line) == [4])
  }

  @Test func `a count that is none refuses its row, an empty one is zero`() throws {
    let draft = try draft(
      "isbn,count\n9780306406157,\n9780804429573,not stocked\n9789570502145,-3\n"
        + "9784101010014,9780306406157\n9787020002207,2.0\n9791090636071,1.5\n9798602477009,12\n")
    #expect(draft.rows.map(\.count) == [0, -3, 2, 12])
    #expect(draft.rejected.map(\.reason) == ["bad_count", "bad_count", "bad_count"])
    #expect(draft.rejected.map(\.line) == [3, 5, 7])
    #expect(draft.warnings.map(\.word) == ["negative_count"])
    #expect(draft.hasCounts)
  }

  @Test func `a file without counts says so`() throws {
    let draft = try draft("書名,ISBN\n吾輩は猫である,9784101010014\nx,1920093019002\n")
    #expect(!draft.hasCounts)
    #expect(draft.rows.map(\.count) == [nil])
    #expect(draft.rows.map(\.title) == ["吾輩は猫である"])
    #expect(draft.rejected.map(\.reason) == ["jp_second_barcode"])
  }

  @Test func `a shop's own code is kept for whoever knows the stock`() throws {
    let draft = try draft("isbn,title,count\n2001234567893,Postcard,5\n")
    #expect(draft.rows.isEmpty)
    #expect(draft.rejected.map(\.reason) == ["in_store"])
    #expect(draft.rejected.first?.row?.key.text == "2001234567893")
    #expect(draft.rejected.first?.row?.count == 5)
  }

  @Test(arguments: [
    ("", "empty_file"), ("isbn,title\n", "no_rows"), ("a,b\n1,2\n", "no_isbn_column"),
    ("\n\n", "empty_file"), ("# isbn;qty\n9780306406157;2\n", "no_isbn_column"),
  ])
  func `a file that cannot be taken says why`(_ text: String, _ word: String) {
    #expect { try draft(text) } throws: { error in
      guard let fault = error as? FileFault else { return false }
      return fault.word == word && fault.sentence.hasSuffix(".")
    }
  }

  @Test func `a header without ISBNs is listed`() {
    #expect { try draft("Titel;Preis\nx;1\n") } throws: { error in
      "\(error)".contains("\"Titel\", \"Preis\"")
    }
  }

  @Test func `all columns are read`() throws {
    let draft = try draft(
      "barcode|x,Item Name,Qty,Authors,Publisher,Price,Currency,Shelf,Minimum,Notes,URL,EAN\n"
        + "?,T,1,A,P,NT$ 420,,S-1,2,N,https://x.example.test,9789570502145\n")
    let row = try #require(draft.rows.first)
    #expect(row.title == "T" && row.author == "A" && row.publisher == "P" && row.shelf == "S-1")
    #expect(row.price == "420" && row.currency == "NT$" && row.minimum == 2 && row.note == "N")
    #expect(row.url == "https://x.example.test")
  }

  @Test func `many rows are all read`() throws {
    var numbers = SeededGenerator()
    var text = "isbn,title,count\n"
    for index in 0..<20_000 {
      text += "\(ISBN.random(&numbers).text),Title \(index),\(index % 9)\n"
    }
    let draft = try draft(text)
    #expect(draft.rows.count + draft.warnings.count { $0.word == "duplicate" } == 20_000)
  }
}
