import Glibc
import JSONTree
import Platform
import RealtimeDatabase
import Synchronization
import TestSupport

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
    if let will = try request.will() {
      try await register(will, at: reference)
      return nil
    }
    switch request.act {
    case .goOffline:
      database.goOffline()
      // Answered when it is done: reading stands behind it in line.
      _ = try await reference.getData()
    case .goOnline: database.goOnline()
    case .get: return try await reference.getData().node
    case .observe:
      let path = request.path
      reference.observe(.value) { Output.tell($0.node, at: path) }
    case .call:
      guard let call = request.call else { throw RequestError("\"call\" is missing") }
      try call.make(on: database.reference())
    case .clock: clock.set(request.value?.node?.integer)
    case .churn:
      var churn = Churn(seed: UInt64(request.value?.node?.integer ?? 0))
      while true {
        try await database.commit(try churn.next())
        Output.say(ok: nil)
      }
    case .quit: exit(0)
    case .set, .update, .remove, .setPriority, .increment, .exit, .onDisconnectSet,
      .onDisconnectRemove, .onDisconnectUpdate, .onDisconnectCancel:
      break
    }
    return nil
  }

  private func register(_ will: Request.Will, at place: DatabaseReference) async throws {
    switch will {
    case .set(let draft): try await place.onDisconnectSetValue(draft)
    case .remove: try await place.onDisconnectRemoveValue()
    case .update(let drafts): try await place.onDisconnectUpdateChildValues(drafts)
    case .cancel: try await place.cancelDisconnectOperations()
    }
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
