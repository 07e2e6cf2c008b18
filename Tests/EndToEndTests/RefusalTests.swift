import TestSupport
import Testing

/// What is refused: exit 1, a sentence for people, a name for scripts, and nothing changed.
@Suite(.serialized) struct RefusalTests {
  /// A shop with one book of which there are three.
  private static func shop() async throws -> Shop {
    let shop = try Shop()
    try await shop.json("add", "9780306406157", "--title", "The Time Machine", "--count", "3")
    return shop
  }

  @Test(arguments: [
    ("9780306406158", "bad_check_digit"), ("0306406153", "bad_check_digit"),
    ("9771234567003", "issn"), ("9790260000438", "ismn"), ("4910115880601", "jp_magazine"),
    ("1920093012003", "jp_second_barcode"), ("078073003501", "upc_a"),
    ("2000000000008", "in_store"), ("97803064061", "wrong_length"),
    ("780306406157", "wrong_length"), ("51250", "addon_only"), ("9,78031E+12", "precision_lost"),
    ("4006381333931", "other_ean"), ("hello", "bad_characters"), ("", "empty"),
    ("97803064061579780804429573", "split"),
  ])
  func `a code that is none is refused by name`(code: String, reason: String) async throws {
    let shop = try await Self.shop()
    let before = try await shop.json("db", "get", "/")
    for command in ["plus", "minus", "add", "show", "remove"] {
      let result = try await ChildProcess.run(shop.command([command, "--json", "--", code]))
      #expect(result.status == 1, "\(command)")
      #expect(result.errors.hasPrefix("bookstock: "), "\(command)")
      let answer = try JSON(result.output)
      #expect(answer["status"] == "refused")
      #expect(answer["reason"] == .text(reason), "\(command) \(code)")
      #expect(answer["message"]?.text?.isEmpty == false)
    }
    #expect(try await shop.json("db", "get", "/") == before)
  }

  @Test func `taking more than there is is refused with the number that is there`() async throws {
    let shop = try await Self.shop()
    let before = try await shop.json("db", "get", "/")
    let answer = try await shop.refusal("minus", "9780306406157", "4")
    #expect(answer["reason"] == "below_zero")
    #expect(answer["count"] == 3)
    let plain = try await shop.run("minus", "9780306406157", "4")
    #expect(plain.status == 1)
    #expect(plain.output.isEmpty)
    #expect(plain.errors.contains("the count is 3"))
    #expect(try await shop.json("db", "get", "/") == before)
  }

  @Test func `unknown books, known ones and quantities out of bounds are refused`() async throws {
    let shop = try await Self.shop()
    let before = try await shop.json("db", "get", "/")
    for command in ["plus", "minus", "show", "remove"] {
      let answer = try await shop.refusal(command, "9780804429573")
      #expect(answer["reason"] == "unknown_book")
      #expect(answer["isbn"] == "9780804429573")
    }
    #expect(
      try await shop.refusal("fix", "9780804429573", "--title", "x")["reason"] == "unknown_book")
    let known = try await shop.refusal("add", "0306406152", "--title", "again")
    #expect(known["reason"] == "known_book")
    #expect(known["title"] == "The Time Machine")
    for quantity in ["0", "10000", "9780306406157", "-1"] {
      let answer = try await shop.refusal("plus", "9780306406157", quantity)
      #expect(answer["reason"] == "over_limit", "\(quantity)")
    }
    #expect(try await shop.json("db", "get", "/") == before)
  }

  @Test func `the largest quantity is taken`() async throws {
    let shop = try await Self.shop()
    #expect(try await shop.json("plus", "9780306406157", "9999")["new"] == 10_002)
  }

  @Test func `a shop's own code in stock is found, whatever it is`() async throws {
    let shop = try await Self.shop()
    #expect(
      try await shop.run(
        "db", "set", "BarCode/2000000000008",
        #"{"title":"Tea mug","count":2,"isbn":2000000000008,"timestamp":1}"#
      ).status == 0)
    #expect(try await shop.json("plus", "2000000000008")["new"] == 3)
    #expect(try await shop.json("show", "2000000000008")["title"] == "Tea mug")
  }
}
