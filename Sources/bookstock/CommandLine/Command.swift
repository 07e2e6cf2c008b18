/// An option of a command or of every command.
struct Option: Sendable {
  /// With its dashes: `--title`.
  let name: String
  /// What follows it, as help shows it; nil for a switch.
  var value: String?
  let help: String
  /// Whether it may be given several times, each with a value of its own; else the last one counts.
  let repeats: Bool

  init(_ name: String, _ value: String? = nil, _ help: String, repeats: Bool = false) {
    self.name = name
    self.value = value
    self.help = help
    self.repeats = repeats
  }
}

/// One thing the program does when it is called with words; the table of them makes help and usage.
struct Command: Sendable {
  /// The words that call it: `plus`, `db get`.
  let name: String
  /// Its operands as help shows them: `ISBN [N]`.
  let operands: String
  /// How many operands it takes.
  let arity: ClosedRange<Int>
  let summary: String
  let options: [Option]
  let run: @Sendable (Invocation) async throws -> Int32

  init(
    _ name: String, _ operands: String = "", _ arity: ClosedRange<Int>, _ summary: String,
    _ options: [Option] = [], run: @escaping @Sendable (Invocation) async throws -> Int32
  ) {
    self.name = name
    self.operands = operands
    self.arity = arity
    self.summary = summary
    self.options = options
    self.run = run
  }

  /// The line that says how it is called.
  var usage: String {
    let shown = options.map { option in
      option.value.map { "[\(option.name) \($0)]" } ?? "[\(option.name)]"
    }
    return (["bookstock", name, operands] + shown).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A command with what was given to it.
struct Invocation: Sendable {
  let command: Command
  let operands: [String]
  let options: [String: String]
  let settings: Settings
  let output: Output

  /// The value of an option, or nil when it was not given.
  subscript(option: String) -> String? { options[option] }

  func has(_ option: String) -> Bool { options[option] != nil }

  /// The values of an option that may be given several times, in their order.
  func all(_ option: String) -> [String] {
    (self[option]?.split(separator: "\0", omittingEmptySubsequences: false) ?? []).map(String.init)
  }

  /// A whole number given to an option.
  func number(_ option: String, _ range: ClosedRange<Int>) throws -> Int? {
    try self[option].map { try Invocation.number($0, range, named: option) }
  }

  /// Reads a whole number or says what is wrong with it.
  static func number(_ text: String, _ range: ClosedRange<Int>, named name: String) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not “\(printable(text))”.")
    }
    return number
  }
}

/// The program was called in a way it does not know; exit 2.
struct UsageError: Error {
  let sentence: String
  /// The command whose usage helps, when one was recognised.
  var command: Command?

  init(_ sentence: String, command: Command? = nil) {
    self.sentence = sentence
    self.command = command
  }
}
