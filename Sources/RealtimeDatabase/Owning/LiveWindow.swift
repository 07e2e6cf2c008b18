import JSONTree

/// Somebody who looks at a window.
struct WindowSubscriber: Sendable {
  /// The name its owner closes it by.
  let handle: UInt
  /// Whose children are shown.
  let query: Query
  /// Which of them.
  let request: WindowRequest
  /// Takes what is shown; called on the engine's queue, must return at once.
  let onWindow: @Sendable (Window) -> Void
  /// Takes the reason why there will be no more: an error, or nil when the database was closed.
  let onEnd: @Sendable (DatabaseError?) -> Void
}

/// A window that is being looked at, and the counting it still waits for.
struct LiveWindow: Sendable {
  /// Who looks.
  let subscriber: WindowSubscriber
  private var observer: WindowObserver
  private var isCounting = false
  private var lastCount: ContinuousClock.Instant?

  /// The least time between two counts of one window: counting can take a tenth of a second.
  static let countInterval = Duration.milliseconds(200)

  /// A rank to be counted, and how long to wait before.
  struct Question {
    var place: Place
    var query: Query
    /// The observer's generation, by which it knows whether the answer is still right.
    var generation: Int
    var delay: Duration
  }

  /// Reads the rows and shows them.
  init(_ subscriber: WindowSubscriber, reading reader: some TreeReader) throws {
    self.subscriber = subscriber
    observer = try WindowObserver(subscriber.query, subscriber.request, reading: reader)
    subscriber.onWindow(observer.window)
  }

  /// Reads again what a step touched, and shows it if it is different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws {
    if try observer.refresh(after: changes, reading: reader) {
      subscriber.onWindow(observer.window)
    }
  }

  /// The rank to have counted now, if one is missing and none is being counted.
  mutating func takeQuestion(at now: ContinuousClock.Instant = .now) -> Question? {
    guard !isCounting, !observer.isOffsetCertain, let first = observer.window.rows.first else {
      return nil
    }
    isCounting = true
    let due = lastCount.map { $0 + LiveWindow.countInterval } ?? now
    lastCount = max(due, now)
    return Question(
      place: first.place, query: observer.query, generation: observer.generation,
      delay: max(.zero, due - now))
  }

  /// Takes a counted rank; nil when it could not be counted.
  mutating func answer(_ rank: Int?, to question: Question) {
    isCounting = false
    guard let rank else { return }
    if observer.take(offset: rank, of: question.place, askedAt: question.generation) {
      subscriber.onWindow(observer.window)
    }
  }
}
