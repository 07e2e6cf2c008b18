import Foundation
import JSONTree
import TestSupport
import Testing

@testable import TreeStore

/// Damaged files, caused for real: what was intact is saved, nothing is invented.
@Suite struct RepairTests {
  private static let lists = [
    ListDeclaration("books", by: .child("t"), sum: "n"), ListDeclaration("books", by: .key),
  ]

  /// A tree of several hundred pages: books, a split one, long leaves, priorities.
  private func tree(_ random: inout RandomTree) -> Node {
    var books: [(Key, Node)] = (0..<500).map { number in
      let title = "Title \(random.number(0..<1_000)) \(random.text())"
      return (
        named("978\(100_000 + number)"),
        Node([("t", .leaf(.string(title))), ("n", .leaf(.integer(Int64(number % 7))))])
      )
    }
    let parts = (0..<40).map { number in
      (
        named("part \(number)"),
        Node.leaf(.string(String(repeating: "p", count: 60)), priority: 1)
      )
    }
    books.append(("long", Node(parts, priority: "first")))
    books.append(("leaf", .leaf(.string(String(repeating: "long ", count: 2_000)))))
    return Node([("books", Node(books, priority: 3)), ("meta", ["version": 1])])
  }

  private func named(_ name: String) -> Key {
    do { return try Key(name) } catch { preconditionFailure("\(error)") }
  }

