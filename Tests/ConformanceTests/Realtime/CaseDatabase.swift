import Foundation
import RealtimeDatabase
import Synchronization
import TestSupport

/// A database in a folder of its own, whose clock can be set.
final class CaseDatabase: Sendable {
  let place: TemporaryPlace
  let database: Database
  private let clock: CaseClock

  /// Opens it, with ordered lists to keep.
  init(
    at place: TemporaryPlace, program: String = "client", lists: [OrderedList] = []
  ) throws {
    self.place = place
    let clock = CaseClock()
    self.clock = clock
    var configuration = Database.Configuration()
    configuration.program = program
    configuration.desk = program
    configuration.clock = { clock.milliseconds }
    configuration.lists = lists
    database = try Database.open(at: place.path("tree"), configuration: configuration)
  }

  /// Opens one, has a body use it, and closes it.
  static func with<Result>(
    lists: [OrderedList] = [], _ body: (CaseDatabase) async throws -> Result
  ) async throws -> Result {
    let database = try CaseDatabase(at: try TemporaryPlace(), lists: lists)
    do {
      let result = try await body(database)
      await database.database.close()
      return result
    } catch {
      await database.database.close()
      throw error
    }
  }

  /// Stops the clock at a time, in milliseconds since 1970.
  func setClock(_ milliseconds: Int64) { clock.set(milliseconds) }

  /// Waits until everything that was asked, and all news, has been told.
  ///
  /// An observer of one event has the newest revision read and everybody else told before it; its
  /// callback comes last. So nobody has to wait for a time.
  func settle() async throws {
    let place = database.reference(withPath: "/a place that nobody uses")
    try await withCheckedThrowingContinuation { continuation in
      place.observeSingleEvent(
        of: .value, with: { _ in continuation.resume() },
        withCancel: { continuation.resume(throwing: $0) })
    }
  }
}

/// A clock that runs until it is set, and then stands.
private final class CaseClock: Sendable {
  private let standing = Mutex<Int64?>(nil)

  var milliseconds: Int64 {
    standing.withLock { $0 } ?? Int64(Date().timeIntervalSince1970 * 1000)
  }

  func set(_ milliseconds: Int64) { standing.withLock { $0 = milliseconds } }
}

/// Collects what callbacks tell, in order.
final class CaseLog<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  /// Takes what has been collected since the last time.
  func take() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
