import Synchronization

/// A door at which tasks wait until it is opened, or until they are cancelled.
final class TaskGate: Sendable {
  private struct State: Sendable {
    var isOpen: Bool
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Mutex<State>

  init(isOpen: Bool = false) {
    state = Mutex(State(isOpen: isOpen))
  }

  /// How many wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }

  func pass() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if state.isOpen { return .success(()) }
          state.waiting[number] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let found = state.waiting.removeValue(forKey: number)
        if found == nil { state.cancelled.insert(number) }
        return found
      }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
