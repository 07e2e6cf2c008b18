/// Why a terminal cannot be used for a full-screen program.
public enum TerminalProblem: Error, Hashable, Sendable {
  case inputIsNoTerminal, outputIsNoTerminal
  /// `TERM` is not set.
  case noType
  /// The description says it cannot place the cursor (`dumb`), or there is none.
  case cannotPlaceCursor(type: String)
  /// A system call failed.
  case system(String)

  /// A sentence for people.
  public var reason: String {
    switch self {
    case .inputIsNoTerminal: "Standard input is not a terminal."
    case .outputIsNoTerminal: "Standard output is not a terminal."
    case .noType: "The variable TERM is not set, so the kind of terminal is not known."
    case .cannotPlaceCursor(let type):
      "The terminal “\(type)” cannot place the cursor, which a full screen needs."
    case .system(let reason): "The terminal cannot be opened: \(reason)."
    }
  }
}
