import Synchronization

/// Sentences to be said once, to whoever listens.
package final class Notices: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The sentences from now on; a slow reader misses the oldest.
  package func all() -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = continuation
        return state.next
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  func say(_ sentence: String) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(sentence) }
  }
}
