/// The life of an upload or download as a value: calls and news go in, what is to be done comes
/// out.
///
/// A transfer runs in legs: one runs from the start, or from where the last was stopped, to the
/// end. At most one leg is alive at any time; the next begins when the last has really ended. It
/// does nothing by itself, and knows neither clocks nor bytes.
///
/// Firebase: the states and their events. Ours: `resume` fires once at the start, resuming what is
/// not paused does nothing, progress never falls within one object, a transfer that became whole
/// while it was paused waits for `resume()`.
struct TransferMachine: Sendable {
  enum Kind: Sendable {
    /// Is paused at once: what is in flight is dropped.
    case upload
    /// Is paused when its leg has ended.
    case download
  }

  enum State: Sendable, CaseIterable {
    case unknown, queueing, running, pausing, paused, resuming
    /// Whole, and being checked and put in its place: too late to pause or cancel.
    case completing
    case success, failed, cancelled
  }

  enum Event: Sendable {
    case enqueue, pause, resume, cancel
    /// A fault that was found before anything was sent.
    case reject(StorageError)
    /// A leg asks whether it may run.
    case began(leg: Int)
    /// `total` nil: not known.
    case progress(leg: Int, completed: Int64, total: Int64?)
    case ended(leg: Int, Ending)
    /// What was whole is in its place, so many bytes.
    case settled(Int64)
    case spoiled(StorageError)
  }

  enum Ending: Sendable {
    case whole
    case stopped
    case failed(StorageError)
  }

  /// What is to be done, in this order.
  enum Action: Sendable, Equatable {
    case startLeg(Int)
    case stopLeg
    /// Check what is whole and put it in its place.
    case settle
    /// Forget what came of it; no leg is alive.
    case discard
    case fire(StorageTaskStatus, completed: Int64, total: Int64)
    /// Call the completion: no event follows, no leg is alive, and nothing is left behind.
    case finish
  }

  let kind: Kind
  private(set) var state = State.unknown
  private(set) var error: StorageError?
  private(set) var completed: Int64 = 0
  private(set) var total: Int64 = 0

  private var leg = 0
  private var isLegAlive = false
  private var isLegStopping = false
  private var isWhole = false
  private var resumesWhenPaused = false
  /// What `completed` was when progress last fired.
  private var announced: Int64?

  init(_ kind: Kind) {
    self.kind = kind
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .enqueue:
      guard state == .unknown else { return [] }
      state = .queueing
      return proceed()
    case .pause: return pause()
    case .resume: return resume()
    case .cancel: return cancel()
    case .reject(let error): return isOver || state == .completing ? [] : fail(error, isLocal: true)
    case .began(let leg): return begin(leg)
    case .progress(let leg, let completed, let total):
      return advance(leg, to: completed, of: total)
    case .ended(let leg, let ending):
      guard leg == self.leg, isLegAlive else { return [] }
      isLegAlive = false
      isLegStopping = false
      return end(ending)
    case .settled(let size):
      guard state == .completing else { return [] }
      (completed, total, state) = (size, size, .success)
      return [fire(.progress), fire(.success), .finish]
    case .spoiled(let error): return state == .completing ? fail(error) : []
    }
  }

  /// Whether a leg is the one that is to run now.
  func runs(_ leg: Int) -> Bool {
    leg == self.leg && isLegAlive && !isLegStopping && state == .running
  }

  var isOver: Bool {
    switch state {
    case .success, .failed, .cancelled: true
    case .unknown, .queueing, .running, .pausing, .paused, .resuming, .completing: false
    }
  }

  /// Firebase: the state as a snapshot shows it.
  var status: StorageTaskStatus {
    switch state {
    case .unknown: .unknown
    case .queueing, .running, .resuming: .resume
    // Ours: what has not been compared and kept yet is no success.
    case .completing: .progress
    case .pausing, .paused: .pause
    case .success: .success
    case .failed, .cancelled: .failure
    }
  }

  /// Whether an observer that comes now is told at once of what has been.
  ///
  /// Never of what it will hear of anyway.
  func replays(_ status: StorageTaskStatus) -> Bool {
    switch status {
    case .unknown: false
    case .resume: state == .running || state == .resuming
    case .progress: state == .running
    case .pause: state == .paused
    case .success: state == .success
    case .failure: state == .failed || state == .cancelled
    }
  }
}

