/// The targets of `Package.swift`: each a name and what it may look into.
struct PackagePlan {
  enum Kind: Hashable {
    /// `.systemLibrary`: C that the system ships.
    case system
    /// `room`: a library of the house.
    case room
    /// `program`: an executable.
    case program
    /// `tests`, a plain `.target` or a plain `.executableTarget`, below `Tests`.
    case tests
  }

  struct Target {
    let name: String
    let kind: Kind
    let below: [String]
  }

  private(set) var targets: [Target] = []

  /// Reads the calls `room("…", over: […])`, `program`, `tests(of:)`, `.systemLibrary(name:)`,
  /// `.target(name:)` and `.executableTarget(name:)` in the list of targets.
  init(_ manifest: String) {
    guard let start = manifest.firstRange(of: "let package") else { return }
    let text = manifest[start.lowerBound...]
    let call =
      #/
        (room|program|tests|\.systemLibrary|\.target|\.executableTarget)
        \( \s* (?:of:|name:)? \s* "([^"]+)"
      /#
    let matches = text.matches(of: call)
    for (index, match) in matches.enumerated() {
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
      let rest = text[match.range.upperBound..<end]
      var below: [String] = []
      if let list = rest.firstMatch(of: /(?:over|dependencies):\s*\[([^\]]*)\]/) {
        below = list.output.1.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      }
      let name = String(match.output.2)
      switch match.output.1 {
      case ".systemLibrary": targets.append(Target(name: name, kind: .system, below: []))
      case "room": targets.append(Target(name: name, kind: .room, below: below))
      case "program": targets.append(Target(name: name, kind: .program, below: below))
      case "tests":
        targets.append(Target(name: name + "Tests", kind: .tests, below: below + ["TestSupport"]))
      default: targets.append(Target(name: name, kind: .tests, below: below))
      }
    }
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }
}
