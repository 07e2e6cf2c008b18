import JSONTree
import Platform
import TestSupport
import Testing

@testable import TreeStore

@Suite struct FormatTests {
  /// A file as a program of format 1 left it: all tables but `will`.
  private func oldFile(in place: TemporaryPlace) throws -> Node {
    var random = RandomTree(SeededGenerator())
    let store = try TreeStore(at: place.path, options: options())
    try store.declare([ListDeclaration("books", by: .child("title"))])
    for _ in 0..<50 { _ = try store.commit([CommitRequest(try random.write())]) }
    let tree = try store.read { try $0.node(at: .root) }
    store.close()
    let connection = try Connection(opening: place.path(TreeStore.fileName), access: .readWrite)
    try connection.execute("DROP TABLE will; PRAGMA user_version = 1")
    connection.close()
    return tree
  }

  private func format(in place: TemporaryPlace) throws -> Int64 {
    let connection = try Connection(opening: place.path(TreeStore.fileName), access: .readOnly)
    defer { connection.close() }
    return try connection.integer("PRAGMA user_version")
  }

  @Test func `a file of format 1 is read as it is, and brought to format 2 by who writes`() throws {
    let place = try TemporaryPlace()
    let tree = try oldFile(in: place)
    var readOnly = options()
    readOnly.isReadOnly = true
    let reader = try TreeStore(at: place.path, options: readOnly)
    #expect(try reader.read { try $0.node(at: .root) } == tree)
    #expect(try reader.check() == [])
    #expect(try format(in: place) == 1)
    let store = try TreeStore(at: place.path, options: options())
    #expect(try format(in: place) == 2)
    #expect(try store.read { try $0.node(at: .root) } == tree)
    #expect(try reader.read { try $0.node(at: .root) } == tree)
    let client = ClientID()
    try store.change(.register(try .set("p", 1)), of: client)
    #expect(store.executeWill(of: client).commits.count == 1)
    #expect(try reader.read { try $0.node(at: "p") } == 1)
    #expect(try store.check() == [])
  }

  @Test func `many who open an old file at once bring it to format 2 once`() async throws {
    for _ in 0..<5 {
      let place = try TemporaryPlace()
      let tree = try oldFile(in: place)
      try await withThrowingTaskGroup(of: Node.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let store = try TreeStore(at: place.path, options: options())
            try store.change(.register(try .set("p", 1)), of: ClientID())
            return try store.read { try $0.node(at: .root) }
          }
        }
        for try await node in group { #expect(node == tree) }
      }
      let store = try TreeStore(at: place.path, options: options())
      #expect(try store.clientsWithWills().count == 6)
      #expect(try format(in: place) == 2)
    }
  }

  @Test func `an old file waits for the turn, and is left alone when it does not come`() throws {
    let place = try TemporaryPlace()
    _ = try oldFile(in: place)
    let queue = try WriterQueue(at: place.path(TreeStore.queueName), program: "other till")
    try queue.enter()
    let error = #expect(throws: StoreError.self) {
      try TreeStore(at: place.path, options: options(patience: .milliseconds(30)))
    }
    #expect(error?.code == .busy)
    #expect(try format(in: place) == 1)
    queue.leave()
    _ = try TreeStore(at: place.path, options: options())
    #expect(try format(in: place) == 2)
  }

  @Test func `a file of format 3 is refused`() throws {
    let place = try TemporaryPlace()
    _ = try oldFile(in: place)
    let connection = try Connection(opening: place.path(TreeStore.fileName), access: .readWrite)
    try connection.execute("PRAGMA user_version = 3")
    connection.close()
    let error = #expect(throws: StoreError.self) {
      try TreeStore(at: place.path, options: options())
    }
    #expect(error?.code == .newerFormat)
    #expect(error?.reason.contains("its format is 3") == true)
    #expect(error?.reason.contains("formats up to 2") == true)
  }
}
