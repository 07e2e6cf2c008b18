import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase
import Synchronization
import TreeStore

/// The tree as a JSON document of about 100 MB: in and out.
enum JSONRows {
  static let all = [
    Row(name: "json-parse", summary: "a JSON document parsed, and its books encoded") { stage in
      [try await parse(stage)]
    },
    Row(name: "json-import", summary: "the same as a stream, into an empty place with a list") {
      stage in
      [try await whole(stage)]
    },
    Row(name: "json-export", summary: "the books written as a stream of JSON") { stage in
      [try await export(stage)]
    },
  ]

  /// Books of a document of about 100 MB.
  private static let books = 420_000
  private static let folder = "json"
  private static let rounds = 3

  /// The stock of these rows, whatever that of the others.
  private static func stock(_ stage: Stage) -> [Book] {
    SampleBooks.make(stage.pick(quick: Options.quickBooks, whole: books))
  }

  private static func document(_ books: [Book]) -> [UInt8] {
    let children = books.map { (Places.name($0.key), $0.node) }
    return JSONWriter().bytes(Node([("BarCode", Node(children))]))
  }

  private static func rates(_ bytes: Int, _ waits: [Double]) -> Series {
    Series(waits.map { Double(bytes) / $0 * 1e9 })
  }

  private static func parse(_ stage: Stage) async throws -> Measure {
    let bytes = document(stock(stage))
    let text = String(decoding: bytes, as: UTF8.self)
    let table = try Peer(in: try stage.newFolder("json-peer"))
    defer { table.close() }
    let pairs = try await alternating(
      rounds, ours: { try parse(bytes) }, peer: { try parse(text, by: table) })
    return Measure(
      "json-parse", .bytesPerSecond, ours: rates(bytes.count, pairs.map(\.ours)),
      peer: rates(bytes.count, pairs.map(\.peer)), targets: [.median(atLeast: 100e6)],
      note: "\((Double(bytes.count) / 1e6).grouped) MB; the peer is SQLite's json_each")
  }

  private static func whole(_ stage: Stage) async throws -> Measure {
    let books = stock(stage)
    let bytes = document(books)
    let pairs = try await alternating(
      rounds,
      ours: {
        try await filling(stage) { database in
          let text = TextInParts(bytes)
          try await database.importDocument(at: .root) { text.read(into: $0) }
        }
      },
      peer: {
        try await filling(stage) { database in try await stage.fill(database, with: books) }
      })
    return Measure(
      "json-import", .perSecond, ours: Series(pairs.map { Double(books.count) / $0.ours * 1e9 }),
      peer: Series(pairs.map { Double(books.count) / $0.peer * 1e9 }), targets: [.atLeast(0.5)],
      note: "the peer fills ours from memory")
  }

  /// How long something takes that fills an empty database, in nanoseconds.
  private static func filling(
    _ stage: Stage, _ body: (Database) async throws -> Void
  ) async throws -> Double {
    let database = try await Database.open(
      at: try stage.newFolder(folder), configuration: Stage.titleList)
    let start = Stopwatch.now()
    try await body(database)
    let end = Stopwatch.now()
    await database.close()
    return Double(end - start)
  }

  private static func export(_ stage: Stage) async throws -> Measure {
    let books = stock(stage)
    let database = try await Database.open(
      at: try stage.newFolder(folder), configuration: Stage.titleList)
    try await stage.fill(database, with: books)
    let table = try Peer(in: try stage.newFolder("json-peer"))
    defer { table.close() }
    try stage.fill(table, with: books)
    var sizes = (ours: 0, peer: 0)
    let pairs = try await alternating(
      rounds,
      ours: {
        let start = Stopwatch.now()
        let size = Atomic<Int>(0)
        try await database.exportDocument(at: .root) {
          size.wrappingAdd($0.count, ordering: .relaxed)
        }
        sizes.ours = size.load(ordering: .relaxed)
        return Double(Stopwatch.now() - start)
      },
      peer: {
        let start = Stopwatch.now()
        sizes.peer = try table.document()
        return Double(Stopwatch.now() - start)
      })
    await database.close()
    return Measure(
      "json-export", .bytesPerSecond, ours: rates(sizes.ours, pairs.map(\.ours)),
      peer: rates(sizes.peer, pairs.map(\.peer)), targets: [.median(atLeast: 200e6)],
      note: "\((Double(sizes.ours) / 1e6).grouped) MB; the peer is json_group_object")
  }

  /// A text that is read on and on, as a file is.
  private final class TextInParts: Sendable {
    private let bytes: [UInt8]
    private let position = Mutex(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      position.withLock { position in
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
      }
    }
  }

  // Never inlined into asynchronous functions; see `ReadRows`.
  @inline(never)
  private static func parse(_ bytes: [UInt8]) throws -> Double {
    let start = Stopwatch.now()
    let node = try JSONReader.node(from: bytes)
    var record: [UInt8] = []
    for (_, book) in node["BarCode"].children {
      record.removeAll(keepingCapacity: true)
      NodeCoding.append(book, to: &record)
    }
    return Double(Stopwatch.now() - start)
  }

  @inline(never)
  private static func parse(_ text: String, by table: Peer) throws -> Double {
    let start = Stopwatch.now()
    _ = try table.parse(text)
    return Double(Stopwatch.now() - start)
  }
}
