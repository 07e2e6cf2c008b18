import Foundation
import Inventory
import ObjectStorage
import Synchronization

/// One act on a cover that a person can pause, resume and cancel.
///
/// It goes in phases. What is paused while it is asked for is asked for again after the pause; an
/// upload stops where it is.
final class Job: Sendable {
  private struct State {
    var isPaused = false
    var isCancelled = false
    /// The question at hand was given up for a pause, however short.
    var isInterrupted = false
    /// What carries out the phase at hand.
    var control: (@Sendable (TransferControl) -> Void)?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let ticket = Mutex<TransferTicket?>(nil)

  /// A job that is in a list, or in none.
  init(
    _ title: String = "", _ kind: TransferRow.Kind = .upload, of book: StockKey? = nil,
    in list: Transfers? = nil, again: (@Sendable (TransferTicket) -> Void)? = nil
  ) {
    let begun = list?.begin(title, kind, of: book, again: again) { [weak self] in
      self?.handle($0)
    }
    ticket.withLock { $0 = begun }
  }

  /// The same job once more, in its place in the list; nil when it may not be tried again.
  init?(again ticket: TransferTicket, _ kind: TransferRow.Kind) {
    let isListed = ticket.restart(kind) { [weak self] in self?.handle($0) }
    guard isListed else { return nil }
    self.ticket.withLock { $0 = ticket }
  }

  /// Changes what is seen of it.
  func show(_ body: (inout TransferRow) -> Void) {
    ticket.withLock { $0 }?.change(body)
  }

  /// Shows how many bytes came, of so many if that is known (else -1).
  func show(received: Int64, of expected: Int64) {
    show {
      $0.completed = received
      $0.total = expected
    }
  }

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Does what is asked of it; returns at once.
  func handle(_ control: TransferControl) {
    let (inner, waiter) = state.withLock { state in
      switch control {
      case .pause:
        state.isPaused = true
        state.isInterrupted = true
      case .resume: state.isPaused = false
      case .cancel: state.isCancelled = true
      }
      guard control != .pause else {
        return (state.control, nil as CheckedContinuation<Void, Never>?)
      }
      defer { state.waiter = nil }
      return (state.control, state.waiter)
    }
    switch control {
    case .pause: show { $0.state = .paused }
    case .resume: show { if $0.state == .paused { $0.state = .running } }
    case .cancel: break
    }
    inner?(control)
    waiter?.resume()
  }

  /// Waits as long as it is paused; throws when it is cancelled.
  func turn() async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isPaused, !state.isCancelled, !Task.isCancelled {
            state.waiter = continuation
            return false
          }
          return true
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      handle(.cancel)
    }
    if isCancelled || Task.isCancelled { throw CoverProblem.cancelled }
  }

  /// Asks for something, and again after each pause that came meanwhile.
  func asking<Value: Sendable>(
    _ question: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    while true {
      try await turn()
      show { $0.state = .running }
      state.withLock { $0.isInterrupted = $0.isPaused }
      let asking = Task { try await question() }
      begin { control in
        switch control {
        case .pause, .cancel: asking.cancel()
        case .resume: break
        }
      }
      let result = await withTaskCancellationHandler {
        await asking.result
      } onCancel: {
        asking.cancel()
      }
      end()
      if case .success(let value) = result { return value }
      let (isInterrupted, isCancelled) = state.withLock { ($0.isInterrupted, $0.isCancelled) }
      if isCancelled || Task.isCancelled { throw CoverProblem.cancelled }
      if !isInterrupted { return try result.get() }
    }
  }

  /// Follows a storage's transfer, and hands on what is asked of it.
  func follow(_ task: some StorageObservableTask & StorageTaskManagement) {
    task.observe(.progress) { [weak self] snapshot in
      guard let progress = snapshot.progress else { return }
      self?.show {
        $0.completed = progress.completedUnitCount
        $0.total = progress.totalUnitCount
      }
    }
    begin { control in
      switch control {
      case .pause: task.pause()
      case .resume: task.resume()
      case .cancel: task.cancel()
      }
    }
  }

  /// Nothing carries it out any more.
  func end() { state.withLock { $0.control = nil } }

  /// Says how it ended.
  func finish(_ ending: TransferRow.State) {
    end()
    show { row in
      if ending == .done, row.total > 0 { row.completed = row.total }
      row.state = ending
    }
  }

  /// Takes it from the list: there is nothing more to see of it.
  func leave() {
    end()
    ticket.withLock { $0 }?.remove()
  }

  /// Lets something carry it out; what was asked before that is asked of it now.
  private func begin(_ control: @escaping @Sendable (TransferControl) -> Void) {
    let (isPaused, isCancelled) = state.withLock { state in
      state.control = control
      return (state.isPaused, state.isCancelled)
    }
    if isCancelled { return control(.cancel) }
    if isPaused { control(.pause) }
  }
}
