import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct ReadingTests {
  @Test func `reading sees what stands before it in line, and nothing behind`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    let seen = Recorder<String>()
    for index in 1...20 {
      atOnce {
        place.setValue(index)
        place.getData { error, snapshot in
          seen.note("\(index) \(error == nil) \(snapshot?.value as? Int ?? 0)")
        }
      }
    }
    #expect(try await seen.first(20) == (1...20).map { "\($0) true \($0)" })
    await desk.database.close()
  }

  @Test func `texts are found by their words, as one types`() async throws {
    var configuration = Database.Configuration()
    configuration.texts = [TextList("/books", children: ["/title", "/author"])]
    let desk = try Desk(configuration)
    try await desk.database.reference(withPath: "books").setValue([
      "a": ["title": "The Left Hand of Darkness", "author": "Ursula K. Le Guin"],
      "b": ["title": "Émile", "author": "Rousseau"],
    ])
    let found = try await desk.database.search("darkn", in: "/books", limit: 10)
    #expect(found.map(\.key) == ["a"])
    #expect(found.first?.node["title" as Key].string == "The Left Hand of Darkness")
    #expect(try await desk.database.search("EMIL", in: "/books", limit: 10).map(\.key) == ["b"])
    #expect(try await desk.database.search("xyz", in: "/books", limit: 10).isEmpty)
    #expect(try await desk.database.check().isEmpty)
    await desk.database.close()
  }

  @Test func `a long read is one revision, and writes go on beside it`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    try await place.setValue(1)
    let (started, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let both = desk.database.read(isLong: true) { reader in
      let first = try reader.node(at: "/n")
      started.signal()
      go.wait()
      return [first, try reader.node(at: "/n")]
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        started.wait()
        continuation.resume()
      }
    }
    try await place.setValue(2)
    #expect(try await desk.node("/n") == 2)
    go.signal()
    #expect(try await both == [1, 1])
    await desk.database.close()
  }

  @Test func `a database that is only read follows, and refuses to write`() async throws {
    let desk = try Desk()
    try await desk.database.reference(withPath: "n").setValue(1)
    var configuration = Database.Configuration()
    configuration.isReadOnly = true
    let reader = try desk.other(configuration)
    var values = reader.reference(withPath: "n").values().makeAsyncIterator()
    #expect(try await values.next()?.node == 1)
    try await desk.database.reference(withPath: "n").setValue(2)
    #expect(try await values.next()?.node == 2)
    let error = await #expect(throws: DatabaseError.self) {
      try await reader.reference(withPath: "n").setValue(3)
    }
    #expect(error?.code == .readOnly)
    await reader.close()
    await desk.database.close()
  }

  @Test func `a folder that cannot be one says so`() throws {
    let place = try TemporaryPlace()
    try place.write("this is no database, whatever it is", to: "tree.db")
    let error = #expect(throws: DatabaseError.self) { try Database.open(at: place.url) }
    #expect(error?.code == .notADatabase)
    #expect(error?.nsError.domain == "com.firebase")
    #expect((error as NSError?)?.domain == "com.firebase")
    #expect((error as NSError?)?.code == 9999)
    #expect(throws: DatabaseError.self) { try Database.open(at: "/nowhere/at/all") }
  }
}
