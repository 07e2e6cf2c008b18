import Glibc
import JSONTree
import Platform
import RealtimeDatabase
import Synchronization

/// The database of the second process, and what is done with it.
struct Peer {
  private let database: Database
  private let clock: PeerClock

  init(_ database: Database, _ clock: PeerClock) {
    self.database = database
    self.clock = clock
  }

  /// Does one thing; returns what was read, if it was a reading.
  func answer(_ request: Request) async throws -> Node? {
    if let write = try request.write() {
      try await database.commit(write)
      return nil
    }
    let reference = database.reference(at: request.path)
    switch request.act {
    case .get: return try await reference.getData().node
    case .observe:
      let path = request.path
      reference.observe(.value) { Output.tell($0.node, at: path) }
    case .call:
      guard let call = request.call else { throw RequestError("\"call\" is missing") }
      try call.make(on: database.reference())
    case .clock: clock.set(request.value?.node?.integer)
    case .onDisconnectSet: try await reference.onDisconnectSetValue(try request.given())
    case .onDisconnectRemove: try await reference.onDisconnectRemoveValue()
    case .onDisconnectUpdate:
      guard let values = request.values else { throw RequestError("\"values\" is missing") }
      try await reference.onDisconnectUpdateChildValues(
        Dictionary(values) { first, _ in first })
    case .onDisconnectCancel: try await reference.cancelDisconnectOperations()
    case .quit: exit(0)
    case .set, .update, .remove, .setPriority, .increment, .exit: break
    }
    return nil
  }

  func close() async { await database.close() }
}

/// A clock that runs until it is set, and then stands.
final class PeerClock: Sendable {
  private let standing = Mutex<Int64?>(nil)

  /// Milliseconds since 1970.
  var milliseconds: Int64 { standing.withLock { $0 } ?? WallClock.milliseconds() }

  /// Stops it at a time; nil lets it run.
  func set(_ milliseconds: Int64?) { standing.withLock { $0 = milliseconds } }
}
