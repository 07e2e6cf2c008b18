import Glibc
import Inventory
import InventoryStore
import JSONTree
import Platform
import RealtimeDatabase

/// The bench as a child of itself: one of several processes at a database.
enum Worker {
  /// The word that makes it one; people have no use for it.
  static let option = "--worker"

  /// The sides of a row.
  enum Side: String { case ours, peer, redis }

  /// The path of the running program.
  static let program = "/proc/self/exe"

  /// Moves books when told to, for some time.
  static func moving(_ side: Side, in folder: String, seed: Int, milliseconds: Int) throws -> Child
  {
    try Child(program, [option, "move", side.rawValue, folder, "\(seed)", "\(milliseconds)"])
  }

  /// Watches the count of a book.
  static func watching(_ side: Side, in folder: String, _ key: StockKey) throws -> Child {
    try Child(program, [option, "watch", side.rawValue, folder, key.text])
  }

  /// Downloads from a server, slowly.
  static func receiving(_ side: Side, from server: WebServer) throws -> Child {
    try Child(program, [option, "receive", side.rawValue, "", "\(server.port)"])
  }

  /// Does what the words behind the option say; they come from the functions above.
  static func run(_ words: [String]) async -> Int32 {
    do {
      if words.count == 2, words[0] == "hello" {
        try write("\u{1B}[2J\u{1B}[H\(words[1])\r\n".utf8.map(\.self))
        return 0
      }
      guard words.count > 3, let side = Side(rawValue: words[1]) else { return 2 }
      if words[0] == "move", words.count == 5, let seed = UInt64(words[3]),
        let milliseconds = Int(words[4])
      {
        try await move(side, in: words[2], seed, milliseconds)
      } else if words[0] == "watch", let key = StockKey(words[3]) {
        try await watch(side, in: words[2], key)
      } else if words[0] == "show", let times = Int(words[3]) {
        try AtomicFile.write(bytes(of: try await CoverRows.show(times)), to: words[2])
      } else if words[0] == "receive", let port = Int(words[3]) {
        let found = try await DownloadRows.receiveSlowly(side, from: port)
        try write(bytes(of: [found.startMemory, found.mostMemory]))
      } else if words[0] == "open" {
        try write(bytes(of: try await OpenRows.browse(side, in: words[2]).numbers))
      }
      return 0
    } catch {
      let text = Array("bookstock-bench: \(error)\n".utf8)
      _ = Glibc.write(STDERR_FILENO, text, text.count)
      return 3
    }
  }
}

// MARK: - Moving

extension Worker {
  /// What it says when it is ready to begin.
  static let isReady: [UInt8] = [0x21]

  /// Moves books, and then says how long all took and each.
  private static func move(
    _ side: Side, in folder: String, _ seed: UInt64, _ milliseconds: Int
  ) async throws {
    // The first of the books are the same, however many there are.
    let books = SampleBooks.make(Stage.leastBooks)
    var random = Lottery(seed: seed)
    let lap: Lap
    switch side {
    case .ours:
      let database = try await Database.open(at: folder, configuration: Stage.titleList)
      try await IncrementRows.move(books[0].key, in: database)
      try waitForStart()
      lap = try await Lap(milliseconds: milliseconds) {
        try await IncrementRows.move(books.picked(by: &random).key, in: database)
      }
      await database.close()
    case .peer:
      let table = try Peer(in: folder)
      try table.move(Peer.number(of: books[0].key), by: 1, at: WallClock.milliseconds())
      try waitForStart()
      lap = try await Lap(milliseconds: milliseconds) {
        let number = Peer.number(of: books.picked(by: &random).key)
        try table.move(number, by: 1, at: WallClock.milliseconds())
      }
      table.close()
    case .redis: return
    }
    try write(bytes(of: [lap.length] + lap.waits))
  }

  private static func waitForStart() throws {
    try write(isReady)
    var byte: UInt8 = 0
    guard read(STDIN_FILENO, &byte, 1) == 1 else { throw SystemTrouble("wait for the start") }
  }

  /// What a moving child has measured.
  static func lap(from bytes: [UInt8]) -> Lap {
    let numbers = numbers(in: bytes)
    return Lap(waits: Array(numbers.dropFirst()), length: numbers.first ?? 0)
  }
}

// MARK: - Numbers on their way to the parent

extension Worker {
  /// Numbers as a child writes them.
  static func bytes(of numbers: [Double]) -> [UInt8] {
    numbers.flatMap { bytes(of: $0.bitPattern) }
  }

  /// Numbers as a child has written them.
  static func numbers(in bytes: [UInt8]) -> [Double] {
    stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      Double(bitPattern: number(in: bytes[start..<start + 8]))
    }
  }

  static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw SystemTrouble("write") }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
