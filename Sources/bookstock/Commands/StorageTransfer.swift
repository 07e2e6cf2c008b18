import Foundation
import ObjectStorage
import Synchronization

/// A transfer with its bar, which `^C` stops in order.
struct StorageTransfer: Sendable {
  /// What happens, as the bar says it: `Getting`.
  let label: String
  let isQuiet: Bool

  /// Runs it; `report` takes the progress as it comes.
  ///
  /// - Returns: What came of it, and whether a person stopped it.
  func run<Value: Sendable>(
    _ body:
      @escaping @Sendable (_ report: @escaping @Sendable (Progress?) -> Void) async throws ->
      Value
  ) async throws -> (result: Result<Value, any Error>, isInterrupted: Bool) {
    let meter = TransferMeter(label: label, isQuiet: isQuiet)
    defer { meter.finish() }
    return try await interruptible { try await body { meter.show($0) } }
  }
}

/// The bar of a transfer, made when its size is known.
private final class TransferMeter: Sendable {
  private struct State {
    var bar: ProgressBar?
    var done: Int64 = 0
    var isOver = false
  }

  private let label: String
  private let isQuiet: Bool
  private let state = Mutex(State())

  init(label: String, isQuiet: Bool) {
    self.label = label
    self.isQuiet = isQuiet
  }

  func show(_ progress: Progress?) {
    guard let progress else { return }
    let (completed, total) = (progress.completedUnitCount, progress.totalUnitCount)
    state.withLock { state in
      if state.isOver { return }
      let bar =
        state.bar ?? ProgressBar(label, total: total > 0 ? total : nil, isQuiet: isQuiet)
      state.bar = bar
      bar.advance(Int(max(0, completed - state.done)))
      state.done = max(state.done, completed)
    }
  }

  func finish() {
    state.withLock { state in
      state.isOver = true
      state.bar?.finish()
    }
  }
}
