import Foundation
import JSONTree
import TestSupport
import Testing

@testable import TreeStore

/// Damage to the first page, and files cut by whole pages: SQLite opens neither, a repair does.
@Suite struct RepairHeadTests {
  @Test func `tables begin at the same pages in every tree`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    let fresh = try FreshFile(at: damaged.place.path("fresh"))
    let connection = try Connection(opening: damaged.file.path, access: .readWrite)
    defer { connection.close() }
    let tables = try FreshFile.tables(of: connection)
    #expect(tables.count > fresh.tables.count, "words have tables of their own")
    for (name, table) in fresh.tables { #expect(tables[name] == table, "\(name)") }
    #expect(fresh.page.count == DamagedTree.pageSize)
    #expect(fresh.pages == Int64(fresh.tables.count) + 1)
  }

  @Test func `a file cut by whole pages gives what is left of it`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    let bytes = try damaged.bytes()
    let pages = bytes.count / DamagedTree.pageSize
    var least = pages
    var (saves, lists) = (0, 0)
    let step = Thorough.pick(13, thorough: 1)
    for left in [pages - 1, pages - 2] + stride(from: pages - 3, to: 0, by: -step) + [2, 1] {
      try bytes.prefix(left * DamagedTree.pageSize).write(to: damaged.file)
      let name = "repaired-\(left)-\(least)-\(saves)"
      do {
        let (report, saved) = try damaged.repaired(name)
        let books = damaged.compare(saved)
        if Thorough.isOn { print("\(left) of \(pages): \(books) books, \(report.lost)") }
        if saved != damaged.tree { #expect(!report.lost.isEmpty, "\(left) of \(pages)") }
        #expect(report.records > 0)
        least = min(least, left)
        saves += 1
        lists += report.lost.contains { $0.reason.contains("declarations") } ? 0 : 1
      } catch let error as StoreError {
        #expect(error.code == .corrupt && error.reason.contains("Nothing"), "\(left): \(error)")
        #expect(error.place == damaged.file.path)
        #expect(!Paths.exists(damaged.place.path(name)))
      }
    }
    print("\(saves) cuts repaired, \(lists) with their lists, down to \(least) of \(pages) pages")
    #expect(least < 60)
    #expect(lists == saves)
  }

  @Test(arguments: [0, 16, 18, 20, 28, 44, 56, 68, 96, 100, 103, 108])
  func `bytes of the head written over cost nothing`(offset: Int) throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    var bytes = try damaged.bytes()
    for index in offset..<offset + 2 { bytes[index] ^= UInt8(random.number(1..<256)) }
    try bytes.write(to: damaged.file)
    try expectAll(damaged)
  }

  @Test func `noise in the head costs nothing`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    let sound = try damaged.bytes()
    for round in 0..<Thorough.pick(12, thorough: 300) {
      var bytes = sound
      for _ in 0..<random.number(1..<4) {
        let start = random.number(0..<110)
        for index in start..<start + random.number(1..<20) {
          bytes[index] = UInt8(random.number(0..<256))
        }
      }
      // That alone would be what a later program writes.
      bytes[60] = bytes[63] > 2 ? 1 : bytes[60]
      try bytes.write(to: damaged.file)
      try expectAll(damaged, "repaired-\(round)")
    }
  }

  @Test(arguments: [0x00, 0xA5, 0x0D] as [UInt8])
  func `the first page may be gone`(noise: UInt8) throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    var bytes = try damaged.bytes()
    let page = Data(repeating: noise, count: DamagedTree.pageSize)
    bytes.replaceSubrange(0..<DamagedTree.pageSize, with: page)
    try bytes.write(to: damaged.file)
    try expectAll(damaged)
    try bytes.dropLast(3 * DamagedTree.pageSize).write(to: damaged.file)
    #expect(damaged.compare(try damaged.repaired("cut").tree) > 100)
  }

  @Test func `a file cut short beside its log invents nothing`() throws {
    var random = RandomTree(SeededGenerator())
    let damaged = try DamagedTree(&random)
    // Some pages get into the log, and with them the length of the whole.
    let store = try TreeStore(at: damaged.place.path("tree"), options: options())
    try store.write("late", .node(.leaf("later")))
    let log = try Data(contentsOf: URL(filePath: damaged.file.path + "-wal"))
    store.close()
    let bytes = try damaged.bytes()
    let pages = bytes.count / DamagedTree.pageSize
    for left in stride(from: pages - 1, to: 2, by: -Thorough.pick(19, thorough: 1)) {
      try bytes.prefix(left * DamagedTree.pageSize + random.number(0..<2) * 1_000)
        .write(to: damaged.file)
      try log.write(to: URL(filePath: damaged.file.path + "-wal"))
      try? FileManager.default.removeItem(atPath: damaged.file.path + "-shm")
      do {
        let (report, saved) = try damaged.repaired("repaired-\(left)")
        _ = damaged.compare(saved.setting(.empty, at: "late" as Key))
        #expect(!report.lost.isEmpty || saved["books"] == damaged.tree["books"], "\(left)")
      } catch let error as StoreError {
        #expect(error.code == .corrupt, "\(left): \(error)")
      }
    }
  }

  @Test func `an empty file beside a log that has it all costs nothing`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path("tree"), options: options())
    try store.write("a", .node(.leaf("b")))
    // As a process that is killed leaves it.
    let log = try Data(contentsOf: URL(filePath: place.path("tree/tree.db-wal")))
    store.close()
    try? FileManager.default.removeItem(atPath: place.path("tree/tree.db-shm"))
    try place.write(log, to: "tree/tree.db-wal")
    try place.write("", to: "tree/tree.db")
    let report = try TreeStore.repair(
      place.path("tree"), into: place.path("repaired"), options: options())
    #expect(report == RepairReport(records: 1, lost: []))
  }

  /// Nothing is lost but the first page, and there is nothing in it that is not made anew.
  private func expectAll(_ damaged: DamagedTree, _ name: String = "repaired") throws {
    let (report, saved) = try damaged.repaired(name)
    #expect(report.lost.isEmpty, "\(report.lost)")
    #expect(saved == damaged.tree)
    let store = try TreeStore(at: damaged.place.path(name), options: options())
    defer { store.close() }
    #expect(try store.read { try $0.total(of: Query("books")) } == 502)
  }
}
