package import Inventory

/// One scan of a run: what was read, and what became of it.
package struct RunLine: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    /// Shown, and on its way to the disk.
    case pending
    case counted
    /// The same code again within the time of a bounce.
    case repeated
    /// A good code that is not in stock.
    case unknown
    /// Was unknown, and has been added to the stock since.
    case added
    /// Not counted, with the reason: no code, more than there is, trouble.
    case refused(String)
    case failed(String)
    /// Taken back.
    case undone
  }

  package var id = 0
  /// Milliseconds since 1970, by the desk's clock, later by the store's.
  package var at: Int64
  package var text: String
  package var key: StockKey?
  package var title: String?
  package var author: String?
  /// Whether the book is known to be in stock, and the name of its picture there.
  package var isInStock = false
  package var icon: String?
  /// Copies asked for, without a sign.
  package var quantity: Int
  package var reason: Reason
  package var outcome: Outcome
  package var old: Int?
  package var new: Int?
  package var warning: String?
  /// Why the code is none, if it is none.
  var reject: CodeReason?
  /// A quantity asked for while the store had not answered yet.
  var wanted: Int?
  /// The movements this line made: their ids and changes.
  var movements: [Made] = []

  struct Made: Sendable, Hashable {
    var id: String
    var change: Int
  }

  /// Copies that were really counted, without a sign.
  var counted: Int { abs(movements.reduce(0) { $0 + $1.change }) }

  /// What stands where a title belongs: the title, or the code until it is known.
  var name: String {
    if let title, !title.isEmpty { return title }
    return key?.displayed ?? text
  }
}
