import Foundation
import JSONTree
import Platform
import Synchronization
import TestSupport
import Testing

@testable import TreeStore

@Suite struct StoreFaultTests {
  private func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  private func open(_ place: TemporaryPlace, readOnly: Bool = false) throws -> TreeStore {
    var options = options()
    options.isReadOnly = readOnly
    return try TreeStore(at: place.path, options: options)
  }

  private func title(_ number: Int) -> Draft {
    ["title": .node(.leaf(.string("Title \(number)"))), "count": 1]
  }

  @Test
  func `a file of another kind is refused and left alone`() throws {
    let place = try TemporaryPlace()
    let text = String(repeating: "This is a letter, not a tree. ", count: 400)
    try place.write(text, to: TreeStore.fileName)
    #expect(code { _ = try open(place) } == .notADatabase)
    #expect(code { _ = try open(place, readOnly: true) } == .notADatabase)
    #expect(try String(contentsOfFile: place.path(TreeStore.fileName), encoding: .utf8) == text)
  }

  @Test
  func `another program's database is refused`() throws {
    let place = try TemporaryPlace()
    let other = try Connection(
      opening: place.path(TreeStore.fileName), access: .readWriteCreate)
    try other.execute("CREATE TABLE customer (name TEXT)")
    other.close()
    #expect(code { _ = try open(place) } == .notADatabase)
  }

