import TestSupport
import Testing

@testable import Inventory

private let clean = "9780306406157"

@Suite struct CodeTests {
  @Test(arguments: [
    "9780306406157", "0-306-40615-2", "ISBN0306406152", "isbn: 9780306406157",
    "ISBN-13 9780306406157",
    "ISBN-13:978-0-306-40615-7", "ISBN10: 0306406152", "urn:isbn:9780306406157",
    "EAN 9780306406157",
    "ISBN 13: 978-0-306-40615-7", "[0306406152]", "[\"9780306406157\"]", "978–0–306–40615–7",
    "978\u{AD}0306406157", "978\u{A0}0\u{A0}306\u{A0}40615\u{A0}7", "\u{200E}9780306406157\u{200F}",
    "۹۷۸۰۳۰۶۴۰۶۱۵۷", "९७८०३०६४०६१५७", "*9780306406157*", "9780306406157\u{1D}",
    "\u{1D}0109780306406157\u{1D}21ABC", "]C10109780306406157",
    "]Q3https://example.test/01/09780306406157/21/A",
    "(01)09780306406157(21)12", "https://example.test/gtin/9780306406157", "9780306406157.0",
    "9780306406157,00", "9,780,306,406,157", "9.780.306.406.157", "9,780306406157E+12",
    "9.780306406157e+12", "9780306406157\\n", "9780306406157\\r\\n", "9780306406157 / 0306406152",
    "9780306406157;9780306406157", "0306406152 ;", "]E09780306406157\r", "(&*)#)^$)^!%&",
    "\u{FEFF}=\"9780306406157\"", "‘9780306406157’",
  ])
  func `every way of writing a book's number gives the number`(_ text: String) {
    let reading = Code.parse(text)
    #expect(reading.isbn?.text == clean, "\(reading)")
    #expect(reading.warning == nil)
  }

  @Test(arguments: [
    ("íýáéšéžčéž+řý", CodeWarning.layoutCzech), ("ÇÈ_À\"À-'À-&(È", .layoutFrench),
    ("çè!à\"à§'à§&(è", .layoutFrench), ("A9780306406157", .prefixDropped),
    ("L0306406152", .prefixDropped),
    ("9780306406157 (hbk.) : £20", .trailingText), ("0306406152 2nd ed.", .trailingText),
  ])
  func `what people should know is said`(_ text: String, _ warning: CodeWarning) {
    let reading = Code.parse(text)
    #expect(reading.isbn?.text == clean)
    #expect(reading.warning == warning)
  }

  @Test(arguments: [
    ("   ", CodeReason.empty), ("\r\n", .empty), ("=\"\"", .empty), ("01", .addOnOnly),
    ("]E151299", .addOnOnly), ("96385074", .ean8), ("]E496385074", .ean8), ("0317-8471", .issn),
    ("ISSN 0317-8471", .issn), ("9770317847001", .issn), ("1234-567X", .badCharacters),
    ("M-2600-0043-8", .ismn), ("4910115880601", .japaneseMagazine),
    ("491011588060100520", .japaneseMagazine), ("1920093019002", .japaneseSecondBar),
    ("1910093019003", .japaneseSecondBar), ("123456789", .ambiguous),
    ("9780306406157 9780804429573", .ambiguous), ("9780306406157, 9780804429573", .ambiguous),
    ("9780306406158 (pbk.)", .badCheckDigit), ("978030640615X", .badCharacters),
    ("978080442957X", .badCharacters), ("X306406152", .badCharacters),
    ("03064X6152", .badCharacters), ("19780306406154", .otherEAN), ("97803064061577", .wrongLength),
    ("97803064061", .wrongLength), ("123456", .wrongLength), ("HA112", .badCharacters),
    ("----------", .badCharacters), ("((((((((((", .badCharacters),
    ("-------------", .badCharacters),
    ("9.7803E+12", .precisionLost), ("9,78E12", .precisionLost),
    ("9780306406158\t", .badCheckDigit),
    ("97803064061579780306406158", .wrongLength), ("https://example.test/", .badCharacters),
    ("\u{1F4DA}", .badCharacters), ("]", .empty), ("ISBN", .badCharacters),
    ("978030640615851299", .badCheckDigit), ("2901234567890", .badCheckDigit),
  ])
  func `what is no book's number is refused with its reason`(_ text: String, _ reason: CodeReason) {
    let reading = Code.parse(text)
    #expect(reading.reason == reason, "\(reading)")
  }

