import Synchronization

/// Holds those who come until they are let go, or their tasks are cancelled.
final class Hold: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var left: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  func wait() async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goes = state.withLock { state in
          if state.isOpen || state.left.contains(number) { return true }
          state.waiting[number] = continuation
          return false
        }
        if goes { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.left.insert(number)
        return state.waiting.removeValue(forKey: number)
      }
      continuation?.resume()
    }
  }

  /// Lets everybody go, now and later.
  func letGo() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// How many wait.
  var count: Int { state.withLock { $0.waiting.count } }
}
