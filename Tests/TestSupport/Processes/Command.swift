import Glibc

/// A program with everything it is told at its start.
package struct Command: Sendable {
  /// A path, or a name looked up in `PATH`.
  package var program: String
  package var arguments: [String]
  package var environment: [String: String]
  /// Where it starts; nil is where the tests run.
  package var folder: String?

  /// A command in a plain environment, to which `environment` adds or of which it replaces a part.
  ///
  /// Plain is UTF-8, UTC, `TERM=xterm-256color`, and look-ups in the network off; nothing is
  /// inherited but `PATH`, `HOME` and the library path.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in folder: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = Self.plainEnvironment.merging(environment) { $1 }
    self.folder = folder
  }

  /// The built `bookstock`.
  package static func bookstock(
    _ arguments: String..., environment: [String: String] = [:], in folder: String? = nil
  ) -> Command {
    Command(
      BuiltProducts.path(of: "bookstock"), arguments, environment: environment, in: folder)
  }

  private static let plainEnvironment: [String: String] = {
    var plain = ["LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color"]
    // No test asks the real network.
    plain["BOOKSTOCK_LOOKUP"] = "off"
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { plain[name] = String(cString: value) }
    }
    return plain
  }()
}
