import Foundation
import FoundationNetworking
import ObjectStorage
import Synchronization

/// Takes bytes and rests in between; notes the most private memory that was in use meanwhile.
final class SlowReceiver: NSObject, DownloadSink, URLSessionDataDelegate {
  private struct State {
    var count: Int64 = 0
    var mostMemory = 0.0
    var sinceRest = 0
    var waiter: CheckedContinuation<Void, any Error>?
  }

  private let rest: Int64
  private let portion: Int
  private let state = Mutex(State())

  /// Rests for nanoseconds after so many bytes.
  init(rest: Int64, after portion: Int) {
    self.rest = rest
    self.portion = portion
  }

  var count: Int64 { state.withLock { $0.count } }

  /// In bytes.
  var mostMemory: Double { state.withLock { $0.mostMemory } }

  /// Notes who waits for the end of a session's task.
  func begin(_ waiter: CheckedContinuation<Void, any Error>) {
    state.withLock { $0.waiter = waiter }
  }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) {}

  func append(_ piece: Data) {
    let isTired = state.withLock { state in
      state.count += Int64(piece.count)
      state.sinceRest += piece.count
      guard state.sinceRest >= portion else { return false }
      state.sinceRest = 0
      return true
    }
    guard isTired else { return }
    Stopwatch.pause(nanoseconds: rest)
    let memory = OpenRows.privateMemory()
    state.withLock { $0.mostMemory = max($0.mostMemory, memory) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    append(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    session.finishTasksAndInvalidate()
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume() }
  }
}
