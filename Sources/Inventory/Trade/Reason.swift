/// Why a count changed; the raw values are the words in the tree and in JSON.
public enum Reason: String, CaseIterable, Sendable {
  // Chosen by people.
  case received
  case sold
  case returned
  case sentBack = "sent-back"
  case damaged
  case lost
  case found
  case given
  case ownUse = "own-use"
  case correction

  // Made by the program.
  case opening
  case count
  case `import`
  case undo
  case removed

  /// The reasons that people choose from.
  public static let chosen: [Reason] = [
    .received, .sold, .returned, .sentBack, .damaged, .lost, .found, .given, .ownUse, .correction,
  ]
}
