import Inventory
import InventoryStore

extension Wording {
  /// Why something was refused, for the line of outcomes.
  static func refusal(_ refusal: Refusal) -> String {
    switch refusal {
    case .unknownBook(let key): "not in stock: \(key.displayed)"
    case .knownBook(let book): "in stock already: \(name(of: book)), \(copies(book.count))"
    case .belowZero(let book, let taking):
      "refused: \(copies(book.count)) of \(name(of: book)), \(number(taking)) to take"
    case .quantityOverLimit(let quantity):
      "refused: \(number(quantity)) is no quantity (1 to \(number(Quantity.most)))"
    case .nothingToUndo: "nothing of this desk's to take back"
    case .undoBelowZero(let book, let taking):
      "not taken back: \(copies(book.count)) of \(name(of: book)) left, \(number(taking)) to take"
    case .changedMeanwhile(let key):
      "other desks keep changing \(key.displayed): nothing done, try again"
    case .badField(let name, let reason): "\(name): \(reason)"
    }
  }

  /// The same beside a book's own line, where its title stands already.
  static func shortRefusal(_ refusal: Refusal) -> String {
    switch refusal {
    case .belowZero(let book, let taking):
      "only \(number(book.count)) there, \(number(taking)) to take"
    case .quantityOverLimit(let quantity): "\(number(quantity)) is no quantity"
    case .changedMeanwhile: "changed meanwhile: scan again"
    case .unknownBook, .knownBook, .nothingToUndo, .undoBelowZero, .badField:
      Wording.refusal(refusal)
    }
  }

  /// Why a code is no book's number, after the code.
  static func badCode(_ text: String, _ reason: CodeReason) -> String {
    "\(shown(text)): \(reason.sentence(for: text))"
  }
}
