package import Inventory
import InventoryStore
import Synchronization

extension Covers {
  /// Gives a book another cover in the background: returns at once.
  ///
  /// It is seen among the transfers, where one that has failed can be tried again. Acts on one book
  /// follow each other as they were begun. Beyond so many that wait, a new one is refused.
  package func begin(_ new: NewCover, of key: StockKey) {
    let isCrowded = transfers.active >= Self.mostWaiting
    let job = Job(key.displayed, new.kind, of: key, in: transfers) { [weak self] ticket in
      self?.begin(new, of: key, again: ticket)
    }
    if isCrowded {
      return job.finish(
        .failed("More than \(Self.mostWaiting) covers wait to be set; try again later."))
    }
    start(new, of: key, as: job)
  }

  private func begin(_ new: NewCover, of key: StockKey, again ticket: TransferTicket) {
    guard let job = Job(again: ticket, new.kind) else { return }
    start(new, of: key, as: job)
  }

  private func start(_ new: NewCover, of key: StockKey, as job: Job) {
    tails.withLock { tails in
      let before = tails[key]?.task
      let number = (tails[key]?.number ?? 0) + 1
      let task = Task { [self] in
        await before?.value
        await run(new, of: key, as: job)
        forgetTail(of: key, number)
      }
      tails[key] = (number, task)
    }
  }

  /// The most acts that wait: a day's new books.
  private static let mostWaiting = 500

  /// Whether something is being done in the background.
  package var isBusy: Bool { tails.withLock { !$0.isEmpty } }

  /// Waits until everything that was begun is done, at most for a time; what is not, is given up.
  ///
  /// What only asks a service is given up at once: it can be asked another day.
  package func finish(within time: Duration) async {
    transfers.cancelLookUps()
    let tasks = tails.withLock { $0.values.map(\.task) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for task in tasks { await task.value }
      }
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
      for task in tasks { task.cancel() }
    }
  }

  private func forgetTail(of key: StockKey, _ number: Int) {
    tails.withLock { if $0[key]?.number == number { $0[key] = nil } }
  }

  private func run(_ new: NewCover, of key: StockKey, as job: Job) async {
    do {
      try await job.turn()
      if let book = try await store.book(key), !book.title.isEmpty {
        job.show { $0.title = book.title }
      }
      _ = try await carryOut(new, of: key, as: job)
      job.finish(.done)
    } catch {
      job.finish(Self.ending(error, job))
    }
  }

  private static func ending(_ error: any Error, _ job: Job) -> TransferRow.State {
    if job.isCancelled || error is CancellationError { return .cancelled }
    switch error {
    case let problem as CoverProblem where problem.reason == .cancelled: return .cancelled
    case let problem as CoverProblem: return .failed(problem.sentence)
    case let trouble as StoreTrouble: return .failed(trouble.sentence)
    case Refusal.unknownBook(let key): return .failed("\(key.displayed) is not in stock.")
    default: return .failed("The cover could not be set.")
    }
  }
}

extension NewCover {
  /// What is seen of it first in the list of transfers.
  fileprivate var kind: TransferRow.Kind {
    switch self {
    case .file, .remove: .upload
    case .address: .download
    case .lookUp: .lookUp
    }
  }
}
