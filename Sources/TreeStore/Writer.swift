internal import JSONTree
internal import Platform

/// The writing half of a store: the queue, the connection, and what a transaction needs.
final class Writer {
  let connection: Connection
  let records: RecordWriter
  let lists: ListWriter
  let journal: Journal
  let wills: WillRows
  private let options: TreeStore.Options
  private let queue: WriterQueue
  private let queuePath: String
  /// The log's length, in pages, at which to copy it next.
  private var nextCheckpoint = StoreLimits.checkpointPages
  /// Which file is written, apart from its name.
  private let identity: FileDescriptor.Identity?

  init(in folder: String, _ options: TreeStore.Options) throws(StoreError) {
    self.options = options
    let file = "\(folder)/\(TreeStore.fileName)"
    queuePath = "\(folder)/\(TreeStore.queueName)"
    do {
      queue = try WriterQueue(at: queuePath, program: options.program, label: options.desk)
    } catch {
      throw StoreError(
        error.isReadOnly ? .readOnly : .cannotOpen, at: queuePath,
        "The file at which writers queue cannot be opened.", underlying: "\(error)")
    }
    connection = try Connection(opening: file, access: .readWriteCreate)
    identity = try? FileDescriptor.identity(of: file)
    if try !Schema.state(of: connection).isCurrent {
      let opening = connection
      try Writer.inTurn(at: queue, options, queuePath) { () throws(StoreError) in
        try Schema.create(in: opening)
      }
    }
    try Schema.configure(connection)
    records = try RecordWriter(connection)
    lists = try ListWriter(connection, records: records)
    journal = try Journal(connection)
    wills = WillRows(connection: connection)
  }

  /// Runs a body in this process's turn to write.
  private static func inTurn<Value>(
    at queue: WriterQueue, _ options: TreeStore.Options, _ place: String,
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    do {
      try queue.enter(deadline: .now + options.patience)
    } catch {
      switch error {
      case .timedOut(_, let holder):
        let name = holder.map { "\($0)" } ?? "another program"
        throw StoreError(
          .busy, at: place, "The tree is held by \(name) and was not let go in time.")
      case .system(let error):
        throw StoreError(
          error.isReadOnly ? .readOnly : .inputOutput, at: place,
          "The turn to write could not be taken.", underlying: "\(error)")
      }
    }
    defer { queue.leave() }
    return try body()
  }

  /// Runs a body as one transaction in this process's turn; when it throws, nothing has happened.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try Writer.inTurn(at: queue, options, queuePath) { () throws(StoreError) in
      // What is written into a file that has lost its name is lost.
      if isReplaced {
        throw StoreError(
          .replaced, at: connection.file, "The tree's file has been replaced or deleted.")
      }
      try connection.statement("BEGIN IMMEDIATE").run()
      let value: Value
      do throws(StoreError) {
        records.forget()
        try lists.begin()
        value = try body()
        try connection.statement("COMMIT").run()
      } catch {
        rollBack()
        throw error
      }
      checkpoint()
      return value
    }
  }

  /// Whether the file's name belongs to another one now, or to none.
  var isReplaced: Bool { (try? FileDescriptor.identity(of: connection.file)) != identity }

  /// Closes a file that has been replaced, without copying its log.
  func abandon() {
    connection.close()
  }

  private func rollBack() {
    records.forget()
    lists.discard()
    lists.forgetDeclarations()
    // SQLite: some errors, a full disk among them, have ended the transaction already.
    if connection.isInTransaction { try? connection.statement("ROLLBACK").run() }
  }

  /// Copies the log into the file when it has grown long; the turn must be held.
  ///
  /// A failure costs nothing: the commit is safe in the log, and the next one tries again. While a
  /// reader of an old revision keeps the log, tries are spaced by as many pages again.
  private func checkpoint() {
    let pages = connection.writeAheadPages
    if pages < StoreLimits.checkpointPages {
      nextCheckpoint = StoreLimits.checkpointPages
      return
    }
    guard pages >= nextCheckpoint else { return }
    var isDone = (try? connection.checkpoint(truncating: false)) ?? false
    if !isDone, pages >= StoreLimits.truncatePages {
      connection.setBusyTimeout(milliseconds: StoreLimits.truncateWaitMilliseconds)
      isDone = (try? connection.checkpoint(truncating: true)) ?? false
      connection.setBusyTimeout(milliseconds: StoreLimits.foreignWaitMilliseconds)
    }
    nextCheckpoint = isDone ? StoreLimits.checkpointPages : pages + StoreLimits.checkpointPages
  }

  func declare(_ declared: [ListDeclaration], _ texts: [TextDeclaration]) throws(StoreError) {
    let builder = ListBuilder(connection: connection, records: records, lists: lists)
    if try builder.hasAll(declared, texts) { return }
    connection.setCache(kibibytes: StoreLimits.bulkCacheKibibytes)
    defer { connection.setCache(kibibytes: StoreLimits.cacheKibibytes) }
    try transaction { () throws(StoreError) in try builder.declare(declared, texts) }
  }

  /// Copies the log into the file if nobody else is writing, and closes; a long log is cut.
  ///
  /// SQLite keeps the length of a log that was copied, and the next who opens reads all of it.
  func close() {
    var hurried = options
    hurried.patience = StoreLimits.closingPatience
    let isLong = connection.logBytes > StoreLimits.keptLogBytes
    // Also what others left: a program that was killed copies nothing.
    if connection.logBytes > 0 {
      _ = try? Writer.inTurn(at: queue, hurried, queuePath) { () throws(StoreError) in
        connection.setBusyTimeout(milliseconds: StoreLimits.truncateWaitMilliseconds)
        return try connection.checkpoint(truncating: isLong)
      }
    }
    connection.close()
  }
}
