import Foundation
import Testing

/// The demo's list, its table and its covers hold the same books.
@Suite struct DemoTests {
  /// The fields of each book, in the table's order; nil where the Swift list has none.
  private func listed() throws -> [[String]] {
    let text = try Project.text(of: "Sources/bookstock/Demo/DemoBooks.swift")
    let form =
      #/
        DemoBook\( \s* "([^"]+)", \s* "([^"]+)", \s* by: \s* "([^"]+)", \s* "([^"]+)",
        \s* "([^"]+)", \s* "([^"]+)", \s* shelf: \s* "([^"]+)",
        (?: \s* minimum: \s* (\d+), )? \s* count: \s* (-?\d+) \)
      /#
    return text.matches(of: form).map { match in
      let book = match.output
      return [
        book.1, book.2, book.3, book.4, book.5, book.6, book.7, book.8 ?? "", book.9,
      ].map(String.init)
    }
  }

  private func table() throws -> [[String]] {
    try Project.text(of: "assets/demo/books.csv").split(separator: "\n").map { line in
      line.matches(of: /(?:^|,)(?:"([^"]*)"|([^,]*))/).map { match in
        String(match.output.1 ?? match.output.2 ?? "")
      }
    }
  }

  @Test func `the table is the list`() throws {
    let rows = try table()
    let columns = "isbn title author publisher price currency shelf minimum count"
    #expect(rows.first == columns.split(separator: " ").map(String.init))
    #expect(Array(rows.dropFirst()) == (try listed()))
    #expect(rows.count > 40)
  }

  @Test func `every number has its check digit and is there once`() throws {
    let numbers = try listed().map { $0[0] }
    for number in numbers {
      let digits = number.compactMap(\.wholeNumberValue)
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
      #expect(digits.count == 13 && sum % 10 == 0, "\(number)")
    }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func `every book has a small cover`() throws {
    let numbers = try listed().map { $0[0] + ".png" }
    #expect(try Project.names(in: "assets/demo/covers") == numbers.sorted())
    for name in numbers {
      let file = Project.root.appendingPathComponent("assets/demo/covers/" + name)
      let bytes = Array(try Data(contentsOf: file))
      #expect(bytes.count <= 12_000, "\(name)")
      // Signature, then width and height in the first chunk.
      #expect(Array(bytes[0..<8]) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "\(name)")
      #expect(Array(bytes[16..<24]) == [0, 0, 0, 240, 0, 0, 1, 104], "\(name)")
    }
  }

  @Test func `the books try every script and count`() throws {
    let books = try listed()
    let counts = books.compactMap { Int($0[8]) }
    #expect(counts.filter { $0 < 0 } == [-2])
    #expect(counts.contains(0) && counts.max() == 30)
    let titles = books.map { $0[1] }.joined()
    for script in ["紅", "西", "は", "홍", "ك", "א", "Ο", "В", "พ", "ग", "🐋"] {
      #expect(
        titles.contains { $0.unicodeScalars.first == script.unicodeScalars.first }, "\(script)")
    }
  }
}
