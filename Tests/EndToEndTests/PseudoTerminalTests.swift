import Glibc
import TestSupport
import Testing

@Suite struct PseudoTerminalTests {
  @Test func `what is typed is echoed and shown`() async throws {
    let terminal = try await PseudoTerminal(Command("/bin/cat"))
    try await terminal.send("hello\r")
    try await terminal.wait("the line and its copy") { $0.rows[0...1] == ["hello", "hello"] }
    try await terminal.send("\u{4}")
    #expect(try await terminal.exitStatus() == 0)
    #expect(await terminal.screen.unknown == [])
  }

  @Test func `control C reaches the program: the terminal is its own`() async throws {
    let terminal = try await PseudoTerminal(Command("/bin/cat"))
    try await terminal.send("here\r")
    try await terminal.wait(for: "here")
    try await terminal.send("\u{3}")
    #expect(try await terminal.ending() == .killed(by: SIGINT))
  }

  @Test func `a new size is told and read`() async throws {
    let script = "trap 'stty size' WINCH; echo ready; while read -r line; do echo \"$line\"; done"
    let terminal = try await PseudoTerminal(Command("bash", ["-c", script]), rows: 5, columns: 40)
    try await terminal.wait(for: "ready")
    try await terminal.resize(rows: 7, columns: 33)
    // The trap runs at once when bash is reading, or before its next command.
    try await terminal.send("go\r")
    try await terminal.wait(for: "7 33")
    #expect(await terminal.screen.rowCount == 7)
  }

  @Test func `hanging up ends the program`() async throws {
    let terminal = try await PseudoTerminal(Command("/bin/cat"))
    try await terminal.send("here\r")
    try await terminal.wait(for: "here")
    await terminal.hangUp()
    #expect(try await terminal.ending() == .killed(by: SIGHUP))
    await #expect(throws: ProcessFailure.self) { try await terminal.send("x") }
  }

  @Test func `a wait that fails shows the screen`() async throws {
    let terminal = try await PseudoTerminal(Command("echo", ["only this"]))
    await #expect {
      try await terminal.wait(for: "something else")
    } throws: { error in
      "\(error)".contains("something else") && "\(error)".contains("only this")
    }
  }

  @Test func `a scan keeps its pace`() async throws {
    let terminal = try await PseudoTerminal(Command("/bin/cat"))
    let start = ContinuousClock.now
    try await terminal.scan("9780306406157", gapMicroseconds: 2000)
    #expect(ContinuousClock.now - start >= .milliseconds(26))
    try await terminal.wait("the code, twice") { screen in
      screen.rows[0...1] == ["9780306406157", "9780306406157"]
    }
  }

  @Test func `queries are answered`() async throws {
    let script = """
      stty raw -echo
      printf 'ab\\033[6n'; IFS= read -r -d R place
      printf '\\033[c'; IFS= read -r -d c device
      stty sane; printf '\\r\\n%q %q\\r\\n' "$place" "$device"
      """
    let terminal = try await PseudoTerminal(Command("bash", ["-c", script]))
    #expect(try await terminal.exitStatus() == 0)
    let screen = await terminal.screen
    #expect(screen.contains("$'\\E[1;3' $'\\E[?62;22'"), "\(screen.framed)")
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen-256color", "linux", "vt220"])
  func `the strings of a terminal's description are understood`(name: String) async throws {
    let strings = [
      "smcup", "clear", "cup 3 4", "setaf 2", "bold", "smul", "rev", "sgr0", "smacs", "rmacs",
      "csr 2 9", "ind", "ri", "il 2", "dl 2", "ich 3", "dch 2", "el", "el1", "ed", "ech 3",
      "indn 2", "rin 2", "cuf 2", "cub 2", "cuu 1", "cud 1", "hpa 3", "vpa 3", "sc", "rc", "civis",
      "cnorm", "cvvis", "smkx", "rmkx", "enacs", "smam", "op", "csr 0 23", "rmcup", "sgr0",
    ]
    let script = "printf x; " + strings.map { "tput \($0); " }.joined() + "true"
    let terminal = try await PseudoTerminal(
      Command("bash", ["-c", script], environment: ["TERM": name]))
    #expect(try await terminal.exitStatus() == 0)
    let screen = await terminal.screen
    #expect(screen.unknown == [])
    #expect(!screen.isAlternate)
    #expect(screen.isCursorVisible)
  }

  @Test func `the plain environment holds nothing of the tests'`() async throws {
    let result = try await ChildProcess.run(Command("env", environment: ["A_SHELF": "3"]))
    #expect(result.output.contains("A_SHELF=3\n"))
    #expect(result.output.contains("LANG=C.UTF-8\n"))
    let own = result.output.split(separator: "\n").filter { $0.hasPrefix("BOOKSTOCK_") }
    #expect(own == ["BOOKSTOCK_LOOKUP=off"])
  }
}
