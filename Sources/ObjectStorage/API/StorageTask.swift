/// What the state of a transfer, or an event of it, is; by Firebase's names and numbers.
public enum StorageTaskStatus: Int, Sendable, CaseIterable {
  /// It has not begun; no event.
  case unknown = 0
  /// It began, or goes on after a pause; also the state of one that runs.
  case resume = 1
  /// Bytes have come or gone; an event only.
  case progress = 2
  /// It has stopped for a while.
  case pause = 3
  /// It is whole and in its place; as a state also while it is being put there.
  case success = 4
  /// It has failed or was cancelled.
  case failure = 5
}

/// A transfer.
///
/// Firebase: a class; here the two kinds have no ancestor, and this is what they share.
public protocol StorageTask: AnyObject, Sendable {
  /// How it stands.
  var snapshot: StorageTaskSnapshot { get }
}

/// A transfer that is told what to do.
public protocol StorageTaskManagement: AnyObject, Sendable {
  /// Begins it; those that a reference returned have begun, and nothing happens.
  func enqueue()
  /// Stops for a while; an upload at once, a download when nothing more arrives.
  func pause()
  /// Goes on after a pause; without one it does nothing.
  func resume()
  /// Ends it for good; nothing happens when it has ended, or is being put in its place.
  func cancel()
}

/// A transfer whose events can be observed.
///
/// Events of one transfer arrive one after another on the storage's callback queue: `resume` when
/// it begins and after each pause, `progress` any number of times, `pause`, and at the end exactly
/// one of `success` and `failure`, after which all observers are removed. More in <doc:Transfers>.
public protocol StorageObservableTask: StorageTask {
  /// Observes one kind of event; returns the handle by which the observer is removed.
  ///
  /// What has been so far is told at once: that it runs, is paused or has ended. `unknown` is no
  /// event, and traps.
  @discardableResult
  func observe(
    _ status: StorageTaskStatus, handler: @escaping @Sendable (StorageTaskSnapshot) -> Void
  ) -> String

  /// Removes one observer; a handle that is none does nothing.
  func removeObserver(withHandle handle: String)
  /// Removes the observers of one kind of event.
  func removeAllObservers(for status: StorageTaskStatus)
  /// Removes all observers; completions are called all the same.
  func removeAllObservers()
}

/// What the two kinds of transfer have in common.
protocol TransferTask: StorageObservableTask, StorageTaskManagement {
  var transfer: Transfer { get }
}

/// An upload, returned by `putData` and `putFile`.
public final class StorageUploadTask: StorageObservableTask, StorageTaskManagement, TransferTask {
  let transfer: Transfer

  init(_ transfer: Transfer) {
    self.transfer = transfer
    transfer.belong(to: self)
  }

  /// How it stands.
  public var snapshot: StorageTaskSnapshot { transfer.snapshot(of: self) }

  /// Begins it; nothing happens when it has begun.
  public func enqueue() { transfer.handle(.enqueue) }
  /// Stops for a while.
  public func pause() { transfer.handle(.pause) }
  /// Goes on after a pause.
  public func resume() { transfer.handle(.resume) }
  /// Ends it for good.
  public func cancel() { transfer.handle(.cancel) }

  /// Observes one kind of event; returns the handle by which the observer is removed.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus, handler: @escaping @Sendable (StorageTaskSnapshot) -> Void
  ) -> String {
    add(status, handler)
  }

  /// Removes one observer.
  public func removeObserver(withHandle handle: String) { remove { $0.handle == handle } }
  /// Removes the observers of one kind of event.
  public func removeAllObservers(for status: StorageTaskStatus) { remove { $0.status == status } }
  /// Removes all observers.
  public func removeAllObservers() { remove { _ in true } }
}

/// A download, returned by `getData` and `write(toFile:)`.
public final class StorageDownloadTask: StorageObservableTask, StorageTaskManagement, TransferTask {
  let transfer: Transfer

  init(_ transfer: Transfer) {
    self.transfer = transfer
    transfer.belong(to: self)
  }

  /// How it stands.
  public var snapshot: StorageTaskSnapshot { transfer.snapshot(of: self) }

  /// Begins it; nothing happens when it has begun.
  public func enqueue() { transfer.handle(.enqueue) }
  /// Stops for a while.
  public func pause() { transfer.handle(.pause) }
  /// Goes on after a pause.
  public func resume() { transfer.handle(.resume) }
  /// Ends it for good.
  public func cancel() { transfer.handle(.cancel) }

  /// Observes one kind of event; returns the handle by which the observer is removed.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus, handler: @escaping @Sendable (StorageTaskSnapshot) -> Void
  ) -> String {
    add(status, handler)
  }

  /// Removes one observer.
  public func removeObserver(withHandle handle: String) { remove { $0.handle == handle } }
  /// Removes the observers of one kind of event.
  public func removeAllObservers(for status: StorageTaskStatus) { remove { $0.status == status } }
  /// Removes all observers.
  public func removeAllObservers() { remove { _ in true } }
}

extension TransferTask {
  fileprivate func add(
    _ status: StorageTaskStatus, _ handler: @escaping @Sendable (StorageTaskSnapshot) -> Void
  ) -> String {
    precondition(status != .unknown, "observe: unknown is no event that could be observed.")
    let observer = TransferObserver(status, handler)
    transfer.observe(observer, of: self)
    return observer.handle
  }

  fileprivate func remove(_ isMeant: (TransferObserver) -> Bool) {
    transfer.removeObservers(where: isMeant)
  }
}
