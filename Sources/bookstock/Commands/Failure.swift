import Covers
import Inventory
import InventoryStore

/// A fault as the program ends with it: exit status, a name for scripts, a sentence for people.
struct Failure {
  let status: Int32
  let reason: String
  let sentence: String
  let details: [(String, Document)]

  private init(
    _ status: Int32, _ reason: String, _ sentence: String, _ details: [(String, Document)] = []
  ) {
    self.status = status
    self.reason = reason
    self.sentence = sentence
    self.details = details
  }

  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal:
      self.init(refusal)
    case let refusal as CodeRefusal:
      self.init(
        1, refusal.reason, "“\(printable(refusal.text))”: \(refusal.sentence)",
        [("input", .text(refusal.text))])
    case let refusal as ImportRefusal:
      let line = refusal.fault.line.map { ", line \($0)" } ?? ""
      self.init(
        1, refusal.fault.word, "\(printable(refusal.path))\(line): \(refusal.fault.sentence)")
    case let trouble as StoreTrouble:
      self.init(3, trouble.code.rawValue, trouble.sentence)
    case let failure as CoverFailure:
      self.init(
        failure.problem.reason == .storage ? 3 : 1, failure.problem.reason.rawValue,
        failure.problem.sentence, [("isbn", .text(failure.key.text))])
    case let trouble as StorageTrouble:
      self.init(trouble.status, trouble.reason, trouble.sentence, trouble.details)
    case let usage as UsageError:
      let hint = usage.command.map { "Usage: \($0.usage)" } ?? "See bookstock --help."
      self.init(2, "usage", "\(usage.sentence)\n\(hint)")
    default:
      self.init(3, "other", String(describing: error))
    }
  }

  private init(_ refusal: Refusal) {
    switch refusal {
    case .unknownBook(let key):
      self.init(
        1, "unknown_book",
        "\(key.displayed) is not in stock. Put it in with: bookstock add \(printable(key.text))",
        [("isbn", .text(key.text))])
    case .knownBook(let book):
      self.init(
        1, "known_book",
        "\(book.key.displayed) “\(printable(book.title))” is in stock already, "
          + "count \(book.count).", Document.bookFields(book))
    case .belowZero(let book, let taking), .undoBelowZero(let book, let taking):
      self.init(
        1, "below_zero",
        "\(taking) of \(book.key.displayed) “\(printable(book.title))” cannot be taken: "
          + "the count is \(book.count).", Document.bookFields(book))
    case .quantityOverLimit(let number):
      self.init(
        1, "over_limit", "A quantity is a number from 1 to \(Quantity.most), not \(number).")
    case .nothingToUndo:
      self.init(1, "nothing_to_undo", "This desk has no movement to take back.")
    case .changedMeanwhile(let key):
      self.init(
        1, "changed_meanwhile",
        "Other desks keep changing \(key.displayed); nothing was done. Try again.",
        [("isbn", .text(key.text))])
    case .badField(let name, let problem):
      self.init(1, "bad_field", "\(name): \(problem)")
    }
  }

  /// Says what went wrong: on standard error for people, with JSON asked for also as a document.
  func report(to output: Output) {
    output.message(sentence)
    guard output.json else { return }
    let own: [(String, Document)] = [
      ("status", .text(status == 1 ? "refused" : "error")), ("reason", .text(reason)),
      ("message", .text(sentence)),
    ]
    output.document(.object(own + details.filter { field in !own.contains { $0.0 == field.0 } }))
  }
}
