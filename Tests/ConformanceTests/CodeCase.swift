import Foundation
import Inventory

/// One case of a file of codes.
struct CodeCase: Sendable {
  let file: String
  let id: String
  let input: String
  let expected: Expected

  /// What must come out; what is not named must not be there.
  struct Expected: Hashable, Sendable {
    var status: String
    var isbn13: String?
    var isbn10: String?
    var hyphenated: String?
    var reason: String?
    var warn: String?
    var addOn: String?
    var parts: [String]?
  }

  private static let fields: Set = ["id", "input", "expect", "why", "verified", "note"]
  private static let expectations: Set = [
    "status", "isbn13", "isbn10", "hyphenated", "reason", "warn", "addon", "parts",
  ]

  /// Reads a case; a field that is not known throws, so that nothing is skipped unseen.
  init(_ object: [String: Any], in file: String) throws {
    self.file = file
    id = object["id"] as? String ?? "(a case without an id)"
    let unknown = Set(object.keys).subtracting(Self.fields)
    guard unknown.isEmpty else { throw CaseError("\(file) \(id): unknown \(unknown.sorted())") }
    guard let input = object["input"] as? String, let expect = object["expect"] as? [String: Any],
      let status = expect["status"] as? String
    else { throw CaseError("\(file) \(id): no input or no expectation") }
    let strange = Set(expect.keys).subtracting(Self.expectations)
    guard strange.isEmpty else { throw CaseError("\(file) \(id): unknown \(strange.sorted())") }
    self.input = input
    expected = Expected(
      status: status, isbn13: expect["isbn13"] as? String, isbn10: expect["isbn10"] as? String,
      hyphenated: expect["hyphenated"] as? String, reason: expect["reason"] as? String,
      warn: expect["warn"] as? String, addOn: expect["addon"] as? String,
      parts: expect["parts"] as? [String])
  }

  /// What the product makes of the input.
  var outcome: Expected {
    let reading = Code.parse(input)
    var parts: [String]?
    if case .split(let found) = reading { parts = found }
    return Expected(
      status: reading.status, isbn13: reading.isbn?.text, isbn10: reading.isbn?.isbn10,
      hyphenated: reading.isbn?.hyphenated, reason: reading.reason?.rawValue,
      warn: reading.warning?.rawValue, addOn: reading.addOn, parts: parts)
  }
}
