import Inventory
import Testing

@Suite struct OriginalExportTests {
  private static let timeMachine: ExportValue = .object([
    ("count", .integer(7)), ("icon", .string("Books/9780306406157.jpg")),
    ("isbn", .integer(9_780_306_406_157)), ("timestamp", .integer(1_560_470_400)),
    ("title", .string("The Time Machine")), ("url", .string("https://shop.example.test/b/1")),
  ])

  private func book(
    _ isbn: ExportValue, _ count: ExportValue, _ title: String, _ time: ExportValue
  ) -> ExportValue {
    .object([("count", count), ("isbn", isbn), ("timestamp", time), ("title", .string(title))])
  }

  @Test func `an export of the original app is read as it was meant`() throws {
    let tree: ExportValue = .object([
      (
        "BarCode",
        .object([
          ("9780306406157", Self.timeMachine),
          (
            "9780804429573",
            book(.integer(9_780_804_429_573), .integer(0), "Moby-Dick", .double(1_560_470_401.5))
          ),
          ("306406152", book(.integer(306_406_152), .integer(1), "Typed", .integer(1_560_470_402))),
          (
            "9789570502145",
            book(.string("9789570502145"), .string("3"), "紅樓夢", .integer(1_560_470_403_000))
          ),
          (
            "9787020002207",
            book(.integer(9_787_020_002_207), .integer(-2), "西游记", .integer(1_560_470_404))
          ),
          (
            "9784101010014",
            book(.integer(9_789_650_705_435), .integer(4), "differ", .integer(1_560_470_405))
          ),
          (
            "9798602477009", .object([("count", .integer(2)), ("title", .string("🐳 Moby-Dick 📚"))])
          ),
          ("9771234567003", .bool(true)),
        ])
      )
    ])
    let draft = try OriginalExport.draft(of: tree)
    #expect(
      draft.rows.map(\.key.text) == [
        "9780306406157", "9780804429573", "9789570502145", "9787020002207", "9798602477009",
      ])
    #expect(draft.rows.map(\.count) == [7, 0, 3, -2, 2])
    #expect(draft.rows.map(\.title).first == "The Time Machine")
    #expect(draft.rows[0].icon == "Books/9780306406157.jpg")
    #expect(
      draft.rows.map(\.timestamp)
        == [1_560_470_400, 1_560_470_401, 1_560_470_403, 1_560_470_404, nil])
    #expect(draft.rejected.map(\.key) == ["9784101010014", "9771234567003", "306406152"])
    #expect(
      draft.rejected.map(\.reason) == [
        "key and isbn differ", "not an object; issn",
        "the same book as 9780306406157; decide which to keep",
      ])
    #expect(draft.warnings.map(\.word) == ["negative count"])
    #expect(draft.warnings.map(\.key?.text) == ["9787020002207"])
  }

  @Test func `a repaired key that meets no other book is taken`() throws {
    let tree: ExportValue = .object([
      ("BarCode", .object([("306406152", book(.integer(306_406_152), .integer(1), "x", .null))]))
    ])
    let draft = try OriginalExport.draft(of: tree)
    #expect(draft.rows.map(\.key.text) == ["9780306406157"])
    #expect(draft.warnings.map(\.word) == ["leading_zero_restored"])
  }

  @Test func `the part below BarCode is taken too, and anything else refused`() throws {
    let part: ExportValue = .object([("9780306406157", Self.timeMachine)])
    #expect(try OriginalExport.draft(of: part).rows.count == 1)
    for tree in [
      ExportValue.null, .bool(true), .object([]), .object([("x", .integer(1))]), .array([]),
    ] {
      #expect { try OriginalExport.draft(of: tree) } throws: {
        ($0 as? FileFault)?.word == "no_books"
      }
    }
  }

  @Test func `odd keys and counts are refused with their reason`() throws {
    let tree: ExportValue = .object([
      (
        "BarCode",
        .object([
          ("9780306406158", Self.timeMachine), ("hello", .null),
          ("9780804429573", .object([("count", .double(2.5))])),
          ("9789570502145", .object([("count", .bool(true))])),
          ("2001234567893", .object([("count", .integer(4)), ("title", .string("Postcard"))])),
        ])
      )
    ])
    let draft = try OriginalExport.draft(of: tree)
    #expect(draft.rows.map(\.key.text) == ["2001234567893"])
    #expect(
      draft.rejected.map(\.reason) == [
        "bad_check_digit", "not an object; bad_characters", "bad_count", "bad_count",
      ])
  }
}