  private func damagedStore(
    _ random: inout RandomTree
  ) throws -> (place: TemporaryPlace, tree: Node) {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path("tree"), options: options())
    try store.declare(Self.lists, texts: [TextDeclaration("books", children: ["t"])])
    let tree = tree(&random)
    try store.write("/", .node(tree))
    // Rows that are deleted again stay in free pages: they must not come back.
    try store.write("gone", .node(self.tree(&random)))
    try store.write("gone", .empty)
    store.close()
    // All of the log was copied; as long as it is there SQLite reads the pages from it.
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place.path("tree/tree.db" + suffix))
    }
    return (place, tree)
  }

  /// Everything saved is what was there.
  private func compare(_ saved: Node, _ tree: Node) -> Int {
    var count = 0
    for (key, book) in saved["books"].children {
      if key == "long" {
        for (part, leaf) in book.children { #expect(leaf == tree["books/long"][part]) }
      } else {
        #expect(book == tree["books"][key], "\(key)")
        count += 1
      }
    }
    for (key, child) in saved.children where key != "books" { #expect(child == tree[key]) }
    return count
  }

  private func repaired(
    _ place: TemporaryPlace, _ name: String = "repaired"
  ) throws -> (report: RepairReport, tree: Node) {
    let report = try TreeStore.repair(
      place.path("tree"), into: place.path(name), options: options())
    let store = try TreeStore(at: place.path(name), options: options())
    defer { store.close() }
    #expect(try store.check().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.path("\(name)/damaged")))
    return (report, try store.read { try $0.node(at: .root) })
  }

  @Test func `a sound tree is saved whole`() throws {
    var random = RandomTree(SeededGenerator())
    let (place, tree) = try damagedStore(&random)
    let (report, saved) = try repaired(place)
    #expect(report.lost.isEmpty)
    #expect(saved == tree)
    #expect(throws: StoreError.self) { try repaired(place) }
  }

  @Test func `pages written over cost what was on them and nothing else`() throws {
    var random = RandomTree(SeededGenerator())
    var (saves, lossy) = (0, 0)
    for round in 0..<Thorough.pick(4, thorough: 200) {
      let (place, tree) = try damagedStore(&random)
      let file = URL(filePath: place.path("tree/tree.db"))
      var bytes = try Data(contentsOf: file)
      let pages = bytes.count / 4_096
      let bad = random.number(1..<4)
      for _ in 0..<bad {
        // The first page says what the file is: without it there is nothing to read.
        let page = random.number(1..<pages)
        let noise = Data((0..<4_096).map { _ in UInt8(random.number(0..<256)) })
        bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: noise)
      }
      try bytes.write(to: file)
      do {
        let (report, saved) = try repaired(place)
        let count = compare(saved, tree)
        if saved != tree {
          #expect(!report.lost.isEmpty, "round \(round) lost something and does not say so")
          lossy += 1
        }
        if count > 400 { saves += 1 }
      } catch let error as StoreError {
        // The root of a table that everything hangs on.
        #expect(error.code == .corrupt, "\(error)")
      }
    }
    print("repairs with nearly all books: \(saves), with losses said: \(lossy)")
    #expect(saves > 0)
  }

  @Test func `flipped bytes invent nothing`() throws {
    var random = RandomTree(SeededGenerator())
    for _ in 0..<Thorough.pick(3, thorough: 100) {
      let (place, tree) = try damagedStore(&random)
      let file = URL(filePath: place.path("tree/tree.db"))
      var bytes = try Data(contentsOf: file)
      // Lengths and pointers in the head of a page of a tree, not the letters of a text.
      let pages = (2..<bytes.count / 4_096).filter { [2, 5, 10, 13].contains(bytes[$0 * 4_096]) }
      for _ in 0..<5 {
        let page = pages[random.number(0..<pages.count)]
        bytes[page * 4_096 + random.number(0..<8)] ^= UInt8(1 << random.number(0..<8))
      }
      try bytes.write(to: file)
      do {
        _ = compare(try repaired(place).tree, tree)
      } catch let error as StoreError {
        #expect(error.code == .corrupt, "\(error)")
      }
    }
  }

  @Test func `a file cut short gives what is left of it`() throws {
    var random = RandomTree(SeededGenerator())
    for _ in 0..<Thorough.pick(2, thorough: 60) {
      let (place, tree) = try damagedStore(&random)
      let file = URL(filePath: place.path("tree/tree.db"))
      let size = try Data(contentsOf: file).count
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(random.number(4_096..<size)))
      try handle.close()
      do {
        let (report, saved) = try repaired(place)
        _ = compare(saved, tree)
        if saved != tree { #expect(!report.lost.isEmpty) }
      } catch let error as StoreError {
        #expect([.corrupt, .notADatabase].contains(error.code), "\(error)")
      }
    }
  }

  @Test func `a log cut short or garbled costs the commits in it and nothing before`() throws {
    var random = RandomTree(SeededGenerator())
    for _ in 0..<Thorough.pick(2, thorough: 60) {
      let (place, tree) = try damagedStore(&random)
      // A process that was killed leaves its commits in the log.
      let store = try TreeStore(at: place.path("tree"), options: options())
      for number in 0..<40 { try store.write(Path("late/n\(number)"), .node(.leaf("later"))) }
      let files = ["tree.db", "tree.db-wal"].map { place.path("tree/" + $0) }
      let kept = try files.map { try Data(contentsOf: URL(filePath: $0)) }
      store.close()
      var log = kept[1]
      if random.chance(2) {
        log = log.prefix(random.number(0..<log.count))
      } else {
        let start = random.number(0..<log.count - 1)
        for index in start..<min(start + 64, log.count) { log[index] ^= 0x55 }
      }
      try? FileManager.default.removeItem(atPath: place.path("tree/tree.db-shm"))
      try kept[0].write(to: URL(filePath: files[0]))
      try log.write(to: URL(filePath: files[1]))
      let (_, saved) = try repaired(place)
      #expect(saved["books"] == tree["books"])
      let late = saved["late"].children.map(\.key.name)
      #expect(Set(late) == Set((0..<late.count).map { "n\($0)" }), "commits are kept in order")
    }
  }

  @Test func `what is no tree is refused, and nothing is left behind`() throws {
    let place = try TemporaryPlace()
    try FileManager.default.createDirectory(
      atPath: place.path("tree"), withIntermediateDirectories: true)
    try place.write(String(repeating: "no tree ", count: 1_000), to: "tree/tree.db")
    #expect(throws: StoreError.self) { try repaired(place) }
  }

  @Test func `halfway lies between`() {
    var random = SeededGenerator()
    for _ in 0..<2_000 {
      let ends = (0..<2).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          [0, 1, 2, 127, 254, 255].randomElement(using: &random) ?? 0 as UInt8
        }
      }.sorted { $0.lexicographicallyPrecedes($1) }
      if let middle = Salvage.middle(ends[0], ends[1]) {
        #expect(ends[0].lexicographicallyPrecedes(middle))
        #expect(middle.lexicographicallyPrecedes(ends[1]))
      } else {
        let rest = ends[1].dropFirst(ends[0].count)
        #expect(ends[1].starts(with: ends[0]) && rest.allSatisfy { $0 == 0 })
      }
    }
  }
}
