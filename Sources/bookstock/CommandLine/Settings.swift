import Foundation
import OpenLibrary
import TextUI

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
  /// In which form the screen shows pictures.
  var images = ImageSetting.auto
  /// Whether covers and titles are looked up in the network, where, and who is said to ask.
  var lookUp = OpenLibrarySettings(version: Bookstock.version)
  /// The folder of what can be fetched again; nil where there is none.
  var cache: String?

  static let options = [
    Option("--data", "DIR", "the folder of database and pictures (else $BOOKSTOCK_DATA)"),
    Option("--desk", "NAME", "this desk's name in the ledger (else $BOOKSTOCK_DESK)"),
    Option(
      "--storage", "ADDRESS",
      "the bucket of pictures: file:///DIR, gs://BUCKET, https://… (else $BOOKSTOCK_STORAGE)"),
    Option("--json", nil, "one JSON document on standard output and nothing else"),
    Option("--demo", nil, "start on a small stock of its own, in a temporary place"),
    Option("--images", "FORM", "auto, cells, kitty, sixel or off (else $BOOKSTOCK_IMAGES)"),
    Option("--lookup", "on|off", "look books up at Open Library (else $BOOKSTOCK_LOOKUP; on)"),
    Option("--contact", "MAIL", "whom Open Library may write to (else $BOOKSTOCK_CONTACT)"),
    Option("--no-color", nil, "no colours (also $NO_COLOR)"),
    Option("--ascii", nil, "no line-drawing characters"),
    Option("--help", nil, "show help"),
    Option("--version", nil, "show the version"),
  ]

  init(options: [String: String], environment: [String: String]) throws {
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
    cache = (variable("XDG_CACHE_HOME") ?? home + "/.cache") + "/bookstock"
    let given = Given(options: options, environment: environment)
    images = try given.choice("--images", "BOOKSTOCK_IMAGES", ImageSetting.allCases) ?? .auto
    lookUp.isOn = try given.choice("--lookup", "BOOKSTOCK_LOOKUP", Switch.allCases) != .off
    lookUp.contact = options["--contact"] ?? variable("BOOKSTOCK_CONTACT")
    if let places = variable("BOOKSTOCK_OPENLIBRARY") { lookUp.places = try Self.places(places) }
  }

  /// One address of a service like Open Library, or two: of covers, and of titles.
  private static func places(_ text: String) throws -> ServicePlaces {
    let urls = text.split(separator: " ").compactMap { URL(string: String($0)) }
    guard let first = urls.first, urls.count <= 2,
      let places = ServicePlaces(covers: first, records: urls.last ?? first)
    else {
      throw UsageError(
        "$BOOKSTOCK_OPENLIBRARY takes one https:// address, or two for covers and titles,"
          + " not “\(printable(text))”.")
    }
    return places
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

/// Something that is on or off.
private enum Switch: String, CaseIterable {
  case on, off
}

/// What was given on the command line, else in the environment.
private struct Given {
  let options: [String: String]
  let environment: [String: String]

  /// One of several words, or nil where none was given; anything else is wrong usage.
  func choice<Value: RawRepresentable<String>>(
    _ option: String, _ variable: String, _ all: [Value]
  ) throws -> Value? {
    let named: (name: String, value: String)
    if let value = options[option] {
      named = (option, value)
    } else if let value = environment[variable], !value.isEmpty {
      named = ("$" + variable, value)
    } else {
      return nil
    }
    guard let value = Value(rawValue: named.value) else {
      let words = all.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(named.name) takes one of \(words), not “\(printable(named.value))”.")
    }
    return value
  }
}
