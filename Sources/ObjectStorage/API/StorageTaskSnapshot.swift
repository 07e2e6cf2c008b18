public import Foundation

/// How a transfer stood at one moment; it never changes.
public final class StorageTaskSnapshot: Sendable {
  /// The transfer.
  public let task: any StorageTask
  /// What is transferred.
  public let reference: StorageReference
  /// The event it was made for; of a task's ``StorageTask/snapshot`` the transfer's state.
  public let status: StorageTaskStatus

  private let kept: StorageMetadata?
  private let failure: StorageError?
  private let completed: Int64
  private let total: Int64

  init(
    task: any StorageTask, reference: StorageReference, metadata: StorageMetadata?,
    completed: Int64, total: Int64, error: StorageError?, status: StorageTaskStatus
  ) {
    self.task = task
    self.reference = reference
    self.status = status
    kept = metadata
    failure = error
    self.completed = completed
    self.total = total
  }

  /// Of an upload: what was asked for, and after success what the storage says.
  ///
  /// Of a download: nil. A copy each time.
  public var metadata: StorageMetadata? { kept?.copied() }

  /// Bytes that are done, and of how many; both 0 before the first event, the total -1 where it is
  /// not known.
  ///
  /// An object of its own each time.
  public var progress: Progress? {
    let progress = Progress(totalUnitCount: total)
    progress.completedUnitCount = completed
    return progress
  }

  /// Why it failed, as an `NSError`.
  public var error: (any Error)? { failure?.nsError }
}

extension StorageTaskSnapshot: CustomStringConvertible {
  /// Firebase: `<State: Resume>` and its like.
  public var description: String {
    switch status {
    case .unknown: "<State: Unknown>"
    case .resume: "<State: Resume>"
    case .progress: "<State: Progress, Progress: \(completed) of \(total) bytes>"
    case .pause: "<State: Paused>"
    case .success: "<State: Success>"
    case .failure: "<State: Failed, Error: \(failure?.description ?? "none")>"
    }
  }
}
