import Foundation
import Platform
import TestSupport
import Testing
import TreeStore

/// A store that cannot be used: a clear sentence, exit 3, and nothing lost.
@Suite(.serialized) struct StoreFaultTests {
  private static let isbn = "9780306406157"

  /// A shop with one book of which there are three, all of it in the file itself.
  private static func shop() async throws -> Shop {
    let shop = try Shop()
    try await shop.json("add", isbn, "--title", "T", "--count", "3")
    try copyLog(of: shop)
    return shop
  }

  /// Brings everything from the log into the file, as the last desk that closes does.
  private static func copyLog(of shop: Shop) throws {
    try TreeStore(at: shop.data).close()
    for name in ["tree.db-wal", "tree.db-shm"] {
      try? FileManager.default.removeItem(atPath: "\(shop.data)/\(name)")
    }
  }

  private static func file(_ shop: Shop) -> String { shop.data + "/tree.db" }

  /// Expects every kind of command, and the screen, to fail with one reason and a sentence.
  private static func expectTrouble(
    _ shop: Shop, reason: String, saying words: String
  ) async throws {
    for command in [["list"], ["plus", isbn], ["check"], ["db", "get", "/"]] {
      let result = try await ChildProcess.run(
        shop.command(command + ["--json"]), within: patience * 2)
      #expect(result.status == 3, "\(command) \(result)")
      #expect(result.errors.hasPrefix("bookstock: "), "\(command)")
      #expect(result.errors.contains(words), "\(command) \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      let answer = try JSON(result.output)
      #expect(answer["status"] == "error")
      #expect(answer["reason"] == .text(reason), "\(command) \(answer)")
    }
    let terminal = try await PseudoTerminal(shop.command([]))
    #expect(try await terminal.exitStatus(within: patience * 2) == 3)
    let screen = await terminal.screen
    #expect(!screen.isAlternate)
    #expect(screen.isCursorVisible)
    let text = screen.rows.joined()
    #expect(text.contains("bookstock: "), "\(screen.framed)")
  }

  /// A command that root's right to write everywhere has been taken from.
  private static func unprivileged(_ command: Command) -> Command {
    guard geteuid() == 0 else { return command }
    var command = command
    command.arguments =
      ["--bounding-set=-dac_override,-dac_read_search,-fowner", command.program] + command.arguments
    command.program = "setpriv"
    return command
  }

  @Test func `a folder that cannot be made is said so`() async throws {
    var shop = try Shop()
    try shop.place.write("a file", to: "file")
    shop.data = shop.place.path("file/data")
    try await Self.expectTrouble(shop, reason: "cannotOpen", saying: "--data DIR")
    shop.data = shop.place.path("file")
    try await Self.expectTrouble(shop, reason: "cannotOpen", saying: shop.data)
  }

  @Test func `a folder that cannot be written refuses and loses nothing`() async throws {
    let shop = try await Self.shop()
    let files = try FileManager.default.contentsOfDirectory(atPath: shop.data)
    for name in files { chmod("\(shop.data)/\(name)", 0o444) }
    chmod(shop.data, 0o555)
    for words in [["plus", Self.isbn], ["add", "9780804429573"], ["remove", Self.isbn]] {
      let result = try await ChildProcess.run(
        Self.unprivileged(shop.command(words + ["--json"])))
      #expect(result.status == 3, "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(["readOnly", "cannotOpen"].contains(try JSON(result.output)["reason"]?.text))
    }
    chmod(shop.data, 0o755)
    for name in files { chmod("\(shop.data)/\(name)", 0o644) }
    #expect(try await shop.count(of: Self.isbn) == 3)
    #expect(try await shop.findings().isEmpty)
  }

  @Test(arguments: [
    "this is no database, only some text that is long enough to be looked at by anyone ......",
    String(repeating: "x", count: 9_000),
  ])
  func `a file that is no database is left alone`(text: String) async throws {
    let shop = try Shop()
    try shop.place.write(text, to: "data/tree.db")
    try await Self.expectTrouble(shop, reason: "notADatabase", saying: "not a tree")
    #expect(try shop.place.text(of: "data/tree.db") == text)
  }

  @Test func `another program's database is left alone`() async throws {
    let shop = try await Self.shop()
    // SQLite: "Database File Format", the application's number at offset 68.
    try Self.overwrite(Self.file(shop), at: 68, with: [0, 0, 0, 9])
    let before = try Data(contentsOf: URL(fileURLWithPath: Self.file(shop)))
    try await Self.expectTrouble(shop, reason: "notADatabase", saying: "not a tree")
    #expect(try Data(contentsOf: URL(fileURLWithPath: Self.file(shop))) == before)
  }

