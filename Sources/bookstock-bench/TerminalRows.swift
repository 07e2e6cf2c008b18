import Glibc

/// The program in a terminal: how soon it shows itself, how soon it answers a key.
enum TerminalRows {
  static let all = [
    Row(name: "first-screen", summary: "from the program's start to its first screen") { stage in
      [try await firstScreen(stage)]
    },
    Row(name: "key-to-bytes", summary: "from a key to the first byte of the answer") { stage in
      [try await keyToBytes(stage)]
    },
  ]

  /// How long the screen must be still before a key is pressed, in milliseconds: longer than the
  /// gap within which keys belong to one scan.
  private static let stillness = 130
  /// The longest that a screen may be restless before a key is pressed all the same.
  private static let longestRest: Int64 = 3_000_000_000

  /// The program beside the bench; nil when it is not built.
  private static let program: String? = {
    guard let name = realpath(Worker.program, nil) else { return nil }
    defer { free(name) }
    let path = String(cString: name)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let program = path[..<slash] + "/bookstock"
    return access(String(program), X_OK) == 0 ? String(program) : nil
  }()

  private static func notBuilt(_ name: String) -> Measure {
    Measure(name, .nanoseconds, note: "not built: there is no bookstock beside the bench")
  }

  private static func firstScreen(_ stage: Stage) async throws -> Measure {
    let name = "first-screen"
    guard let program else { return notBuilt(name) }
    let folder = try await stage.shopFolder()
    let home = stage.folder.path
    let title = Stage.firstTitle
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let start = Stopwatch.now()
        let child = try Child(inTerminal: program, ["--data", folder], home: home)
        let wait = try wait(for: title, from: child, since: start)
        try quit(child)
        return wait
      },
      peer: {
        let start = Stopwatch.now()
        let words = [Worker.option, "hello", title]
        let child = try Child(inTerminal: Worker.program, words, home: home)
        return try wait(for: title, from: child, since: start)
      })
    return Measure(
      name, .nanoseconds, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: [.median(atMost: 50e6)], note: "the peer prints one line and ends")
  }

  /// How long it took until a text was there, in nanoseconds.
  private static func wait(
    for text: String, from child: Child, since start: Int64
  ) throws -> Double {
    var seen = ""
    while let bytes = try child.next(), !bytes.isEmpty {
      let now = Stopwatch.now()
      seen += String(decoding: bytes, as: UTF8.self)
      if seen.contains(text) { return Double(now - start) }
    }
    throw SilentChild(seen: Array(seen.utf8))
  }

  private static func keyToBytes(_ stage: Stage) async throws -> Measure {
    let name = "key-to-bytes"
    guard let program else { return notBuilt(name) }
    let folder = try await stage.shopFolder()
    let home = stage.folder.path
    let count = stage.pick(quick: 8, whole: 30)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let child = try Child(inTerminal: program, ["--data", folder], home: home)
        _ = try wait(for: Stage.firstTitle, from: child, since: 0)
        let waits = try press("j", count, child)
        try quit(child)
        return waits
      },
      peer: {
        let child = try Child(inTerminal: "cat", [], isRaw: true, home: home)
        return try press("j", count, child)
      })
    return Measure(
      name, .nanoseconds, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: [.median(atMost: 8e6), .p99(atMost: 16e6)], note: "the peer is cat")
  }

  /// Presses a key again and again, each time when the screen is still; returns the waits.
  private static func press(
    _ key: Character, _ count: Int, _ child: Child
  ) throws -> [Double] {
    try (0..<count).map { _ in
      try waitForStillness(child)
      let start = Stopwatch.now()
      try child.send(Array(String(key).utf8))
      guard let answer = try child.next(), !answer.isEmpty else { throw SilentChild(seen: []) }
      return Double(Stopwatch.now() - start)
    }
  }

  private static func waitForStillness(_ child: Child) throws {
    let end = Stopwatch.now() + longestRest
    while Stopwatch.now() < end, let bytes = try child.next(within: stillness) {
      if bytes.isEmpty { throw SilentChild(seen: []) }
    }
  }

  /// Ends the program by its own key, and waits for its end.
  private static func quit(_ child: Child) throws {
    try child.send(Array("q".utf8))
    while let bytes = try child.next(), !bytes.isEmpty {}
    child.end()
  }
}
