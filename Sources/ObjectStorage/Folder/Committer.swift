internal import Glibc
internal import Platform
internal import SQLite
internal import Synchronization

/// The one of a bucket's process that changes the catalogue: what waits at once is one commit.
///
/// Changes stand in line until the process has its turn to write; until then each can be given up.
actor Committer {
  private let executor: SerialQueueExecutor
  private let place: FolderPlace
  private let program: String
  private let desk: String
  private let line = Mutex(Line())
  /// What is open; nil before the first change.
  private var writing: Writing?
  private var isClosed = false

  /// The changes that wait.
  private struct Line {
    var waiting: [Waiting] = []
    var nextNumber = 0
    var isServed = false
  }

  private struct Waiting {
    let number: Int
    let change: Change
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<ObjectRecord?, any Error>
  }

  /// Not `Sendable`: the committer alone has it.
  private struct Writing {
    let queue: WriterQueue
    let catalogue: Catalogue
    var nextCheckpoint = FolderLimits.checkpointPages
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(at place: FolderPlace, program: String, desk: String) {
    self.place = place
    self.program = program
    self.desk = desk
    executor = SerialQueueExecutor(label: "changes of a bucket")
  }

  /// Makes a change, together with what others want changed; returns when it is durable.
  ///
  /// A task that is cancelled while it waits for the turn has changed nothing.
  nonisolated func commit(
    _ change: Change, until deadline: ContinuousClock.Instant
  ) async throws -> ObjectRecord? {
    let number = line.withLock { line in
      line.nextNumber += 1
      return line.nextNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          Waiting(
            number: number, change: change, deadline: deadline, continuation: continuation))
        // Whoever cancelled before found nothing in the line.
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  private nonisolated func add(_ waiting: Waiting) {
    let isFirst = line.withLock { line in
      line.waiting.append(waiting)
      defer { line.isServed = true }
      return !line.isServed
    }
    guard isFirst else { return }
    executor.enqueue { self.assumeIsolated { $0.serve() } }
  }

  private nonisolated func giveUp(_ number: Int) {
    let found = line.withLock { line in
      line.waiting.firstIndex { $0.number == number }.map { line.waiting.remove(at: $0) }
    }
    found?.continuation.resume(throwing: CancellationError())
  }

  /// Opens what is needed to write, makes the bucket's catalogue where it is new.
  func open(until deadline: ContinuousClock.Instant) throws {
    if writing != nil { return }
    if isClosed { throw FolderFault.closed }
    let queue: WriterQueue
    do {
      queue = try WriterQueue(at: place.turn, program: program, label: desk)
    } catch {
      throw FolderFault.system(error)
    }
    try enter(queue, until: deadline)
    defer { queue.leave() }
    try place.make(place.objects, in: place.root)
    let catalogue = try Catalogue(at: place, access: .readWriteCreate)
    try catalogue.create()
    catalogue.noteFiles()
    writing = Writing(queue: queue, catalogue: catalogue)
  }

  /// Copies the log into the catalogue, if the turn can be had, and closes it.
  func close() {
    isClosed = true
    guard let writing else { return }
    self.writing = nil
    if (try? enter(writing.queue, until: .now + FolderLimits.closingPatience)) != nil {
      if (try? writing.catalogue.requireFiles()) != nil {
        _ = try? writing.catalogue.connection.checkpoint(truncating: false)
      }
      writing.queue.leave()
    }
    writing.catalogue.connection.close()
  }

  private func enter(
    _ queue: WriterQueue, until deadline: ContinuousClock.Instant
  ) throws(FolderFault) {
    do {
      try queue.enter(deadline: deadline)
    } catch {
      switch error {
      case .timedOut: throw .waiting("The bucket could not be changed in time: \(error).")
      case .system(let error): throw .system(error)
      }
    }
  }
}

// MARK: - Serving the line

extension Committer {
  /// Makes changes until none waits.
  private func serve() {
    while let deadline = nextDeadline() {
      do {
        try open(until: deadline)
        guard let queue = writing?.queue else { throw FolderFault.closed }
        try enter(queue, until: deadline)
      } catch {
        refuse(error)
        continue
      }
      let batch = line.withLock { line in
        let batch = line.waiting.prefix(FolderLimits.batch)
        line.waiting.removeFirst(batch.count)
        return Array(batch)
      }
      let results = make(batch.map(\.change))
      writing?.queue.leave()
      for case .success(let outcome) in results {
        if let file = outcome.replaced { _ = unlink(place.path(of: file)) }
      }
      for (waiting, result) in zip(batch, results) {
        waiting.continuation.resume(with: result.map(\.record))
      }
    }
  }

  /// The earliest moment at which somebody who waits has waited enough; nil when nobody waits.
  private func nextDeadline() -> ContinuousClock.Instant? {
    line.withLock { line in
      let deadline = line.waiting.map(\.deadline).min()
      line.isServed = deadline != nil
      return deadline
    }
  }

  /// Tells those whom an error concerns: for the want of a turn, those who have waited enough.
  private func refuse(_ error: any Error) {
    let refused = line.withLock { line in
      var refused = line.waiting
      if let fault = error as? FolderFault, case .waiting = fault {
        let now = ContinuousClock.now
        refused = line.waiting.filter { $0.deadline <= now }
        line.waiting.removeAll { $0.deadline <= now }
      } else {
        line.waiting = []
      }
      return refused
    }
    for waiting in refused { waiting.continuation.resume(throwing: error) }
  }

  /// Makes changes in one transaction; what fails by itself leaves the others alone.
  private func make(_ changes: [Change]) -> [Result<Change.Outcome, any Error>] {
    guard !changes.isEmpty, let catalogue = writing?.catalogue else { return [] }
    do {
      try catalogue.requireFiles()
      try catalogue.connection.statement("BEGIN IMMEDIATE").run()
      let first = try catalogue.generation
      var generation = first
      var results: [Result<Change.Outcome, any Error>] = []
      for change in changes {
        do throws(FolderFault) {
          results.append(
            .success(try change.make(in: catalogue, of: place.bucket, &generation)))
        } catch {
          guard error.concernsOneChange else { throw error }
          results.append(.failure(error))
        }
      }
      if generation != first { try catalogue.setGeneration(generation) }
      try catalogue.connection.statement("COMMIT").run()
      // From then on the files are the objects'.
      keep(changes)
      try catalogue.requireFiles()
      checkpoint()
      return results
    } catch {
      if catalogue.connection.isInTransaction {
        try? catalogue.connection.statement("ROLLBACK").run()
      }
      return changes.map { _ in .failure(error) }
    }
  }

  private func keep(_ changes: [Change]) {
    for case .put(_, let upload, _) in changes { upload.keep() }
  }

  /// Copies the log into the catalogue when it has grown long; the turn must be held.
  ///
  /// A failure costs nothing: the commit is safe in the log, and the next one tries again.
  private func checkpoint() {
    guard let catalogue = writing?.catalogue else { return }
    let pages = catalogue.connection.writeAheadPages
    if pages < FolderLimits.checkpointPages {
      writing?.nextCheckpoint = FolderLimits.checkpointPages
      return
    }
    guard pages >= writing?.nextCheckpoint ?? 0 else { return }
    var isDone = (try? catalogue.connection.checkpoint(truncating: false)) ?? false
    if !isDone, pages >= FolderLimits.truncatePages {
      catalogue.connection.setBusyTimeout(milliseconds: FolderLimits.truncateWait)
      isDone = (try? catalogue.connection.checkpoint(truncating: true)) ?? false
      catalogue.connection.setBusyTimeout(milliseconds: FolderLimits.foreignWait)
    }
    writing?.nextCheckpoint =
      isDone ? FolderLimits.checkpointPages : pages + FolderLimits.checkpointPages
  }
}

extension FolderFault {
  /// Whether the other changes of a transaction are not concerned.
  fileprivate var concernsOneChange: Bool {
    switch self {
    case .noObject, .invalid: true
    case .sqlite, .system, .waiting, .damaged, .noBucket, .other, .closed: false
    }
  }
}
