import Foundation
import JSONTree
import Synchronization
import TestSupport

@testable import RealtimeDatabase

/// Keeps what callbacks report, in order.
final class Recorder<Element: Sendable>: Sendable {
  private let entries = Mutex<[Element]>([])

  func note(_ entry: Element) { entries.withLock { $0.append(entry) } }

  var all: [Element] { entries.withLock { $0 } }

  /// Waits until there are at least so many, and returns all there are then.
  func first(_ count: Int) async throws -> [Element] {
    try await eventually("\(count) entries, seen \(all)") { all.count >= count }
    return all
  }
}

/// Turns a database's callbacks into lines.
extension DatabaseQuery {
  /// Observes all kinds of events into a recorder: `added b after a = 1`, `value {…}`.
  @discardableResult
  func record(
    _ types: [DataEventType] = DataEventType.allCases, into recorder: Recorder<String>
  ) -> [DatabaseHandle] {
    types.map { type in
      observe(
        type,
        andPreviousSiblingKeyWith: { snapshot, previous in
          recorder.note(Self.line(type, snapshot, previous))
        })
    }
  }

  static func line(_ type: DataEventType, _ snapshot: DataSnapshot, _ previous: String?) -> String {
    let content = JSONWriter(form: .export).text(snapshot.node)
    switch type {
    case .value: return "value \(content)"
    case .childRemoved: return "removed \(snapshot.key) = \(content)"
    case .childAdded: return "added \(snapshot.key) after \(previous ?? "-") = \(content)"
    case .childMoved: return "moved \(snapshot.key) after \(previous ?? "-") = \(content)"
    case .childChanged: return "changed \(snapshot.key) after \(previous ?? "-") = \(content)"
    }
  }
}

/// A folder with a database, and the way to open it a second time as another program would.
struct Desk {
  let place: TemporaryPlace
  let database: Database

  init(_ configuration: Database.Configuration = Database.Configuration()) throws {
    place = try TemporaryPlace()
    database = try Database.open(at: place.url, configuration: configuration)
  }

  func other(_ configuration: Database.Configuration = Database.Configuration()) throws -> Database
  {
    try Database.open(at: place.url, configuration: configuration)
  }

  /// What stands at a place, read apart from all observers.
  func node(_ path: Path) async throws -> Node {
    try await database.read { try $0.node(at: path) }
  }
}

/// Makes calls that return at once; in an async function their async forms would be meant.
func atOnce(_ calls: () -> Void) { calls() }