  @Test func `a newer format is refused and left alone`() async throws {
    let shop = try await Self.shop()
    // SQLite: "Database File Format", the user's version at offset 60.
    let format = try Data(contentsOf: URL(fileURLWithPath: Self.file(shop)))[60..<64]
    try Self.overwrite(Self.file(shop), at: 60, with: [0, 0, 0, 99])
    let before = try Data(contentsOf: URL(fileURLWithPath: Self.file(shop)))
    try await Self.expectTrouble(shop, reason: "newerFormat", saying: "later version")
    #expect(try Data(contentsOf: URL(fileURLWithPath: Self.file(shop))) == before)
    try Self.overwrite(Self.file(shop), at: 60, with: Array(format))
    #expect(try await shop.count(of: Self.isbn) == 3)
    #expect(try await shop.findings().isEmpty)
  }

  @Test(arguments: [0.3, 0.7])
  func `a file that was cut off is said to be damaged`(part: Double) async throws {
    let shop = try Shop()
    try await shop.fill(books: 400)
    try Self.copyLog(of: shop)
    let file = Self.file(shop)
    let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
    #expect(truncate(file, Int(Double(size) * part) / 4096 * 4096) == 0)
    let list = try await shop.run("list", "--json")
    let check = try await shop.run("check", "--json")
    for result in [list, check] {
      #expect([1, 3].contains(result.status), "\(result)")
      #expect(!result.errors.isEmpty || result.status == 1, "\(result)")
      if result.status == 3 { #expect(try JSON(result.output)["reason"] == "corrupt") }
    }
    #expect(list.status == 3)
  }

  @Test func `a lock held for long is said so with its holder, and nothing is lost`() async throws {
    let shop = try await Self.shop()
    let queue = try WriterQueue(at: shop.data + "/writers", program: "a stuck one", label: "till 9")
    try queue.enter()
    let screen = try await shop.screen()
    try await screen.wait(for: "1 title ")
    try await screen.send("\u{1b}3")
    try await screen.wait(for: "Scan: +1")
    try await screen.send(Self.isbn + "\r")
    let result = try await ChildProcess.run(
      shop.command(["plus", Self.isbn, "--json"]), within: patience * 2)
    #expect(result.status == 3)
    #expect(try JSON(result.output)["reason"] == "busy")
    #expect(result.errors.contains("a stuck one"), "\(result.errors)")
    #expect(result.errors.contains("till 9"), "\(result.errors)")
    // Readers wait for nobody.
    #expect(try await shop.count(of: Self.isbn) == 3)
    try await screen.wait("the trouble on the screen", within: patience * 2) { screen in
      screen.contains("till 9") || screen.contains("held by")
    }
    queue.leave()
    // The scan is still shown, and one key counts it.
    try await screen.send("c")
    try await screen.wait(for: "this run: 1 ·")
    #expect(try await shop.count(of: Self.isbn) == 4)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `a writer that is stopped in its turn holds nobody up for ever`() async throws {
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--count", "1")
    let rows = 4_000
    let file = try shop.place.write(BookFile.csv(rows: rows), to: "books.csv")
    let importer = try await ChildProcess(shop.desk("importer").command(["import", file]))
    // The import holds the turn as soon as it names itself in the lock's file.
    let queue = try WriterQueue(at: shop.data + "/writers", program: "a look")
    try await eventually("the import's turn", within: patience * 3) {
      queue.holder()?.label == "importer" && isHeld(shop)
    }
    importer.kill(SIGSTOP)
    let result = try await ChildProcess.run(
      shop.command(["plus", Self.isbn, "--json"]), within: patience * 2)
    if result.status != 0 {
      #expect(result.status == 3)
      #expect(result.errors.contains("importer"), "\(result.errors)")
    }
    importer.kill(SIGCONT)
    #expect(try await importer.result(within: patience * 3).status == 0)
    #expect(try await shop.json("plus", Self.isbn)["new"] == .integer(result.status == 0 ? 3 : 2))
    #expect(try await shop.findings().isEmpty)
  }

  /// Whether anyone has the turn now.
  private func isHeld(_ shop: Shop) -> Bool {
    guard let other = try? WriterQueue(at: shop.data + "/writers", program: "a try") else {
      return false
    }
    do {
      try other.enter(deadline: ContinuousClock.now)
      other.leave()
      return false
    } catch {
      return true
    }
  }

  @Test func `a disk without room refuses whole, and goes on when there is room`() async throws {
    let shop = try await Self.shop()
    let file = try shop.place.write(BookFile.csv(rows: 1_000), to: "books.csv")
    // A limit on the size of files is what a full disk is to the writer.
    let script = "trap '' XFSZ; ulimit -f 300; exec \"$0\" \"$@\""
    let command = shop.command(["import", file, "--json"])
    let result = try await ChildProcess.run(
      Command(
        "bash", ["-c", script, command.program] + command.arguments,
        environment: command.environment), within: patience * 3)
    #expect(result.status == 3, "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(try JSON(result.output)["reason"] == "full")
    #expect(try await shop.counts() == [Self.isbn: 3])
    #expect(try await shop.findings().isEmpty)
    #expect(try await shop.json("import", file, within: patience * 3)["new"] == 1_000)
    #expect(try await shop.findings().isEmpty)
  }

  private static func overwrite(_ file: String, at offset: UInt64, with bytes: [UInt8]) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    defer { try? handle.close() }
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(bytes))
  }
}
