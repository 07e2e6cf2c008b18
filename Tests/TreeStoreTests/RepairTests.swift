import Foundation
import JSONTree
import TestSupport
import Testing

@testable import TreeStore

/// Damaged files, caused for real: what was intact is saved, nothing is invented.
@Suite struct RepairTests {
  @Test func `a sound tree is saved whole`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    let (report, saved) = try damaged.repaired()
    #expect(report.lost.isEmpty)
    #expect(saved == damaged.tree)
    #expect(throws: StoreError.self) { try damaged.repaired() }
  }

  @Test(arguments: [0, 1, 3])
  func `a tree of one record is saved whole`(children: Int) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path("tree"), options: options())
    let tree = Node(
      try (0..<children).map { (try Key("child \($0)"), .leaf("a", priority: 1)) })
    try store.write("/", .node(tree))
    store.close()
    let report = try TreeStore.repair(
      place.path("tree"), into: place.path("repaired"), options: options())
    #expect(report == RepairReport(records: children > 0 ? 1 : 0, lost: []))
    let saved = try TreeStore(at: place.path("repaired"), options: options())
    defer { saved.close() }
    #expect(try saved.read { try $0.node(at: .root) } == tree)
  }

  @Test func `what lies between damaged ends is found by the lists`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    var bytes = try damaged.bytes()
    let size = DamagedTree.pageSize
    // The leaves of the records: every third is left.
    var leaves: [Int] = []
    for page in 1..<bytes.count / size where bytes[page * size] == 10 {
      let text = String(decoding: bytes[page * size..<(page + 1) * size], as: UTF8.self)
      if text.contains("Title") { leaves.append(page) }
    }
    for (number, page) in leaves.enumerated() where number % 3 != 1 { bytes[page * size] = 0 }
    try bytes.write(to: damaged.file)
    let (report, saved) = try damaged.repaired()
    #expect(damaged.compare(saved) > 100)
    #expect(report.lost.count < leaves.count + 4, "\(report.lost)")
  }

  @Test func `pages written over cost what was on them and nothing else`() throws {
    var random = RandomTree(SeededGenerator())
    var (saves, lossy) = (0, 0)
    for round in 0..<Thorough.pick(4, thorough: 200) {
      let damaged = try DamagedTree(&random)
      let file = damaged.file
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
        let (report, saved) = try damaged.repaired()
        let count = damaged.compare(saved)
        if saved != damaged.tree {
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
      let damaged = try DamagedTree(&random)
      let file = damaged.file
      var bytes = try Data(contentsOf: file)
      // Lengths and pointers in the head of a page of a tree, not the letters of a text.
      let pages = (2..<bytes.count / 4_096).filter { [2, 5, 10, 13].contains(bytes[$0 * 4_096]) }
      for _ in 0..<5 {
        let page = pages[random.number(0..<pages.count)]
        bytes[page * 4_096 + random.number(0..<8)] ^= UInt8(1 << random.number(0..<8))
      }
      try bytes.write(to: file)
      do {
        _ = damaged.compare(try damaged.repaired().tree)
      } catch let error as StoreError {
        #expect(error.code == .corrupt, "\(error)")
      }
    }
  }

  @Test func `a file cut short gives what is left of it`() throws {
    var random = RandomTree(SeededGenerator())
    for _ in 0..<Thorough.pick(2, thorough: 60) {
      let damaged = try DamagedTree(&random)
      let file = damaged.file
      let size = try Data(contentsOf: file).count
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(random.number(4_096..<size)))
      try handle.close()
      do {
        let (report, saved) = try damaged.repaired()
        _ = damaged.compare(saved)
        if saved != damaged.tree { #expect(!report.lost.isEmpty) }
      } catch let error as StoreError {
        #expect([.corrupt, .notADatabase].contains(error.code), "\(error)")
      }
    }
  }

  @Test func `a log cut short or garbled costs the commits in it and nothing before`() throws {
    var random = RandomTree(SeededGenerator())
    for _ in 0..<Thorough.pick(2, thorough: 60) {
      let damaged = try DamagedTree(&random)
      // A process that was killed leaves its commits in the log.
      let store = try TreeStore(at: damaged.place.path("tree"), options: options())
      for number in 0..<40 { try store.write(Path("late/n\(number)"), .node(.leaf("later"))) }
      let files = ["tree.db", "tree.db-wal"].map { damaged.place.path("tree/" + $0) }
      let kept = try files.map { try Data(contentsOf: URL(filePath: $0)) }
      store.close()
      var log = kept[1]
      if random.chance(2) {
        log = log.prefix(random.number(0..<log.count))
      } else {
        let start = random.number(0..<log.count - 1)
        for index in start..<min(start + 64, log.count) { log[index] ^= 0x55 }
      }
      try? FileManager.default.removeItem(atPath: damaged.place.path("tree/tree.db-shm"))
      try kept[0].write(to: URL(filePath: files[0]))
      try log.write(to: URL(filePath: files[1]))
      let (_, saved) = try damaged.repaired()
      #expect(saved["books"] == damaged.tree["books"])
      let late = saved["late"].children.map(\.key.name)
      #expect(Set(late) == Set((0..<late.count).map { "n\($0)" }), "commits are kept in order")
    }
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
