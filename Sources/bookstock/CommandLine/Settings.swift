import Foundation

/// What holds for every command: flags, else the environment, else the default.
struct Settings: Sendable {
  /// The folder of database and pictures.
  var data: String
  var desk: String
  var user: String
  /// The address of the pictures' bucket; nil is the one in the folder.
  var storage: String?
  var json = false
  var color = true
  var ascii = false
  var demo = false

  static let options = [
    Option("--data", "DIR", "the folder of database and pictures (else $BOOKSTOCK_DATA)"),
    Option("--desk", "NAME", "this desk's name in the ledger (else $BOOKSTOCK_DESK)"),
    Option(
      "--storage", "ADDRESS",
      "the bucket of pictures: file:///DIR, gs://BUCKET, https://… (else $BOOKSTOCK_STORAGE)"),
    Option("--json", nil, "one JSON document on standard output and nothing else"),
    Option("--demo", nil, "start on a small stock of its own, in a temporary place"),
    Option("--no-color", nil, "no colours (also $NO_COLOR)"),
    Option("--ascii", nil, "no line-drawing characters"),
    Option("--help", nil, "show help"),
    Option("--version", nil, "show the version"),
  ]

  init(options: [String: String], environment: [String: String]) {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    user = variable("USER") ?? variable("LOGNAME") ?? NSUserName()
    desk = options["--desk"] ?? variable("BOOKSTOCK_DESK") ?? "\(user)@\(Settings.terminalName())"
    let home = variable("HOME") ?? "."
    data =
      options["--data"] ?? variable("BOOKSTOCK_DATA")
      ?? (variable("XDG_DATA_HOME") ?? home + "/.local/share") + "/bookstock"
    storage = options["--storage"] ?? variable("BOOKSTOCK_STORAGE")
    json = options["--json"] != nil
    color = options["--no-color"] == nil && variable("NO_COLOR") == nil
    ascii = options["--ascii"] != nil
    demo = options["--demo"] != nil
  }

  /// The terminal's short name (`pts/3`), or the process when there is none.
  private static func terminalName() -> String {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      var name = [CChar](repeating: 0, count: 128)
      if ttyname_r(descriptor, &name, name.count) == 0 {
        let path = name.withUnsafeBufferPointer { buffer in
          String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return path.hasPrefix("/dev/") ? String(path.dropFirst(5)) : path
      }
    }
    return "script"
  }
}
