import Glibc
import InventoryStore
import JSONTree
import RealtimeDatabase
import TreeStore

/// A program that opens the stock and browses it: how soon it shows something, and its memory.
enum OpenRows {
  static let all = [
    Row(name: "open", summary: "the stock opened, until the first window is there; memory") {
      stage in try await open(stage)
    }
  ]

  /// Screens that are looked at.
  private static let screens = 100
  /// Books in a window: a screenful.
  private static let screenful = 50

  private static func open(_ stage: Stage) async throws -> [Measure] {
    let folders = (tree: try await stage.treeFolder(), peer: try stage.peerFolder())
    func run(_ side: Worker.Side, in folder: String) throws -> Browsing {
      let child = try Child(Worker.program, [Worker.option, "open", side.rawValue, folder, "1"])
      return Browsing(try child.rest())
    }
    let pairs = try await alternating(
      stage.rounds, ours: { try run(.ours, in: folders.tree) },
      peer: { try run(.peer, in: folders.peer) })
    func series(_ value: (Browsing) -> Double) -> (ours: Series, peer: Series) {
      (Series(pairs.map { value($0.ours) }), Series(pairs.map { value($0.peer) }))
    }
    let (waits, memory) = (series(\.wait), series(\.memory))
    let start = series(\.startMemory).ours.median
    return [
      Measure(
        "open", .nanoseconds, ours: waits.ours, peer: waits.peer,
        targets: [.median(atMost: 10e6)]),
      Measure(
        "open, private memory", .bytes, ours: memory.ours, peer: memory.peer,
        targets: [.median(atMost: 24e6)],
        note: "RssAnon after \(screens) screens; "
          + "\(Measure.Unit.bytes.text(start)) of it before anything is opened"),
    ]
  }

  /// What a child found.
  struct Browsing {
    /// Until the first window, in nanoseconds.
    let wait: Double
    /// Private memory before opening, and after browsing, in bytes.
    let startMemory: Double
    let memory: Double

    init(wait: Double, startMemory: Double, memory: Double) {
      (self.wait, self.startMemory, self.memory) = (wait, startMemory, memory)
    }

    /// Of the bytes a child wrote.
    init(_ bytes: [UInt8]) {
      let numbers = Worker.numbers(in: bytes)
      self.init(
        wait: numbers.first ?? .nan, startMemory: numbers.dropFirst().first ?? .nan,
        memory: numbers.dropFirst(2).first ?? .nan)
    }

    var numbers: [Double] { [wait, startMemory, memory] }
  }

  /// Opens, waits for the first window and browses from there, as a child.
  static func browse(_ side: Worker.Side, in folder: String) async throws -> Browsing {
    let startMemory = privateMemory()
    let start = Stopwatch.now()
    let shown: Int64
    switch side {
    case .ours:
      let database = try await Database.open(at: folder, configuration: Stage.titleList)
      let query = Places.query(Places.books, Stage.byTitle)
      var request = WindowRequest(after: screenful)
      var windows = database.query(query).window(request).makeAsyncIterator()
      var window = try await windows.next()
      shown = Stopwatch.now()
      for _ in 0..<screens {
        guard let last = window?.rows.last else { throw ReadRows.BookIsMissing() }
        request.anchor = .place(last.place)
        windows = database.query(query).window(request).makeAsyncIterator()
        window = try await windows.next()
      }
    case .redis: throw ReadRows.BookIsMissing()
    case .peer:
      let table = try Peer(in: folder)
      var rows = try table.books(from: "", 0, limit: screenful)
      shown = Stopwatch.now()
      for _ in 0..<screens {
        guard let last = rows.last else { throw ReadRows.BookIsMissing() }
        rows = try table.books(from: last.title, last.isbn, limit: screenful)
      }
    }
    return Browsing(
      wait: Double(shown - start), startMemory: startMemory, memory: privateMemory())
  }

  /// The memory that is this process's alone, in bytes (proc(5): RssAnon).
  static func privateMemory() -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return .nan }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("RssAnon:") else { continue }
      return (Double(text.filter(\.isNumber)) ?? .nan) * 1024
    }
    return .nan
  }
}
