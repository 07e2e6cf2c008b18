import Dispatch
import Foundation
import Glibc
import JSONTree
import Platform
import Synchronization
import TestSupport
import Testing

@testable import RealtimeDatabase
@testable import TreeStore

/// The wills of clients that went without a word.
@Suite struct EstateTests {
  /// A client that never closes: as a process that can be killed by letting go of its lock.
  private final class Client: Sendable {
    let id: ClientID
    private let lock: Mutex<FileLock?>

    init(in place: TemporaryPlace, _ change: WillChange) throws {
      let (id, lock) = try ClientFolder(in: place.path).enter()
      self.id = id
      self.lock = Mutex(lock)
      let store = try TreeStore(at: place.path)
      try store.change(change, of: id)
      store.close()
    }

    func die() { lock.withLock { $0 = nil } }
  }

  private static let counting = Draft.increment(1)

  /// Waits longer than anybody looks for a lock that is held or a file that is missing.
  private static func untilNobodyLooks() async throws {
    let end = ContinuousClock.now + .milliseconds(1_500)
    try await eventually("the time of looking") { ContinuousClock.now > end }
  }

  private func files(in place: TemporaryPlace) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place.path("clients"))) ?? []
  }

  private func count(_ database: Database, _ path: Path = "n") async throws -> Node {
    try await database.read { try $0.node(at: path) }
  }

  @Test func `one of many who hear of an end executes the will`() async throws {
    let desk = try Desk()
    let others = try (0..<3).map { _ in try desk.other() }
    let dead = try (0..<10).map { number -> Client in
      let mark: Path = Path([try Key("k\(number)")])
      let steps: [(Path, Draft)] = [("n", Self.counting), (mark, true)]
      return try Client(in: desk.place, .register(try .update(steps)))
    }
    for client in dead { client.die() }
    try await eventually("ten wills") { try await count(desk.database) == 10 }
    try await eventually("no lock files") { files(in: desk.place).isEmpty }
    #expect(try await count(desk.database) == 10)
    for database in others + [desk.database] { await database.close() }
    let store = try TreeStore(at: desk.place.path)
    #expect(try store.clientsWithWills().isEmpty)
    #expect(try store.check() == [])
  }

  @Test func `who lives is left alone, whoever opens and closes`() async throws {
    let place = try TemporaryPlace()
    let client = try Client(in: place, .register(try .set("n", Self.counting)))
    for _ in 0..<3 {
      let database = try await Database.open(at: place.url)
      #expect(try await count(database) == .empty)
      await database.close()
    }
    client.die()
    let database = try await Database.open(at: place.url)
    try await eventually("the will") { try await count(database) == 1 }
    try await eventually("no lock files") { files(in: place).isEmpty }
    await database.close()
  }

  @Test func `the next who opens executes what nobody heard of, before its own writes`()
    async throws
  {
    let place = try TemporaryPlace()
    let clients = try (0..<3).map { _ in
      try Client(in: place, .register(try .set("n", Self.counting)))
    }
    for client in clients { client.die() }
    let database = try await Database.open(at: place.url)
    let result = try await database.commit(try .set("n", .increment(10)))
    #expect(result.changes.first?.new == 13)
    #expect(files(in: place).isEmpty)
    await database.close()
  }

  @Test func `a file without a will is tidied away, other files stay`() async throws {
    let place = try TemporaryPlace()
    let client = try Client(in: place, .cancel("n"))
    try place.write("mine", to: "clients/notes")
    #expect(files(in: place).count == 2)
    client.die()
    let database = try await Database.open(at: place.url)
    try await database.commit(try .set("x", 1))
    #expect(files(in: place) == ["notes"])
    await database.close()
  }

  @Test func `in a copy without the locks nobody lives`() async throws {
    let place = try TemporaryPlace()
    let client = try Client(in: place, .register(try .set("n", Self.counting)))
    let copy = try TemporaryPlace()
    let source = try TreeStore(at: place.path)
    source.close()
    for file in try FileManager.default.contentsOfDirectory(atPath: place.path)
    where file.hasPrefix("tree.db") {
      try FileManager.default.copyItem(atPath: place.path(file), toPath: copy.path(file))
    }
    let database = try await Database.open(at: copy.url)
    try await eventually("the will in the copy") { try await count(database) == 1 }
    await database.close()
    let original = try await Database.open(at: place.url)
    #expect(try await count(original) == .empty)
    client.die()
    try await eventually("the will") { try await count(original) == 1 }
    await original.close()
  }

  @Test func `a living client whose lock file was deleted takes a new one`() async throws {
    let desk = try Desk()
    let watcher = try desk.other()
    let place = desk.database.reference(withPath: "n")
    for round in 0..<3 {
      try await place.onDisconnectSetValue(ServerValue.increment(1))
      let before = files(in: desk.place)
      #expect(before.count == 1)
      if round == 1 {
        // Moved away whole: while it is emptied, new files come into it.
        try FileManager.default.moveItem(
          atPath: desk.place.path("clients"), toPath: desk.place.path("moved"))
      } else {
        for file in before {
          try FileManager.default.removeItem(atPath: desk.place.path("clients/" + file))
        }
      }
      try await eventually("a new lock file") {
        files(in: desk.place).count == 1 && files(in: desk.place) != before
      }
    }
    try await Self.untilNobodyLooks()
    #expect(try await count(watcher) == .empty)
    await desk.database.close()
    try await eventually("the will") { try await count(watcher) == 1 }
    await watcher.close()
  }

  @Test func `the folder may be deleted under those who listen`() async throws {
    let desk = try Desk()
    // Its first item has been done then: it listens.
    try await desk.database.commit(try .set("x", 1))
    for _ in 0..<3 {
      try FileManager.default.removeItem(atPath: desk.place.path("clients"))
      try await eventually("the folder") {
        FileManager.default.fileExists(atPath: desk.place.path("clients"))
      }
    }
    let client = try Client(in: desk.place, .register(try .set("n", Self.counting)))
    client.die()
    try await eventually("the will") { try await count(desk.database) == 1 }
    await desk.database.close()
  }

  @Test func `what cannot be done now is done later, or by another`() async throws {
    let place = try TemporaryPlace()
    var configuration = Database.Configuration()
    configuration.patience = .milliseconds(20)
    let lines = Recorder<String>()
    configuration.log = Log(label: "test") { lines.note($0.message) }
    let database = try await Database.open(at: place.url, configuration: configuration)
    let first = try Client(in: place, .register(try .set("n", Self.counting)))
    let second = try Client(in: place, .register(try .set("n", Self.counting)))
    let queue = try WriterQueue(at: place.path(TreeStore.queueName), program: "other till")
    try queue.enter()
    first.die()
    _ = try await lines.first(1)
    queue.leave()
    try await eventually("the will after a pause") { try await count(database) == 1 }
    try queue.enter()
    second.die()
    _ = try await lines.first(2)
    let other = try await Database.open(at: place.url)
    try await Self.untilNobodyLooks()
    await database.close()
    queue.leave()
    try await eventually("the will by another") { try await count(other) == 2 }
    await other.close()
    #expect(Set(lines.all) == ["On-disconnect writes could not be made."])
  }

  @Test func `a program that was started keeps no lock`() async throws {
    let desk = try Desk()
    let client = try Client(in: desk.place, .register(try .set("n", Self.counting)))
    let child = try await ChildProcess(Command("cat"))
    client.die()
    try await eventually("the will") { try await count(desk.database) == 1 }
    #expect(child.isRunning)
    await child.closeInput()
    _ = try await child.result()
    await desk.database.close()
  }

  @Test func `a lock that is held for a moment after its end is waited for`() async throws {
    let place = try TemporaryPlace()
    let (client, folder) = (ClientID(), ClientFolder(in: place.path))
    try folder.make()
    try place.write("", to: "clients/\(client)")
    let locked = try HeldFile(folder.file(of: client))
    let store = try TreeStore(at: place.path)
    try store.change(.register(try .set("n", Self.counting)), of: client)
    store.close()
    let database = try await Database.open(at: place.url)
    try await Self.untilNobodyLooks()
    // The news of an end, and the end a moment later, of which there is no news.
    _ = try FileDescriptor(opening: folder.file(of: client), .writeOnly)
    locked.release(afterMilliseconds: 20)
    try await eventually("the will") { try await count(database) == 1 }
    await database.close()
  }
}

/// A lock file locked through a descriptor that only reads, so that letting go is no news.
private final class HeldFile: Sendable {
  private let descriptor: Mutex<FileDescriptor?>

  init(_ path: String) throws {
    let file = try FileDescriptor(opening: path, .readOnly)
    let symbol = try #require(dlsym(nil, "flock"))
    // The type of the same name hides the function.
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    #expect(unsafeBitCast(symbol, to: Call.self)(file.raw, LOCK_EX) == 0)
    descriptor = Mutex(file)
  }

  /// Lets go on a queue of its own: tests wait for one another longer than a moment.
  func release(afterMilliseconds delay: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { [self] in
      descriptor.withLock { $0 = nil }
    }
  }
}
