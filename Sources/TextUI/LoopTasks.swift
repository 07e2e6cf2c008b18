/// The tasks of a running loop: free ones, the ordered lane, and subscriptions.
///
/// Used on the loop's thread only; the tasks themselves do nothing but post letters.
struct LoopTasks<Message: Sendable>: ~Copyable {
  /// What a task leaves in the mailbox.
  enum Letter: Sendable {
    case freeWork(id: Int, Message?)
    case orderedWork(Message?)
    case subscription(id: String, run: Int, Message)
  }

  let mailbox: Mailbox<Letter>
  /// Pieces of ordered work whose letter has not been opened yet.
  private(set) var orderedCount = 0

  private let lane: AsyncStream<Effect<Message>.Work>.Continuation
  private var free: [Int: Task<Void, Never>] = [:]
  private var subscriptions: [String: (run: Int, task: Task<Void, Never>)] = [:]
  private var lastID = 0

  init(wake: @escaping @Sendable () -> Void) {
    let mailbox = Mailbox<Letter>(wake: wake)
    let (stream, lane) = AsyncStream<Effect<Message>.Work>.makeStream()
    self.mailbox = mailbox
    self.lane = lane
    Task {
      for await work in stream {
        mailbox.post(.orderedWork(await work()))
      }
    }
  }

  mutating func start(_ work: @escaping Effect<Message>.Work) {
    lastID += 1
    free[lastID] = Task { [id = lastID, mailbox] in
      mailbox.post(.freeWork(id: id, await work()))
    }
  }

  mutating func startInOrder(_ work: @escaping Effect<Message>.Work) {
    orderedCount += 1
    lane.yield(work)
  }

  /// Starts what is new among the subscriptions and cancels what is gone.
  mutating func reconcile(_ wanted: [Subscription<Message>]) {
    let ids = Set(wanted.map(\.id))
    for (id, subscription) in subscriptions where !ids.contains(id) {
      subscription.task.cancel()
      subscriptions[id] = nil
    }
    for subscription in wanted where subscriptions[subscription.id] == nil {
      lastID += 1
      let task = Task { [run = lastID, mailbox, subscription] in
        await subscription.run { message in
          await mailbox.room()
          mailbox.post(.subscription(id: subscription.id, run: run, message))
        }
      }
      subscriptions[subscription.id] = (lastID, task)
    }
  }

  /// The message of a letter; nil when it has none, or its subscription has been cancelled since.
  mutating func open(_ letter: Letter) -> Message? {
    switch letter {
    case .freeWork(let id, let message):
      free[id] = nil
      return message
    case .orderedWork(let message):
      orderedCount -= 1
      return message
    case .subscription(let id, let run, let message):
      return subscriptions[id]?.run == run ? message : nil
    }
  }

  /// Ends everything; ordered work that is running still is left to run out.
  mutating func close() {
    mailbox.close()
    lane.finish()
    for task in free.values { task.cancel() }
    for subscription in subscriptions.values { subscription.task.cancel() }
  }
}
