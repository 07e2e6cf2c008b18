import Foundation
import Synchronization

/// How answers reach completions and those who wait.
extension StorageReference {
  typealias Completion<Value> = @Sendable (Result<Value, StorageError>) -> Void

  /// Asks, and brings the answer to the callback queue; errors as `NSError`.
  func answer<Value: Sendable>(
    _ question: @escaping @Sendable () async throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let delivery = storage.delivery
    Task {
      let answer: Result<Value, any Error>
      do {
        answer = .success(try await question())
      } catch {
        answer = .failure(StorageError(error).nsError)
      }
      delivery.post { completion(answer) }
    }
  }

  /// Begins a transfer and returns it.
  func begun<Task: StorageTaskManagement>(_ task: Task) -> Task {
    task.enqueue()
    return task
  }

  /// Begins a transfer and waits for its end; cancelling the Swift task cancels it.
  func finished<Value: Sendable, Task: StorageObservableTask & StorageTaskManagement>(
    _ onProgress: (@Sendable (Progress?) -> Void)?,
    _ make: @escaping @Sendable (@escaping Completion<Value>) -> Task
  ) async throws -> Value {
    let begun = Mutex<(task: Task?, isCancelled: Bool)>((nil, false))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = make { answer in continuation.resume(with: answer) }
        if let onProgress { task.observe(.progress) { onProgress($0.progress) } }
        let isCancelled = begun.withLock { begun in
          begun.task = task
          return begun.isCancelled
        }
        if isCancelled { task.cancel() } else { task.enqueue() }
      }
    } onCancel: {
      let task = begun.withLock { begun in
        begun.isCancelled = true
        return begun.task
      }
      task?.cancel()
    }
  }
}

extension Result where Failure == StorageError {
  /// The value, unless there is an error.
  init(_ error: StorageError?, _ value: () -> Success) {
    if let error { self = .failure(error) } else { self = .success(value()) }
  }

  /// The result as completions get it.
  var answer: Result<Success, any Error> { mapError { $0.nsError } }
}

extension Result {
  /// The value, if it is one.
  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error as completions get it.
  var failure: (any Error)? {
    guard case .failure(let error) = self else { return nil }
    return (error as? StorageError)?.nsError ?? error
  }
}
