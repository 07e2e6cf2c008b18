import Foundation
import TestSupport
import Testing

/// However the program ends, the terminal is the shell's again: screen, cursor, reports and modes.
@Suite(.serialized) struct LeavingTests {
  /// A shell that runs the program and then tells its status and whether the terminal is as before.
  private static let wrapper = """
    before=$(stty -g)
    bash -c 'echo $$ >"$PID_FILE"; exec "$0" "$@"' "$0" "$@"
    status=$?
    [ "$(stty -g)" = "$before" ] && echo modes are back || { echo modes differ; stty -a; }
    echo "status $status"
    """

  /// The program below a shell in a terminal.
  private struct Session {
    let shop: Shop
    let terminal: PseudoTerminal

    init(rows: Int = 24, columns: Int = 80) async throws {
      shop = try Shop()
      try await shop.fill(books: 3)
      let program = shop.command([])
      let environment = program.environment.merging(["PID_FILE": shop.place.path("pid")]) { $1 }
      terminal = try await PseudoTerminal(
        Command(
          "bash", ["-c", LeavingTests.wrapper, program.program] + program.arguments,
          environment: environment), rows: rows, columns: columns)
      try await terminal.wait(for: "3 titles")
      try await terminal.wait(for: "▌")
      #expect(await terminal.screen.isAlternate)
      #expect(await terminal.screen.modes.isSuperset(of: [1000, 1004, 1006, 2004]))
    }

    /// Sends a signal to the program alone.
    func signal(_ number: Int32) throws {
      let text = try shop.place.text(of: "pid").trimmingCharacters(in: .newlines)
      #expect(kill(try #require(pid_t(text)), number) == 0)
    }

    /// Waits for the shell's words and looks at the terminal.
    func expectGivenBack(_ status: Int32) async throws {
      try await terminal.wait(for: "status ")
      let screen = await terminal.screen
      #expect(screen.contains("modes are back"), "\(screen.framed)")
      #expect(screen.contains("status \(status)"), "\(screen.framed)")
      #expect(!screen.isAlternate)
      #expect(screen.isCursorVisible)
      #expect(screen.modes.isDisjoint(with: [1000, 1002, 1003, 1004, 1005, 1006, 2004, 2026]))
      #expect(screen.unknown == [])
      #expect(try await shop.findings().isEmpty)
    }
  }

  @Test func `q gives the terminal back`() async throws {
    let session = try await Session()
    try await session.terminal.send("q")
    try await session.expectGivenBack(0)
  }

  @Test func `control C with nothing open gives the terminal back`() async throws {
    let session = try await Session()
    try await session.terminal.send("\u{3}")
    try await session.expectGivenBack(0)
  }

  @Test func `control C closes what is open first`() async throws {
    let session = try await Session()
    try await session.terminal.send("x")
    try await session.terminal.wait(for: "Remove this book?")
    try await session.terminal.send("\u{3}")
    try await session.terminal.wait("the question gone") { !$0.contains("Remove this book?") }
    #expect(await session.terminal.screen.isAlternate)
    try await session.terminal.send("\u{3}")
    try await session.expectGivenBack(0)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal to end gives the terminal back`(signal: Int32) async throws {
    let session = try await Session()
    try session.signal(signal)
    try await session.expectGivenBack(128 + signal)
  }

  @Test(arguments: [SIGABRT, SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGQUIT])
  func `a crash gives the terminal back and says so`(signal: Int32) async throws {
    let session = try await Session()
    try session.signal(signal)
    try await session.expectGivenBack(128 + signal)
    #expect(await session.terminal.screen.contains("the program failed"))
  }

  @Test func `a crash in the middle of a scan keeps what was shown as done`() async throws {
    let session = try await Session()
    try await session.terminal.send("\u{1b}3")
    try await session.terminal.wait(for: "Scan: +1")
    try await session.terminal.send(BookFile.isbn(of: 0) + "\r")
    try await session.terminal.wait(for: "this run: 1 ·")
    try await session.terminal.send(String(BookFile.isbn(of: 1).prefix(7)))
    try session.signal(SIGSEGV)
    try await session.expectGivenBack(128 + SIGSEGV)
    #expect(try await session.shop.count(of: BookFile.isbn(of: 0)) == 1)
  }

  @Test(arguments: [1, 24])
  func `the terminal is given back at any size`(rows: Int) async throws {
    let session = try await Session()
    try await session.terminal.resize(rows: rows, columns: rows)
    await session.terminal.settle()
    try session.signal(SIGTERM)
    // One row shows no line that has ended: what was written tells.
    try await eventually("the shell's words") {
      let words = String(decoding: await session.terminal.transcript, as: UTF8.self)
      return words.contains("status 143") && words.contains("modes are back")
    }
    #expect(await !session.terminal.screen.isAlternate)
  }

  @Test func `hanging up ends the program and keeps what was scanned`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 10)
    let screen = try await shop.screen()
    try await screen.wait(for: "10 titles")
    try await screen.send("\u{1b}3")
    try await screen.wait(for: "Scan: +1")
    for number in 0..<10 { try await screen.send(BookFile.isbn(of: number) + "\r") }
    try await screen.wait("the last one shown") { $0.contains("Book 9") || $0.contains("run: 10") }
    await screen.hangUp()
    #expect(try await screen.exitStatus() == 129)
    let counts = try await shop.counts()
    #expect(counts.count == 10)
    #expect(counts.filter { $0.value != 1 } == [:])
    #expect(try await shop.findings().isEmpty)
  }
}
