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
  /// What was written last.
  private(set) var kept: KeptRevision?

  init(in folder: String, _ options: TreeStore.Options) throws(StoreError) {
    self.options = options
    let file = "\(folder)/\(TreeStore.fileName)"
    queuePath = "\(folder)/\(TreeStore.queueName)"
    do {
      queue = try WriterQueue(at: queuePath, program: options.program, label: options.desk)
    } catch {
      throw StoreError(
        error.isReadOnly ? .readOnly : .cannotOpen, at: queuePath,
        error.isForeign
          ? Writer.foreignQueue : "The file at which writers queue cannot be opened.",
        underlying: "\(error)")
    }
    let before = try? FileDescriptor.identity(of: file)
    connection = try Connection(opening: file, access: .readWriteCreate)
    if try !Schema.state(of: connection).isCurrent {
      let opening = connection
      try Writer.inTurn(at: queue, options, queuePath) { () throws(StoreError) in
        try Schema.create(in: opening)
      }
    }
    try connection.noteFiles(tree: before)
    try Schema.configure(connection)
    records = try RecordWriter(connection)
    lists = try ListWriter(connection, records: records)
    journal = try Journal(connection)
    wills = WillRows(connection: connection)
  }

  private static let foreignQueue =
    "The name of the file at which writers queue belongs to a link or to something else; delete it."

  /// Runs a body in this process's turn to write.
  @inline(never)
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
          error.isForeign ? foreignQueue : "The turn to write could not be taken.",
          underlying: "\(error)")
      }
    }
    defer { queue.leave() }
    return try body()
  }

  /// Runs a body as one transaction in this process's turn; when it throws, nothing has happened.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try Writer.inTurn(at: queue, options, queuePath) { () throws(StoreError) in
      let isAlone = connection.noteTurn(queue.ticket)
      try requireNames()
      if !isAlone { connection.followTurn(queue.ticket) }
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
      let written = journal.takeLast()
      // From then on others may have worked with another memory, and not have seen it.
      if !connection.hasMemory {
        throw StoreError(
          .inputOutput, at: connection.file,
          "The tree's log was deleted during a write; it may be made or not.")
      }
      kept = written ?? kept
      checkpoint()
      return value
    }
  }

  /// What is written into files that have lost their names is lost.
  private func requireNames() throws(StoreError) {
    switch connection.standing {
    case .current: return
    case .treeReplaced:
      throw StoreError(
        .replaced, at: connection.file, "The tree's file has been replaced or deleted.")
    case .logReplaced:
      throw StoreError(
        .replaced, at: connection.file, "The tree's log has been deleted while in use.")
    }
  }

  /// Closes a file that has been replaced, without copying its log.
  func abandon() {
    connection.close()
  }

  private func rollBack() {
    _ = journal.takeLast()
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
    if connection.logBytes > 0 || !connection.hasLog {
      _ = try? Writer.inTurn(at: queue, hurried, queuePath) { () throws(StoreError) in
        connection.setBusyTimeout(milliseconds: StoreLimits.truncateWaitMilliseconds)
        let isAlone = connection.noteTurn(queue.ticket)
        switch connection.standing {
        case .current: _ = try connection.checkpoint(truncating: isLong)
        case .logReplaced: try copyLostLog(isAlone: isAlone)
        case .treeReplaced: break
        }
      }
    }
    connection.close()
  }

  /// Copies a log that has lost its name into the file, has all connections of this process closed,
  /// and lets the other programs know; all in one turn.
  func saveLog(then close: () -> Void) throws(StoreError) {
    try Writer.inTurn(at: queue, options, queuePath) { () throws(StoreError) in
      let isAlone = connection.noteTurn(queue.ticket)
      let isCopied = try copyLostLog(isAlone: isAlone)
      let isMemoryNew = !connection.hasMemory
      close()
      if isCopied, isMemoryNew { try Writer.touch(connection.file) }
    }
  }

  /// Copies a log that has lost its name into the file, if nobody has written another since.
  ///
  /// Returns whether it has. `isAlone` is whether nobody had a turn since this process's last.
  @discardableResult
  private func copyLostLog(isAlone: Bool) throws(StoreError) -> Bool {
    guard connection.standing == .logReplaced, connection.isLogLost(isAlone: isAlone) else {
      return false
    }
    guard try connection.checkpoint(truncating: true) else {
      throw StoreError(
        .busy, at: connection.file,
        "The tree's log has been deleted while in use, and a program that reads keeps it.")
    }
    return true
  }

  /// Writes what is there already: other programs forget what they have read of the file.
  private static func touch(_ file: String) throws(StoreError) {
    let connection = try Connection(opening: file, access: .readWrite)
    defer { connection.close() }
    try connection.execute("BEGIN IMMEDIATE")
    let version = try connection.integer("PRAGMA user_version")
    try connection.execute("PRAGMA user_version = \(version); COMMIT")
  }
}