  @Test
  func `many that open a place with no tree at once find one tree`() throws {
    for _ in 0..<Thorough.pick(200, thorough: 3_000) {
      let place = try TemporaryPlace()
      let wrong = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          try open(place).close()
        } catch {
          wrong.withLock { $0.append("\(error)") }
        }
      }
      #expect(wrong.withLock { $0 } == [])
    }
  }

  @Test
  func `a later format is refused with both versions named`() throws {
    let place = try TemporaryPlace()
    try open(place).close()
    let other = try Connection(opening: place.path(TreeStore.fileName), access: .readWrite)
    try other.execute("PRAGMA user_version = 99")
    other.close()
    let error = #expect(throws: StoreError.self) { try open(place) }
    #expect(error?.code == .newerFormat)
    #expect(error?.reason.contains("99") == true)
  }

  @Test
  func `what is not there cannot be opened`() throws {
    let place = try TemporaryPlace()
    #expect(code { _ = try open(place, readOnly: true) } == .cannotOpen)
    #expect(
      code { _ = try TreeStore(at: place.path("no/folder"), options: options()) } == .cannotOpen)
    try place.write("", to: TreeStore.fileName)
    #expect(code { _ = try open(place, readOnly: true) } == .notADatabase)
    // An empty file is an empty tree to one who may write.
    #expect(try open(place).revision() == .zero)
  }

  @Test
  func `a full disk loses nothing and the store goes on when there is room`() throws {
    let place = try TemporaryPlace()
    let store = try open(place)
    try store.declare([ListDeclaration("books", by: .child("title"))])
    try store.write("books/a", ["title": "A"])
    let connection = try #require(store.writer?.connection)
    let pages = try connection.integer("PRAGMA page_count")
    try connection.execute("PRAGMA max_page_count = \(pages + 4)")
    let large = try Write.update(
      at: "books",
      (0..<2_000).map { (try Path("b\($0)"), title($0)) })
    #expect(code { _ = try store.commit([CommitRequest(large)]) } == .full)
    #expect(try store.revision() == Revision(1))
    #expect(try store.check() == [])
    try store.write("books/a/title", "B")
    try connection.execute("PRAGMA max_page_count = 1000000")
    _ = try one(store.commit([CommitRequest(large)]))
    let total = try store.read { try $0.total(of: Query("books")) }
    #expect(total == 2_001)
    #expect(try store.check() == [])
  }

  @Test
  func `who waits too long for the turn learns who holds it`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(
      at: place.path, options: options(patience: .milliseconds(30)))
    let queue = try WriterQueue(
      at: place.path(TreeStore.queueName), program: "other till", label: "desk two")
    try queue.enter()
    let error = #expect(throws: StoreError.self) { try store.write("a", 1) }
    #expect(error?.code == .busy)
    #expect(error?.reason.contains("other till") == true)
    #expect(error?.reason.contains("desk two") == true)
    queue.leave()
    try store.write("a", 1)
  }

  @Test
  func `a writer that does not queue makes us busy, not broken`() throws {
    let place = try TemporaryPlace()
    let store = try open(place)
    try store.write("a", 1)
    store.writer?.connection.setBusyTimeout(milliseconds: 20)
    let other = try Connection(opening: place.path(TreeStore.fileName), access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    #expect(code { try store.write("a", 2) } == .busy)
    try other.execute("ROLLBACK")
    try store.write("a", 2)
    other.close()
  }

  @Test
  func `a tree opened for reading refuses writes`() throws {
    let place = try TemporaryPlace()
    let store = try open(place)
    try store.write("a", 1)
    let reader = try open(place, readOnly: true)
    #expect(try reader.read { try $0.node(at: "a") } == 1)
    #expect(code { try reader.write("a", 2) } == .readOnly)
    #expect(code { try reader.declare([ListDeclaration("a", by: .value)]) } == .readOnly)
    try store.write("a", 3)
    #expect(try reader.read { try $0.node(at: "a") } == 3)
  }

  @Test
  func `a folder that may not be written to is read-only`() throws {
    let place = try TemporaryPlace()
    try open(place).close()
    try AsNobody.run {
      #expect(code { _ = try open(place) } == .readOnly)
      #expect(code { _ = try TreeStore(at: place.path("new"), options: options()) } == .readOnly)
    }
  }

  @Test
  func `a damaged file gives errors and findings, never a crash`() throws {
    var generator = SeededGenerator()
    let place = try TemporaryPlace()
    let store = try open(place)
    try store.declare([ListDeclaration("books", by: .child("title"), sum: "count")])
    let books = try (0..<600).map { number in
      (try Path("b\(number)"), title(number))
    }
    _ = try one(store.commit([CommitRequest(try .update(at: "books", books))]))
    store.close()
    let file = place.path(TreeStore.fileName)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    var noticed = 0
    for round in 0..<40 {
      var damaged = whole
      if round % 4 == 0 {
        damaged = damaged.prefix(Int.random(in: 1..<whole.count, using: &generator))
      } else {
        for _ in 0..<(1 << (round % 8)) {
          let index = Int.random(in: 100..<whole.count, using: &generator)
          damaged[index] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      try damaged.write(to: URL(fileURLWithPath: file))
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
      do {
        let store = try open(place)
        if try !store.check().isEmpty { noticed += 1 }
        _ = try? store.read { try $0.node(at: .root) }
        _ = try? store.read { try $0.children(of: Query("books").ordered(by: .child("title"))) }
        _ = try? store.write("books/b5", .empty)
        _ = try? store.write("books", .empty)
        store.close()
      } catch {
        #expect(error is StoreError, "\(error)")
        noticed += 1
      }
    }
    #expect(noticed > 20)
  }

  @Test
  func `a check names what does not fit together`() throws {
    let place = try TemporaryPlace()
    let store = try open(place)
    try store.declare([ListDeclaration("books", by: .child("title"), sum: "count")])
    for key in ["a", "b", "c"] as [Key] {
      try store.write(Path("books").child(key), ["title": "T", "count": 2])
    }
    #expect(try store.check() == [])
    let connection = try #require(store.writer?.connection)
    let faults = [
      ("UPDATE location SET count = 7", "count"),
      ("DELETE FROM entry WHERE key = x'026200'", "not in the list"),
      ("INSERT INTO entry VALUES (1, x'00', x'027A00')", "no child"),
      ("UPDATE tally SET low = 9", "sum"),
      ("INSERT INTO record VALUES (x'02626F6F6B7300026100026200', x'00')", "inside"),
      ("UPDATE record SET value = x'FFFFFF' WHERE path = x'02626F6F6B7300026100'", "damaged"),
      ("INSERT INTO record VALUES (x'027A0000', x'00')", "priority"),
      ("DELETE FROM journal WHERE revision = 2", "gap after 1"),
      ("UPDATE journal SET paths = x'FFFFFF'", "journal"),
    ]
    for (statement, word) in faults {
      try connection.execute("SAVEPOINT test; \(statement); ")
      try connection.execute("RELEASE test")
      let findings = try store.check()
      #expect(findings.contains { $0.reason.contains(word) }, "\(statement): \(findings)")
    }
  }

  @Test
  func `a subtree beyond the limit of a read is refused`() throws {
    let place = try TemporaryPlace()
    let store = try open(place)
    let text = Draft.node(.leaf(.string(String(repeating: "x", count: 5_000))))
    for key in ["a", "b", "c"] as [Key] { try store.write(Path("t").child(key), text) }
    let reader = try store.opened().records
    let path: Path = "t"
    #expect(
      code { _ = try reader.node(at: path, PathCoding.bytes(of: path), limit: 9_000) }
        == .tooLarge)
    #expect(
      try reader.node(at: path, PathCoding.bytes(of: path), limit: 20_000).children.count == 3)
  }
}

/// Runs a body with no rights beyond everybody's.
private enum AsNobody {
  static func run(_ body: () throws -> Void) throws {
    guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try body() }
    // Linux: changes the file rights of the calling thread alone.
    typealias Call = @convention(c) (UInt32) -> Int32
    let setUser = unsafeBitCast(symbol, to: Call.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    try body()
  }
}
