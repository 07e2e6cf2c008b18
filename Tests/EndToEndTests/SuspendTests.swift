import Foundation
import TestSupport
import Testing

/// Stopping and going on, and terminals that are none.
@Suite(.serialized) struct SuspendTests {
  @Test func `control Z gives the terminal to the shell, and fg redraws`() async throws {
    try await inPace {
      let shop = try Shop()
      try await shop.fill(books: 3)
      let program = shop.command([])
      let script = """
        set -m
        before=$(stty -g)
        "$0" "$@"
        [ "$(stty -g)" = "$before" ] && echo modes are back || echo modes differ
        echo "stopped with $?"
        read -r line
        fg >/dev/null
        echo "status $?"
        """
      let terminal = try await PseudoTerminal(
        Command(
          "bash", ["-c", script, program.program] + program.arguments,
          environment: program.environment))
      try await terminal.wait(for: "3 titles")
      try await terminal.send("\u{1b}3")
      try await terminal.wait(for: "Scan: +1")
      // A scan just before it is written before the program stops.
      try await terminal.send(BookFile.isbn(of: 0) + "\r\u{1a}")
      try await terminal.wait(for: "stopped with")
      let screen = await terminal.screen
      #expect(screen.contains("modes are back"), "\(screen.framed)")
      #expect(!screen.isAlternate)
      #expect(screen.isCursorVisible)
      #expect(screen.modes.isDisjoint(with: [1000, 1004, 1006, 2004]))
      #expect(try await shop.count(of: BookFile.isbn(of: 0)) == 1)
      // Nobody is kept waiting by a stopped desk.
      #expect(try await shop.json("plus", BookFile.isbn(of: 1))["new"] == 1)
      try await terminal.resize(rows: 30, columns: 100)
      try await terminal.send("\r")
      try await terminal.wait("the screen again") { screen in
        screen.isAlternate && screen.contains("this run: 1 ·") && screen.contains("Scan: +1")
      }
      #expect(await terminal.screen.modes.isSuperset(of: [1000, 1004, 1006, 2004]))
      try await terminal.scan(BookFile.isbn(of: 2))
      try await terminal.wait(for: "this run: 2 ·")
      try await terminal.send("q")
      try await terminal.wait(for: "status 0")
      #expect(await terminal.screen.unknown == [])
    }
  }

  @Test func `a program stopped from outside redraws when it goes on`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 3)
    let screen = try await shop.screen()
    try await screen.wait(for: "3 titles")
    await screen.settle()
    screen.kill(SIGSTOP)
    try await shop.json("plus", BookFile.isbn(of: 0), "44")
    let before = await screen.outputCount
    screen.kill(SIGCONT)
    try await screen.wait("the new count") { $0.contains("44") }
    #expect(await screen.outputCount > before)
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
  }

  @Test func `without a terminal the screen is refused, and nothing is made`() async throws {
    let shop = try Shop()
    for words in [[], ["--demo"]] {
      let result = try await ChildProcess.run(shop.command(words))
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("is not a terminal."), "\(result.errors)")
    }
    #expect(!shop.isMade)
  }

  @Test(arguments: ["TERM=dumb", "TERM=", "-u TERM"])
  func `a terminal that cannot place the cursor is refused, and nothing is made`(term: String)
    async throws
  {
    let shop = try Shop()
    let program = shop.command([])
    let words = term.split(separator: " ").map(String.init)
    let script = "\"$@\" 2>\"$ERRORS\""
    var environment = program.environment
    environment["ERRORS"] = shop.place.path("errors")
    let terminal = try await PseudoTerminal(
      Command(
        "bash",
        ["-c", script, "bash", "env"] + words + [program.program] + program.arguments,
        environment: environment))
    #expect(try await terminal.exitStatus() == 2)
    let errors = try shop.place.text(of: "errors")
    #expect(errors.hasPrefix("bookstock: ") && errors.contains("TERM") || errors.contains("dumb"))
    let written = String(decoding: await terminal.transcript, as: UTF8.self)
    #expect(!written.contains("\u{1b}"), "\(written.debugDescription)")
    #expect(!shop.isMade)
  }

  @Test func `the demo starts on a stock of its own and leaves nothing behind`() async throws {
    let place = try TemporaryPlace()
    let terminal = try await PseudoTerminal(
      .bookstock(
        "--demo",
        environment: [
          "TMPDIR": place.path, "HOME": place.path("home"),
          "XDG_STATE_HOME": place.path("state"),
        ]), rows: 32, columns: 110)
    try await terminal.wait("more than 20 books, and how many there are") { screen in
      screen.contains(" titles") && screen.rows.count { $0.contains("978-") } > 20
    }
    try await terminal.send("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(!Paths.exists(place.path("home/.local/share/bookstock")))
    let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(Set(left).isSubset(of: ["state", "home"]), "\(left)")
  }
}
