import Inventory
import Testing

@Suite struct TradeTests {
  @Test(arguments: [("1", 1), ("9999", 9999), ("0012", 12), ("１２", 12), ("٣", 3)])
  func `a quantity is one to four digits of any script`(_ text: String, _ value: Int) {
    #expect(Quantity(text)?.value == value)
  }

  @Test(arguments: ["", "0", "0000", "10000", "-1", "+1", "1.5", " 1", "9780306406157", "x", "²"])
  func `anything else is no quantity`(_ text: String) {
    #expect(Quantity(text) == nil)
  }

  @Test(arguments: [
    ("\t=1+1", "=1+1", 1), ("\u{1B}[31mred\u{1B}[0m\u{7}", "[31mred[0m", 3), ("a\0b", "ab", 1),
    ("  Don Quijote\r\n(2 vols) ", "Don Quijote\n(2 vols)", 0), ("a\rb", "a\nb", 0),
    ("\u{9B}31m", "31m", 1), ("é", "é", 0), ("\u{202E}gnp.exe", "\u{202E}gnp.exe", 0),
    ("紅樓夢", "紅樓夢", 0), ("", "", 0), (" \u{A0} ", "", 0), ("Ünder", "Ünder", 0),
  ])
  func `a field drops control characters and trims its ends`(
    _ raw: String, _ text: String, _ dropped: Int
  ) {
    let field = FieldText(raw)
    #expect(field.text == text)
    #expect(field.dropped == dropped)
    #expect(field.rest == nil)
  }

  @Test func `a field that is too long is cut between characters and the rest is given back`() {
    let field = FieldText("ab👩‍👩‍👧c", longest: 10)
    #expect(field.text == "ab")
    #expect(field.rest == "👩‍👩‍👧c")
  }

  @Test(
    arguments: [
      ("12.90", "12.90", nil), ("12,90", "12.90", nil), ("1.015,00", "1015.00", nil),
      ("1,015.00", "1015.00", nil), ("15,00 €", "15.00", "€"), ("NT$ 420", "420", "NT$"),
      ("EUR 9,5", "9.5", "EUR"), ("1'200.50", "1200.50", nil), ("1,015", "1015", nil),
      ("1.015", "1.015", nil), ("0012.5", "12.5", nil), ("0.99", "0.99", nil),
      ("1 200,00", "1200.00", nil),
      ("1.234.567", "1234567", nil), ("１２", "12", nil),
    ] as [(String, String, String?)])
  func `prices are read as people write them`(
    _ text: String, _ amount: String, _ currency: String?
  ) {
    #expect(Price(text)?.amount == amount)
    #expect(Price(text)?.currency == currency)
  }

  @Test(arguments: [
    "", "variable", "-5", "1.2.3", "12.9012", "1e5", "€", "5 € or 6", "1,0,1", "9".repeated(13),
  ])
  func `what is no price is none`(_ text: String) {
    #expect(Price(text) == nil)
  }

  @Test func `the reasons people choose are not the program's`() {
    #expect(Reason.chosen.count == 10)
    #expect(Reason(rawValue: "sent-back") == .sentBack)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
