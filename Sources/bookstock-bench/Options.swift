/// What the bench was asked for.
struct Options: Sendable {
  /// What to do.
  enum Wish { case run, list, help }

  /// Books in the stock when nothing else is said.
  static let usualBooks = 100_000
  /// Books in a quick run, which is over in less than a minute.
  static let quickBooks = 5_000
  /// The most books that are made: more distinct numbers than that the data does not hold.
  static let mostBooks = 10_000_000

  var wish = Wish.run
  var books = usualBooks
  var isQuick = false
  var isJSON = false
  /// The names of the rows to run; empty is all.
  var only: Set<String> = []

  static let help = """
    Usage: bookstock-bench [--quick] [--books N] [--only NAME]... [--json]
           bookstock-bench --list

      --books N     books in the stock, \(usualBooks) when not said
      --quick       \(quickBooks) books and short rounds
      --only NAME   run this row; may be said several times
      --json        a JSON line for each result, and nothing else
      --list        the rows
    """

  /// Reads the words behind the program's name.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var given: Int?
    while let word = rest.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--list": wish = .list
      case "--help", "-h": wish = .help
      case "--books":
        guard let number = rest.popFirst().flatMap({ Int($0) }),
          (Stage.leastBooks...Options.mostBooks).contains(number)
        else {
          throw UsageError(
            "--books needs a number from \(Stage.leastBooks) to \(Options.mostBooks).")
        }
        given = number
      case "--only":
        guard let name = rest.popFirst() else {
          throw UsageError("--only needs the name of a row.")
        }
        guard Row.all.contains(where: { $0.name == name }) else {
          throw UsageError("There is no row “\(name)”; --list shows them.")
        }
        only.insert(name)
      default: throw UsageError("There is no option “\(word)”.")
      }
    }
    books = given ?? (isQuick ? Options.quickBooks : Options.usualBooks)
  }
}

/// Words the bench does not understand.
struct UsageError: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}
