import Foundation
import Synchronization

/// The machine half of an upload or download: it does what ``TransferMachine`` says.
///
/// Everything that changes is behind one lock, and nothing is called out while it is held:
/// callbacks are posted, legs run as Swift tasks of their own. Posting happens under the lock, so
/// that events reach the callback queue in the order in which they came about.
final class Transfer: Sendable {
  struct State: Sendable {
    var machine: TransferMachine
    var observers: [TransferObserver] = []
    var completion: (@Sendable (StorageError?) -> Void)?
    /// The task as callers know it: it stays until its end, whether or not a caller holds it.
    var task: (any StorageObservableTask)?
    var leg: Task<Void, Never>?
  }

  let reference: StorageReference
  private let work: any TransferWork
  private let state: Mutex<State>
  /// What a snapshot shows as metadata.
  private let metadata: @Sendable () -> StorageMetadata?

  init(
    _ kind: TransferMachine.Kind, at reference: StorageReference, _ work: any TransferWork,
    metadata: @escaping @Sendable () -> StorageMetadata?
  ) {
    self.reference = reference
    self.work = work
    self.metadata = metadata
    state = Mutex(State(machine: TransferMachine(kind)))
  }

  /// Ties the task that callers know to its transfer, before anything begins.
  func belong(to task: any StorageObservableTask) {
    state.withLock { $0.task = task }
  }

  /// Sets what is called once at the end, behind the last event; on the callback queue.
  func whenOver(_ completion: @escaping @Sendable (StorageError?) -> Void) {
    state.withLock { $0.completion = completion }
  }

  func handle(_ event: TransferMachine.Event) {
    let stopped: Task<Void, Never>? = state.withLock { state in
      var stopped: Task<Void, Never>?
      for action in state.machine.handle(event) {
        switch action {
        case .startLeg(let leg): state.leg = Task { await self.run(leg) }
        case .stopLeg: stopped = state.leg
        case .settle: state.leg = Task { await self.settle() }
        case .discard: work.discard()
        case .fire(let status, let completed, let total):
          fire(status, completed: completed, total: total, &state)
        case .finish: finish(&state)
        }
      }
      return stopped
    }
    // Outside: cancelling runs the engine's own handlers.
    stopped?.cancel()
  }

  // MARK: - Legs

  private func run(_ leg: Int) async {
    do {
      try work.prepare()
    } catch {
      handle(.reject(StorageError(error)))
      handle(.ended(leg: leg, .stopped))
      return
    }
    handle(.began(leg: leg))
    guard runs(leg) else { return handle(.ended(leg: leg, .stopped)) }
    do {
      try await work.run(while: { self.runs(leg) }) { completed, total in
        self.handle(.progress(leg: leg, completed: completed, total: total))
      }
      handle(.ended(leg: leg, .whole))
    } catch is CancellationError {
      handle(.ended(leg: leg, .stopped))
    } catch {
      handle(.ended(leg: leg, .failed(StorageError(error))))
    }
  }

  private func runs(_ leg: Int) -> Bool { state.withLock { $0.machine.runs(leg) } }

  private func settle() async {
    do {
      handle(.settled(try await work.settle()))
    } catch {
      handle(.spoiled(StorageError(error)))
    }
  }

  // MARK: - Events

  /// Posts an event to those who observe it now.
  private func fire(
    _ status: StorageTaskStatus, completed: Int64, total: Int64, _ state: inout State
  ) {
    guard let task = state.task else { return }
    let observers = state.observers.filter { $0.status == status }
    if observers.isEmpty { return }
    let snapshot = StorageTaskSnapshot(
      task: task, reference: reference, metadata: metadata(), completed: completed, total: total,
      error: state.machine.error, status: status)
    for observer in observers { post(snapshot, to: observer) }
  }

  private func post(_ snapshot: StorageTaskSnapshot, to observer: TransferObserver) {
    reference.storage.delivery.post { [self] in
      guard !observer.isRemoved || snapshot.status.isLast else { return }
      // Progress that was waiting when the transfer was cancelled is not told of.
      if snapshot.status == .progress, isCancelled { return }
      observer.handler(snapshot)
    }
  }

  /// Whether its last event has been posted.
  var isOver: Bool { state.withLock(\.machine.isOver) }

  private var isCancelled: Bool { state.withLock { $0.machine.state == .cancelled } }

  /// Posts the completion behind the last event, and lets go of everything.
  private func finish(_ state: inout State) {
    let error = state.machine.error
    let completion = state.completion
    state.completion = nil
    state.task = nil
    reference.storage.delivery.post { [self] in
      // Let go outside the lock, like every handler.
      let observers = self.state.withLock { state in
        defer { state.observers = [] }
        return state.observers
      }
      withExtendedLifetime(observers) { completion?(error) }
    }
  }

  // MARK: - Observers

  /// A snapshot of how it stands.
  func snapshot(of task: any StorageObservableTask) -> StorageTaskSnapshot {
    state.withLock { snapshot($0.machine, of: task, status: $0.machine.status) }
  }

  private func snapshot(
    _ machine: TransferMachine, of task: any StorageObservableTask, status: StorageTaskStatus
  ) -> StorageTaskSnapshot {
    StorageTaskSnapshot(
      task: task, reference: reference, metadata: metadata(), completed: machine.completed,
      total: machine.total, error: machine.error, status: status)
  }

  func observe(
    _ observer: TransferObserver, of task: any StorageObservableTask
  ) {
    state.withLock { state in
      if !state.machine.isOver { state.observers.append(observer) }
      guard state.machine.replays(observer.status) else { return }
      post(snapshot(state.machine, of: task, status: observer.status), to: observer)
    }
  }

  /// Removes the observers that a caller means; what is on its way to them is not delivered, but
  /// for the last event.
  func removeObservers(where isMeant: (TransferObserver) -> Bool) {
    // Let go outside the lock: a handler that dies may take with it what calls back here.
    let removed = state.withLock { state in
      let removed = state.observers.filter(isMeant)
      state.observers.removeAll { removed.contains($0) }
      return removed
    }
    for observer in removed { observer.remove() }
  }
}

/// One registration of a handler.
final class TransferObserver: Sendable, Equatable {
  let handle = UUID().uuidString
  let status: StorageTaskStatus
  let handler: @Sendable (StorageTaskSnapshot) -> Void
  private let removed = Atomic(false)

  init(_ status: StorageTaskStatus, _ handler: @escaping @Sendable (StorageTaskSnapshot) -> Void) {
    self.status = status
    self.handler = handler
  }

  var isRemoved: Bool { removed.load(ordering: .sequentiallyConsistent) }

  func remove() { removed.store(true, ordering: .sequentiallyConsistent) }

  static func == (left: TransferObserver, right: TransferObserver) -> Bool { left === right }
}

extension StorageTaskStatus {
  /// Whether nothing follows it.
  var isLast: Bool { self == .success || self == .failure }
}
