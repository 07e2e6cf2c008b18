import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct ErrorTests {
  @Test func `every kind of error has Firebase's domain and code`() {
    let codes: [DatabaseError.Code: Int] = [
      .permissionDenied: 1, .unavailable: 2, .writeCanceled: 3,
    ]
    for code in DatabaseError.Code.allCases {
      let error = DatabaseError(code, "It is so.", at: "/a")
      let number = codes[code] ?? 9999
      #expect(error.nsError.domain == "com.firebase")
      #expect(error.nsError.code == number)
      #expect(error.nsError.localizedDescription == "/a: It is so.")
      #expect(error.localizedDescription == "/a: It is so.")
      // As it is thrown, and as it comes to a completion.
      for error in [error, error.nsError] as [any Error] {
        #expect((error as NSError).domain == "com.firebase")
        #expect((error as NSError).code == number)
        #expect(DatabaseError(in: error)?.code == code)
      }
    }
    #expect(DatabaseError(in: CancellationError()) == nil)
    #expect(DatabaseError(in: NSError(domain: "com.firebase", code: 1)) == nil)
  }

  @Test func `a completion's error is an NSError object with the whole story inside`() async throws
  {
    let desk = try Desk()
    await desk.database.close()
    let seen = Recorder<String>()
    desk.database.reference(withPath: "a").setValue(1) { error, reference in
      let object = error as? NSError
      let story = error.flatMap { DatabaseError(in: $0) }
      seen.note("\(object?.domain ?? "") \(object?.code ?? 0) \(reference.path)")
      seen.note("\(story?.code.rawValue ?? "") \(story?.reason ?? "")")
    }
    #expect(
      try await seen.first(2) == ["com.firebase 9999 /a", "closed The database has been closed."])
  }

  @Test func `nothing is kept at the library's own place`() async throws {
    let desk = try Desk()
    desk.database.reference(withPath: "a").keepSynced(true)
    desk.database.reference(withPath: "a").queryLimited(toFirst: 2).keepSynced(false)
    let info = desk.database.reference(withPath: ".info/connected")
    #expect(throws: TreeSyntaxError.self) { try info.checkSynced() }
    #expect(throws: TreeSyntaxError.self) { try info.queryOrderedByKey().checkSynced() }
    await desk.database.close()
    let folder = desk.place.path
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      database.reference(withPath: ".info").keepSynced(true)
    }
  }

  @Test func `an event has one of five kinds, and no other can be named`() {
    #expect(DataEventType.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(DataEventType(rawValue: 5) == nil)
  }

  @Test func `what it does is said on standard error if that is wanted`() async throws {
    let place = try TemporaryPlace()
    let folder = place.path
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [folder = folder as String] in
      Database.setLoggingEnabled(true)
      let database = try await Database.open(at: folder)
      Database.setLoggingEnabled(false)
      try await database.reference(withPath: "a").setValue(1)
      await database.close()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("debug RealtimeDatabase: Opened. folder=\(folder)"))
    #expect(text.contains("debug RealtimeDatabase: Written. revision=1 writes=1"))
    #expect(text.contains("debug RealtimeDatabase: Closed."))
  }

  @Test func `nothing is said otherwise`() async throws {
    let place = try TemporaryPlace()
    let folder = place.path
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      try await database.reference(withPath: "a").setValue(1)
      await database.close()
    }
    #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("Opened."))
  }
}
