import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase
import TreeStore

/// What a change costs those who observe.
///
/// The changes are made by a store that rings for nobody, so that looking for news is timed apart
/// from the commit and the way of the ring.
enum ObserverRows {
  static let all = [
    Row(name: "window-change", summary: "a change inside a live window, until it is shown") {
      stage in [try await windowChange(stage)]
    },
    Row(name: "window-outside", summary: "a change outside a live window: the engine's time") {
      stage in [try await windowOutside(stage)]
    },
    Row(name: "observers-1000", summary: "a change with 1,000 observers on as many books") {
      stage in [try await observers(stage)]
    },
  ]

  /// Books in a window: a screenful.
  private static let screenful = 50

  /// Writes counts into the tree, without ringing.
  private static func set(_ count: Int64, of key: StockKey, in store: TreeStore) throws {
    let write = try Write.set(Places.count(key), .leaf(.integer(count)))
    _ = try store.commit([CommitRequest(write)])
  }

  /// A window in the order of titles around a book.
  private static func window(
    around book: Book, of database: Database
  ) -> AsyncThrowingStream<Window, any Error> {
    let query = Places.query(Places.books, Stage.byTitle)
    let place = Place(of: book.node, key: Places.name(book.key), under: query.ordering)
    let request = WindowRequest(anchor: .place(place), before: 0, after: screenful)
    return database.query(query).window(request)
  }

  private static func windowChange(_ stage: Stage) async throws -> Measure {
    let folder = try await stage.treeFolder()
    let database = try await Database.open(at: folder, configuration: Stage.titleList)
    let store = try TreeStore(at: folder)
    let table = try Peer(in: try stage.peerFolder())
    defer {
      store.close()
      table.close()
    }
    let book = stage.books[stage.books.count / 2]
    let count = stage.pick(quick: 50, whole: 300)
    var number: Int64 = 1_000_000
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        number += Int64(count)
        return try await shown(in: database, book, by: store, number..<(number + Int64(count)))
      },
      peer: {
        let isbn = Peer.number(of: book.key)
        return try await Lap(milliseconds: stage.pick(quick: 20, whole: 100)) {
          _ = try table.books(from: book.title, isbn, limit: screenful)
        }.waits
      })
    await database.close()
    return Measure(
      "window-change", .nanoseconds, ours: Series(pairs.map(\.ours)),
      peer: Series(pairs.map(\.peer)), targets: [.atMost(3)],
      note: "the peer reads the window again")
  }

  /// Gives a book one count after another; returns how long each took until a window showed it.
  private static func shown(
    in database: Database, _ book: Book, by store: TreeStore, _ counts: Range<Int64>
  ) async throws -> [Double] {
    let name = Places.name(book.key)
    var windows = window(around: book, of: database).makeAsyncIterator()
    _ = try await windows.next()
    var waits: [Double] = []
    for count in counts {
      try set(count, of: book.key, in: store)
      let start = Stopwatch.now()
      await database.lookForNews()
      // Between two changes the rank of the first row may have come.
      var isShown = false
      while !isShown, let window = try await windows.next() {
        isShown = window.rows.contains { row in
          row.key == name && row.node[Field.count].integer == count
        }
      }
      waits.append(Double(Stopwatch.now() - start))
    }
    return waits
  }

  private static func windowOutside(_ stage: Stage) async throws -> Measure {
    let folder = try await stage.treeFolder()
    let database = try await Database.open(at: folder, configuration: Stage.titleList)
    let store = try TreeStore(at: folder)
    let table = try Peer(in: try stage.peerFolder())
    defer {
      store.close()
      table.close()
    }
    let sorted = stage.books.sorted { $0.title.utf8.lexicographicallyPrecedes($1.title.utf8) }
    // The last title is far from a window that begins at the first.
    guard let first = sorted.first, let last = sorted.last else { throw ReadRows.BookIsMissing() }
    var windows = window(around: first, of: database).makeAsyncIterator()
    _ = try await windows.next()
    let count = stage.pick(quick: 50, whole: 300)
    var number: Int64 = 2_000_000
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        var waits: [Double] = []
        for _ in 0..<count {
          number += 1
          try set(number, of: last.key, in: store)
          waits.append(nanoseconds(await database.lookForNews()))
        }
        return waits
      },
      peer: {
        let isbn = Peer.number(of: last.key)
        return try await Lap(milliseconds: stage.pick(quick: 20, whole: 100)) {
          _ = try table.dataVersion()
          _ = try table.book(isbn)
        }.waits
      })
    await database.close()
    return Measure(
      "window-outside", .nanoseconds, ours: Series(pairs.map(\.ours)),
      peer: Series(pairs.map(\.peer)), targets: [.median(atMost: 20e3)],
      note: "the peer asks for the version and reads the book")
  }

  /// One database with a thousand observers and one with one look at the same changes.
  private static func observers(_ stage: Stage) async throws -> Measure {
    let folder = try await stage.treeFolder()
    let many = try await Database.open(at: folder, configuration: Stage.titleList)
    let one = try await Database.open(at: folder, configuration: Stage.titleList)
    let store = try TreeStore(at: folder)
    defer { store.close() }
    let observed = stage.books.prefix(1_000)
    guard let first = observed.first else { throw ReadRows.BookIsMissing() }
    one.reference(at: Places.book(first.key)).observe(.value) { _ in }
    for book in observed { many.reference(at: Places.book(book.key)).observe(.value) { _ in } }
    // Behind all registrations.
    _ = try await many.reference(at: Places.book(first.key)).getData()
    _ = try await one.reference(at: Places.book(first.key)).getData()
    let count = stage.pick(quick: 50, whole: 300)
    var number: Int64 = 3_000_000
    func waits(of database: Database) async throws -> [Double] {
      var waits: [Double] = []
      for _ in 0..<count {
        number += 1
        try set(number, of: first.key, in: store)
        waits.append(nanoseconds(await database.lookForNews()))
      }
      return waits
    }
    let pairs = try await alternating(
      stage.rounds, ours: { try await waits(of: many) }, peer: { try await waits(of: one) })
    await many.close()
    await one.close()
    return Measure(
      "observers-1000", .nanoseconds, ours: Series(pairs.map(\.ours)),
      peer: Series(pairs.map(\.peer)), targets: [.excess(atMost: 50e3)],
      note: "the peer is ours with one observer")
  }

  private static func nanoseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