// MARK: - Calls

extension TransferMachine {
  private mutating func pause() -> [Action] {
    switch state {
    case .unknown, .queueing, .resuming:
      state = .paused
      return [fire(.pause)]
    case .running:
      isLegStopping = true
      state = kind == .upload ? .paused : .pausing
      return kind == .upload ? [.stopLeg, fire(.pause)] : [.stopLeg]
    case .pausing:
      resumesWhenPaused = false
      return []
    case .paused, .completing, .success, .failed, .cancelled: return []
    }
  }

  private mutating func resume() -> [Action] {
    switch state {
    case .pausing:
      resumesWhenPaused = true
      return []
    case .paused:
      state = .resuming
      return [fire(.resume)] + proceed()
    case .unknown, .queueing, .running, .resuming, .completing, .success, .failed, .cancelled:
      return []
    }
  }

  private mutating func cancel() -> [Action] {
    guard !isOver, state != .completing else { return [] }
    state = .cancelled
    error = .cancelled
    return isLegAlive ? [.stopLeg, fire(.failure)] : [.discard, fire(.failure), .finish]
  }
}

// MARK: - News

extension TransferMachine {
  /// Goes on in `queueing` or `resuming`, unless a leg is alive: that one begins, or ends first.
  private mutating func proceed() -> [Action] {
    if isWhole {
      state = .completing
      return [.settle]
    }
    if isLegAlive { return [] }
    leg += 1
    isLegAlive = true
    return [.startLeg(leg)]
  }

  private mutating func begin(_ leg: Int) -> [Action] {
    guard leg == self.leg, isLegAlive, !isLegStopping else { return [] }
    switch state {
    case .queueing:
      state = .running
      return [fire(.resume)]
    case .resuming:
      state = .running
      return []
    case .unknown, .running, .pausing, .paused, .completing, .success, .failed, .cancelled:
      return []
    }
  }

  private mutating func end(_ ending: Ending) -> [Action] {
    if case .whole = ending { isWhole = true }
    switch state {
    case .running:
      switch ending {
      case .whole: return proceed()
      case .failed(let error): return fail(error)
      case .stopped:
        return fail(.internalError(message: "The transfer was stopped by something else."))
      }
    case .pausing:
      state = .paused
      let fired = [fire(.pause)]
      guard resumesWhenPaused else { return fired }
      resumesWhenPaused = false
      return fired + resume()
    case .queueing, .resuming: return proceed()
    case .failed, .cancelled: return [.discard, .finish]
    case .unknown, .paused, .completing, .success: return []
    }
  }

  private mutating func fail(_ error: StorageError, isLocal: Bool = false) -> [Action] {
    state = .failed
    self.error = error
    // Too large is found before a byte more is taken: there is no progress to tell of.
    var isSilent = isLocal
    if case .downloadSizeExceeded = error { isSilent = true }
    let events = (isSilent ? [] : [fire(.progress)]) + [fire(.failure)]
    return isLegAlive ? events : [.discard] + events + [.finish]
  }

  private func fire(_ status: StorageTaskStatus) -> Action {
    .fire(status, completed: completed, total: total)
  }
}

// MARK: - Progress

extension TransferMachine {
  private mutating func advance(_ leg: Int, to now: Int64, of total: Int64?) -> [Action] {
    guard runs(leg), now >= 0 else { return [] }
    self.total = total ?? -1
    // A smaller object came in the place of the one that had begun: only then it falls.
    let floor = total.map { completed > $0 ? 0 : completed } ?? completed
    completed = max(floor, now)
    guard isWorthTelling else { return [] }
    announced = completed
    return [fire(.progress)]
  }

  /// Every piece of an upload; of a download the first, the last, and every hundredth part or, when
  /// the total is not known, every 64 KiB.
  private var isWorthTelling: Bool {
    guard kind == .download, let announced, completed >= announced, completed != total else {
      return true
    }
    return completed - announced >= (total < 0 ? 65_536 : max(total / 100, 1))
  }
}
