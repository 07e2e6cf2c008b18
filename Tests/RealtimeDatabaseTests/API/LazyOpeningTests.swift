import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// A database that opens its file when it is first needed.
private func lazy(_ folder: String) -> Database {
  Database(at: folder, Database.Configuration())
}

@Suite struct LazyOpeningTests {
  @Test func `nothing is made before the first call, and then all works`() async throws {
    let place = try TemporaryPlace()
    let database = lazy(place.path("shop"))
    let reference = database.reference(withPath: "a")
    #expect(!FileManager.default.fileExists(atPath: place.path("shop")))
    try await reference.setValue(1)
    #expect(FileManager.default.fileExists(atPath: place.path("shop/tree.db")))
    #expect(try await reference.getData().value as? Int == 1)
    await database.close()
  }

  @Test(arguments: ["observe", "read", "window", "changes", "get", "transaction", "search", "will"])
  func `whatever comes first opens the file`(first: String) async throws {
    let place = try TemporaryPlace()
    let database = lazy(place.path("shop"))
    let reference = database.reference(withPath: "a")
    switch first {
    case "observe":
      let (snapshot, _) = await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
      #expect(!snapshot.exists())
    case "read": #expect(try await database.read { try $0.node(at: "/a") }.isEmpty)
    case "window":
      var windows = reference.window(WindowRequest(after: 3)).makeAsyncIterator()
      #expect(try await windows.next()?.rows.isEmpty == true)
    case "changes":
      var changes = reference.changes().makeAsyncIterator()
      #expect(try await changes.next() == .zero)
    case "get": #expect(try await !reference.getData().exists())
    case "search":
      await #expect(throws: DatabaseError.self) {
        try await database.search("x", in: "/a", limit: 1)
      }
    case "will":
      try await database.reference(withPath: "will").onDisconnectSetValue("made")
    default: #expect(try await reference.transaction { _ in 5 }.isCommitted)
    }
    try await reference.setValue(7)
    #expect(try await database.read { try $0.node(at: "/a") } == 7)
    database.goOffline()
    let will = try await database.reference(withPath: "will").getData()
    #expect(will.value as? String == (first == "will" ? "made" : nil))
    await database.close()
  }

  @Test func `two that opened lazily see each other's writes`() async throws {
    let place = try TemporaryPlace()
    let (one, other) = (lazy(place.path("shop")), lazy(place.path("shop")))
    let seen = Recorder<String>()
    other.reference(withPath: "a").record([.value], into: seen)
    #expect(try await seen.first(1) == ["value null"])
    try await one.reference(withPath: "a").setValue("x")
    #expect(try await seen.first(2) == ["value null", "value \"x\""])
    await one.close()
    await other.close()
  }

  @Test func `a folder that cannot be opened reaches everybody as an error, and none traps`()
    async throws
  {
    let place = try TemporaryPlace()
    try place.write("no folder", to: "file")
    let database = lazy(place.path("file/shop"))
    let reference = database.reference(withPath: "a")
    let seen = Recorder<String>()
    let code = { @Sendable (error: (any Error)?) in "\((error as? NSError)?.code ?? 0)" }
    for index in 0..<300 {
      reference.child("\(index)").setValue(index) { error, _ in seen.note("set \(code(error))") }
    }
    reference.updateChildValues(["b": 2]) { error, _ in seen.note("update \(code(error))") }
    reference.observe(
      .value, with: { _ in seen.note("value") },
      withCancel: { error in seen.note("cancel \((error as NSError).domain) \(code(error))") })
    reference.getData { error, snapshot in seen.note("get \(code(error)) \(snapshot == nil)") }
    reference.runTransactionBlock(
      { .success(withValue: $0) },
      andCompletionBlock: { error, isCommitted, snapshot in
        seen.note("transaction \(code(error)) \(isCommitted) \(snapshot == nil)")
      })
    #expect(
      try await seen.first(304).dropFirst(299) == [
        "set 9999", "update 9999", "cancel com.firebase 9999", "get 9999 true",
        "transaction 9999 false true",
      ])
    await #expect(throws: DatabaseError.self) { try await reference.setValue(1) }
    await #expect(throws: DatabaseError.self) { try await reference.getData() }
    await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.node(at: "/a") }
    }
    await #expect(throws: DatabaseError.self) {
      for try await _ in reference.values() { Issue.record("a value out of nothing") }
    }
    // As soon as it can be opened, it is.
    try FileManager.default.removeItem(atPath: place.path("file"))
    try FileManager.default.createDirectory(
      atPath: place.path("file"), withIntermediateDirectories: false)
    try await reference.setValue(1)
    #expect(try await reference.getData().value as? Int == 1)
    await database.close()
  }

  @Test func `one that was never used closes, and then refuses`() async throws {
    let place = try TemporaryPlace()
    let database = lazy(place.path("shop"))
    await database.close()
    let error = await #expect(throws: DatabaseError.self) {
      try await database.reference().setValue(1)
    }
    #expect(error?.code == .closed)
    #expect(!FileManager.default.fileExists(atPath: place.path("shop")))
  }
}
