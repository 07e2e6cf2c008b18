import JSONTree
import Platform
import TestSupport
import Testing

@testable import TreeStore

@Suite struct WillStoreTests {
  @Test func `a will is one write and one revision, and is executed once`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options(at: 77))
    try store.write("p", ["on": true, "count": 5])
    let (client, other) = (ClientID(), ClientID())
    try store.change(.register(try .set("p/on", .timestamp)), of: client)
    try store.change(.register(try .set("p/count", .increment(1))), of: client)
    try store.change(.register(try .set("p/count", .increment(10))), of: other)
    #expect(try Set(store.clientsWithWills()) == [client, other])
    let before = try store.revision()
    let execution = store.executeWill(of: client)
    #expect(execution.commits.map(\.revision) == [before.next])
    #expect(execution.failure == nil && execution.dropped.isEmpty)
    #expect(try store.read { try $0.node(at: "p") } == ["on": 77, "count": 6])
    #expect(try store.read { try $0.changes(since: before) }.paths.count == 2)
    #expect(store.executeWill(of: client).commits.isEmpty)
    #expect(try store.revision() == before.next)
    #expect(try store.clientsWithWills() == [other])
    #expect(try store.check() == [])
  }

  @Test func `registering and moving make no revision and touch no tree`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let (client, other) = (ClientID(), ClientID())
    try store.change(.register(try .set("p", 1)), of: client)
    try store.moveWill(from: client, to: other)
    #expect(try store.clientsWithWills() == [other])
    try store.change(.cancel("p"), of: other)
    #expect(try store.clientsWithWills().isEmpty)
    #expect(try store.revision() == .zero)
    #expect(try store.read { try $0.node(at: .root) } == .empty)
  }

  @Test func `a step that can never be written is dropped and the others are made`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let connection = try #require(store.writer?.connection)
    let client = ClientID()
    try store.change(.register(try .update([("a", 1), ("b", 2), ("c", 3)])), of: client)
    // A damaged step, one at no path, one too deep, and one below another.
    let deep = String(repeating: "026500", count: 40)
    try connection.execute("UPDATE will SET step = x'FF' WHERE place = x'026100'")
    for place in ["FF", deep, "026300026400"] {
      try connection.execute(
        "INSERT INTO will SELECT DISTINCT client, x'\(place)', x'000105' FROM will")
    }
    #expect(try store.check().count == 3)
    let execution = store.executeWill(of: client)
    #expect(execution.failure == nil)
    #expect(execution.dropped.count == 3)
    #expect(execution.commits.count == 3)
    #expect(try store.read { try $0.node(at: .root) } == ["b": 2, "c": ["d": 5]])
    #expect(try store.clientsWithWills().isEmpty)
    #expect(try store.check() == [])
  }

  @Test func `when the disk is full the will stays and is executed later`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let connection = try #require(store.writer?.connection)
    let client = ClientID()
    try store.declare([.value, .priority, .key].map { ListDeclaration("t", by: $0) })
    // In the tree each takes a row, and one in each list: more than it takes in the will.
    let many = (0..<1_000).map {
      (Path(["t", Key(integer: $0)]), Draft.node(.leaf(.string("title \($0)"))))
    }
    try store.change(.register(try .update(many)), of: client)
    let pages = try connection.integer("PRAGMA page_count")
    try connection.execute("PRAGMA max_page_count = \(pages + 2)")
    let execution = store.executeWill(of: client)
    #expect(execution.failure?.code == .full)
    #expect(execution.commits.isEmpty && execution.dropped.isEmpty)
    #expect(try store.hasWill(client))
    try connection.execute("PRAGMA max_page_count = 1000000")
    #expect(store.executeWill(of: client).commits.count == 1)
    #expect(try store.read { try $0.total(of: Query("t")) } == 1_000)
    #expect(try !store.hasWill(client))
  }

  @Test func `a client leaves a limited number of writes`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let client = ClientID()
    let many = (0..<StoreLimits.willSteps).map { (Path([Key(integer: $0)]), Draft.timestamp) }
    try store.change(.register(try .update(many)), of: client)
    let error = #expect(throws: StoreError.self) {
      try store.change(.register(try .set("more", 1)), of: client)
    }
    #expect(error?.code == .tooLarge)
    try store.change(.register(try .set("5", 1)), of: client)
    #expect(store.executeWill(of: client).commits.count == 1)
    #expect(try store.read { try $0.node(at: "5") } == 1)
  }

  @Test func `who only reads leaves nothing`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    var readOnly = options()
    readOnly.isReadOnly = true
    let reader = try TreeStore(at: place.path, options: readOnly)
    let client = ClientID()
    try store.change(.register(try .set("p", 1)), of: client)
    let error = #expect(throws: StoreError.self) {
      try reader.change(.register(try .set("p", 1)), of: client)
    }
    #expect(error?.code == .readOnly)
    #expect(reader.executeWill(of: client).failure?.code == .readOnly)
    #expect(try store.hasWill(client))
  }

  @Test func `a client's name is its file's name`() {
    let client = ClientID()
    #expect(client.description.utf8.count == 32)
    #expect(ClientID(name: client.description) == client)
    for name in ["", "a", "bell", client.description + "0", client.description.uppercased() + "x"] {
      #expect(ClientID(name: name) == nil)
    }
  }
}

extension Key {
  fileprivate init(integer: Int) {
    self = (try? Key(String(integer))) ?? "none"
  }
}
