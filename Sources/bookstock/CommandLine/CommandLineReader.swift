/// Finds the command, its operands and options in the words the program was called with.
struct CommandLineReader {
  let commands: [Command]

  /// What the words ask for.
  enum Request {
    /// No command: the terminal.
    case screen(options: [String: String])
    case help(Command?)
    /// What the commands of one first word are: `db`.
    case helpAbout(family: String)
    case version
    case run(Command, operands: [String], options: [String: String])
  }

  /// Reads the words; options may stand anywhere, `--` ends them, `--name=value` works.
  func read(_ words: [String]) throws -> Request {
    var operands: [String] = []
    var given: [(name: String, value: String?)] = []
    var rest = words[...]
    var open = true
    while let word = rest.popFirst() {
      guard open, isOption(word) else {
        operands.append(word)
        continue
      }
      if word == "--" {
        open = false
        continue
      }
      let name = String(word.prefix { $0 != "=" })
      let normal = name == "-h" ? "--help" : name
      let inline = word.contains("=") ? String(word.dropFirst(name.count + 1)) : nil
      guard let option = known(normal, for: command(in: operands)) else {
        throw unknownOption(name, command(in: operands))
      }
      given.append((normal, try value(of: option, inline: inline, from: &rest)))
    }
    return try request(operands, given)
  }

  private func request(
    _ words: [String], _ given: [(name: String, value: String?)]
  ) throws -> Request {
    var options: [String: String] = [:]
    let repeated = Set((command(in: words)?.options ?? []).filter(\.repeats).map(\.name))
    for (name, value) in given {
      // Several values lie one after another: no argument of a program holds a NUL.
      let before = repeated.contains(name) ? options[name].map { $0 + "\0" } : nil
      options[name] = (before ?? "") + (value ?? "")
    }
    if options["--version"] != nil { return .version }
    let found = command(in: words)
    if options["--help"] != nil { return help(found, words.first) }
    if words.first == "help" {
      let named = command(in: Array(words.dropFirst()))
      let word = words.dropFirst().first
      guard word.map(isFamily) != false || named != nil else { throw unknownCommand(words[1]) }
      return help(named, word)
    }
    guard let found else {
      if let word = words.first { throw unknownCommand(word, next: words.dropFirst().first) }
      return .screen(options: options)
    }
    let allowed = Set((found.options + Settings.options).map(\.name))
    for (name, _) in given where !allowed.contains(name) { throw unknownOption(name, found) }
    let operands = Array(words.dropFirst(found.name.split(separator: " ").count))
    guard found.arity.contains(operands.count) else {
      let problem =
        operands.count < found.arity.lowerBound
        ? "\(found.name) needs \(found.operands)."
        : "\(found.name) takes \(found.operands.isEmpty ? "no operands" : found.operands), "
          + "“\(printable(operands[found.arity.upperBound]))” is too much."
      throw UsageError(problem, command: found)
    }
    return .run(found, operands: operands, options: options)
  }

  private func help(_ command: Command?, _ word: String?) -> Request {
    if command == nil, let word, isFamily(word) { return .helpAbout(family: word) }
    return .help(command)
  }

  /// Whether commands of two words begin with this one.
  private func isFamily(_ word: String) -> Bool {
    commands.contains { $0.name.hasPrefix(word + " ") }
  }

  /// A word with a dash is an option, but not a lone dash or a negative number.
  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    return !(word.dropFirst().first?.isNumber ?? false)
  }

  private func known(_ name: String, for command: Command?) -> Option? {
    let own = command?.options ?? commands.flatMap(\.options)
    return (own + Settings.options).first { $0.name == name }
  }

  private func value(
    of option: Option, inline: String?, from rest: inout ArraySlice<String>
  ) throws -> String? {
    guard let shown = option.value else {
      if inline != nil { throw UsageError("\(option.name) takes no value.") }
      return nil
    }
    guard let value = inline ?? rest.popFirst() else {
      throw UsageError("\(option.name) needs a value: \(option.name) \(shown).")
    }
    return value
  }

  private func command(in words: [String]) -> Command? {
    commands.first { command in
      let name = command.name.split(separator: " ").map(String.init)
      return words.starts(with: name)
    }
  }

  private func unknownOption(_ name: String, _ command: Command?) -> UsageError {
    let names = ((command?.options ?? commands.flatMap(\.options)) + Settings.options).map(\.name)
    return UsageError(
      "There is no option \(printable(name)).\(suggestion(name, names))", command: command)
  }

  private func unknownCommand(_ word: String, next: String? = nil) -> UsageError {
    let isFamily = isFamily(word)
    if isFamily, next == nil {
      let verbs = commands.map(\.name).filter { $0.hasPrefix(word + " ") }
        .map { $0.dropFirst(word.count + 1) }
      return UsageError("\(word) needs one of \(verbs.joined(separator: ", ")).")
    }
    let whole = isFamily ? [word, next].compactMap(\.self).joined(separator: " ") : word
    return UsageError(
      "There is no command “\(printable(whole))”.\(suggestion(whole, commands.map(\.name)))")
  }

  private func suggestion(_ word: String, _ names: [String]) -> String {
    let near = names.map { ($0, distance($0, word)) }.min { $0.1 < $1.1 }
    guard let near, near.1 <= 2 else { return "" }
    return " Did you mean \(near.0)?"
  }

  /// The number of single-character edits between two words.
  private func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first.prefix(40))
    let second = Array(second.prefix(40))
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == b ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[second.count]
  }
}
