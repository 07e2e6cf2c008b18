import Synchronization

/// What the line of writes knows of the engine without waiting for it: whether anybody observes,
/// and whether announcements are still under way.
///
/// When neither is so, a write is complete as soon as it is durable, and no other thread is woken
/// for it. Whoever begins to observe says so first and reads then; a writer commits first and looks
/// here then. So a commit is in what the newcomer reads, or it is announced.
final class Attention: Sendable {
  private let observed = Atomic<Bool>(false)
  private let pending = Atomic<Int>(0)

  /// Whether somebody observes something, or is about to.
  var isObserved: Bool {
    get { observed.load(ordering: .sequentiallyConsistent) }
    set { observed.store(newValue, ordering: .sequentiallyConsistent) }
  }

  /// Whether what is complete may be said at once: nothing is observed, and nothing that was to be
  /// said before waits for the engine.
  var isIdle: Bool {
    pending.load(ordering: .sequentiallyConsistent) == 0 && !isObserved
  }

  /// Something to be said goes to the engine.
  func begin() {
    pending.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// It has been said.
  func end() {
    pending.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}