  @Test(arguments: [
    ("97803064061579780804429573", ["9780306406157", "9780804429573"]),
    ("978030640615751299978080442957390000", ["978030640615751299", "978080442957390000"]),
    (
      "978030640615797808044295739784101010014",
      ["9780306406157", "9780804429573", "9784101010014"]
    ),
    ("0306406152080442957X", ["0306406152", "080442957X"]),
    ("97803064061574006381333931", ["9780306406157", "4006381333931"]),
  ])
  func `codes run together are taken apart`(_ text: String, _ parts: [String]) {
    #expect(Code.parse(text) == .split(parts))
  }

  @Test func `nothing that is typed or scanned traps`() {
    var numbers = SeededGenerator()
    let alphabet = Array(
      "0123456789xX-–]*()[]=\"',.;:/+eE& é(ISBN\\n\u{1D}\u{2}\u{0}\u{FEFF}９٩🐳\u{301}")
    for _ in 0..<4_000 {
      let length = Int.random(in: 0...40, using: &numbers)
      let text = String(
        (0..<length).map { _ in alphabet.randomElement(using: &numbers) ?? "0" })
      let reading = Code.parse(text)
      if let isbn = reading.isbn { #expect(ISBN(isbn.text) == isbn) }
    }
    let long = String(repeating: "9", count: Code.longest)
    #expect(Code.parse(long).reason == .wrongLength)
    #expect(Code.parse(long + "9").reason == .wrongLength)
    #expect(Code.parse(String(repeating: clean, count: 23)).reason == .wrongLength)
  }

  @Test func `one digit changed or two neighbours swapped is never the same book`() {
    var numbers = SeededGenerator()
    for _ in 0..<300 {
      let isbn = ISBN.random(&numbers)
      var digits = Array(isbn.text)
      let place = Int.random(in: 0..<13, using: &numbers)
      digits[place] = Character(String((Int(String(digits[place])) ?? 0) + 1).suffix(1).description)
      #expect(Code.parse(String(digits)).isbn == nil)
    }
  }

  @Test func `both forms of a book are one`() {
    var numbers = SeededGenerator()
    for _ in 0..<500 {
      let isbn = ISBN.random(&numbers)
      #expect(ISBN(number: isbn.number) == isbn)
      if let ten = isbn.isbn10 {
        #expect(ten.count == 10)
        #expect(Code.parse(ten).isbn == isbn)
      } else {
        #expect(isbn.text.hasPrefix("979"))
      }
      if let hyphenated = isbn.hyphenated {
        #expect(hyphenated.filter { $0 != "-" } == isbn.text)
        #expect(hyphenated.count { $0 == "-" } == 4)
        #expect(Code.parse(hyphenated).isbn == isbn)
      }
    }
  }

  @Test func `the groups have their agencies' names`() {
    #expect(ISBN("9789570502145")?.group?.name == "Taiwan")
    #expect(ISBN("9789570502145")?.group?.prefix == "978-957")
    #expect(ISBN("9791090636071")?.group?.name == "France")
    #expect(ISBN("9799123456788")?.group == nil)
    #expect(ISBNRanges.groups.count == 287)
    for (group, next) in zip(ISBNRanges.groups, ISBNRanges.groups.dropFirst()) {
      #expect(group.bounds.upperBound < next.bounds.lowerBound)
    }
  }

  @Test func `every reason and warning has its sentence`() {
    for reason in CodeReason.allCases { #expect(reason.sentence(for: "123").hasSuffix(".")) }
    for warning in CodeWarning.allCases { #expect(warning.sentence.hasSuffix(".")) }
    #expect(CodeReason.wrongLength.sentence(for: "780306406157").contains("leading 9"))
  }

  @Test func `a stock key is what a tree can hold as one`() {
    for text in ["", "a.b", "a/b", "a$", "[", "x\n", String(repeating: "k", count: 769)] {
      #expect(StockKey(text) == nil)
    }
    #expect(StockKey("HA 112")?.displayed == "HA 112")
    #expect(StockKey(clean)?.displayed == "978-0-306-40615-7")
  }
}
