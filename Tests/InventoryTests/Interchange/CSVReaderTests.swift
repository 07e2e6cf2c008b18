import Inventory
import TestSupport
import Testing

@Suite struct CSVReaderTests {
  private func rows(_ text: String) throws -> [[String]] {
    CSVReader(try FileText(Array(text.utf8))).map(\.cells)
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a;b\r\n1,5;2\r\n", [["a", "b"], ["1,5", "2"]]),
    ("a\tb\r1\t2", [["a", "b"], ["1", "2"]]),
    ("sep=;\r\na;b,c\n", [["a", "b,c"]]),
    ("\u{FEFF}a,b", [["a", "b"]]),
    ("a,\"b\n\"\"c\"\"\"\n", [["a", "b\n\"c\""]]),
    ("a,\"He said \"hi\" there\",c", [["a", "He said \"hi\" there", "c"]]),
    ("a,b\n\n ,\n1\n1,2,3\n", [["a", "b"], [" ", ""], ["1"], ["1", "2", "3"]]),
    ("a,\n", [["a", ""]]), ("a,", [["a", ""]]), ("x\n\0y\0", [["x"], ["y"]]),
    ("a,=\"\"1\"\"\n", [["a", "=\"\"1\"\""]]),
    ("a, \"b,c\" ,d", [["a", "b,c", "d"]]),
    ("\"a,b\";c;d\n", [["a,b", "c", "d"]]),
  ])
  func `tables are read as people send them`(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test func `rows know the line they begin on, whatever ends the lines`() throws {
    let text = "h,i\r\n\r\n1,\"a\nb\rc\r\nd\"\n2,x\r3,y"
    let lines = CSVReader(try FileText(Array(text.utf8))).map(\.line)
    #expect(lines == [1, 3, 7, 8])
  }

  @Test func `a quote that is never closed is named and costs its own row only`() throws {
    var reader = CSVReader(try FileText(Array("a,b\n1,\"x\n2,y\n3,\"z\n4,w\n".utf8)))
    var cells: [[String]] = []
    while let row = reader.next() { cells.append(row.cells) }
    #expect(cells == [["a", "b"], ["1", "\"x"], ["2", "y"], ["3", "\"z"], ["4", "w"]])
    #expect(reader.unclosedQuotes == [2, 4])
  }

  @Test func `a stray quote never reaches for a closing one in rows below`() throws {
    let text = "a,b\n1,\"x\"y,1\n2,ok\n3,\"1,000\"\n4,\"two\nlines\"\n"
    var reader = CSVReader(try FileText(Array(text.utf8)))
    var cells: [[String]] = []
    while let row = reader.next() { cells.append(row.cells) }
    #expect(
      cells == [
        ["a", "b"], ["1", "\"x\"y", "1"], ["2", "ok"], ["3", "1,000"], ["4", "two\nlines"],
      ])
    #expect(reader.unclosedQuotes == [2])
  }

  @Test func `a file full of unclosed quotes is read in linear time`() throws {
    let text = "a,b\n" + String(repeating: "1,\"x\n", count: 20_000)
    var reader = CSVReader(try FileText(Array(text.utf8)))
    var count = 0
    while reader.next() != nil { count += 1 }
    #expect(count == 20_001)
  }

  @Test func `UTF-16 with a mark is decoded`() throws {
    for isLittleEndian in [true, false] {
      var bytes: [UInt8] = isLittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
      for unit in "ISBN\tכותר\n1\t🐳".utf16 {
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        bytes += isLittleEndian ? pair : pair.reversed()
      }
      let text = try FileText(bytes)
      #expect(CSVReader(text).map(\.cells) == [["ISBN", "כותר"], ["1", "🐳"]])
    }
  }

  @Test func `what cannot be read says what to do`() {
    let expected: [([UInt8], String)] = [
      ([], "empty_file"), ([0xEF, 0xBB, 0xBF, 10], "empty_file"), ([32, 13, 10, 0], "empty_file"),
      (Array("a\nb\n".utf8) + [0xA5, 0x5C, 10], "encoding"), ([0x50, 0x4B, 3, 4, 0], "not_text"),
    ]
    for (bytes, word) in expected {
      #expect { try FileText(bytes) } throws: { ($0 as? FileFault)?.word == word }
    }
    #expect {
      try FileText(Array("a\nb\n".utf8) + [0xA5, 0x5C, 10])
    } throws: {
      ($0 as? FileFault)?.line == 3
    }
  }

  @Test func `cells written by the rules come back`() throws {
    var numbers = SeededGenerator()
    let alphabet = Array("ab\",;\t\n é紅 ")
    for delimiter in [",", ";", "\t"] {
      var table: [[String]] = [["k1", "k2", "k3", "k4"]]
      for _ in 0..<200 {
        table.append(
          (0..<4).map { _ in
            "x"
              + String(
                (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
                  alphabet.randomElement(using: &numbers) ?? "a"
                })
          })
      }
      let text = table.map { row in
        row.map {
          "\""
            + $0.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
        }.joined(separator: delimiter)
      }.joined(separator: "\r\n")
      #expect(try rows(text) == table)
    }
  }
}
