/// Every command of the program; help, usage and the reader are made from it.
enum CommandTable {
  static let all =
    StockCommands.all + ListCommands.all + ImportCommand.all + CoverCommand.all
    + TreeCommands.all + TreeDocuments.all + StorageCommands.all + CheckCommand.all
}

/// Help as text, made from the table of commands.
enum Help {
  static var overview: String {
    var lines = [
      "bookstock: a bookshop's stock, kept and counted at the terminal.", "",
      "Usage: bookstock [OPTIONS]             the screen: scan a book, the count changes",
      "       bookstock [OPTIONS] COMMAND …   one command, for scripts and for checking", "",
      "Commands:",
    ]
    lines += rows(CommandTable.all.map { ("\($0.name) \($0.operands)", $0.summary) })
    lines += ["", "Options:"] + options(Settings.options)
    lines += [
      "", "bookstock COMMAND --help shows a command's own options.",
      "Exit: 0 done, 1 refused (nothing changed), 2 wrong usage, 3 the store cannot be used.",
    ]
    return lines.joined(separator: "\n")
  }

  static func text(of command: Command) -> String {
    var lines = ["\(command.name): \(command.summary)", "", "Usage: \(command.usage)"]
    if !command.options.isEmpty { lines += ["", "Options:"] + options(command.options) }
    lines += ["", "Options of every command:"] + options(Settings.options)
    return lines.joined(separator: "\n")
  }

  static func text(about family: String) -> String {
    let commands = CommandTable.all.filter { $0.name.hasPrefix(family + " ") }
    return
      (["Usage: bookstock \(family) COMMAND …", "", "Commands:"]
      + rows(commands.map { ("\($0.name) \($0.operands)", $0.summary) })
      + ["", "bookstock \(family) COMMAND --help shows a command's own options."])
      .joined(separator: "\n")
  }

  private static func options(_ options: [Option]) -> [String] {
    rows(options.map { ([$0.name, $0.value].compactMap(\.self).joined(separator: " "), $0.help) })
  }

  private static func rows(_ rows: [(String, String)]) -> [String] {
    let width = min(26, rows.map(\.0.count).max() ?? 0)
    return rows.map { name, text in
      "  " + name + String(repeating: " ", count: max(0, width - name.count)) + "  " + text
    }
  }
}
