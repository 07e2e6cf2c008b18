internal import JSONTree
internal import Platform

extension TreeStore {
  /// Goes in: nobody else in this process closes the connections until `leave()`.
  func enter() {
    if depth == 0 { door.enter() }
    depth += 1
  }

  /// Goes out again.
  func leave() {
    depth -= 1
    if depth == 0 { door.leave() }
  }

  /// Whether a connection is open.
  var isOpen: Bool { reading != nil }

  /// What has become of the files; three system calls.
  var standing: OpenFiles.Standing {
    guard let reading else { return .current }
    let now = OpenFiles(named: reading.connection.names)
    let one = reading.connection.standing(now: now)
    guard one == .current, let writer else { return one }
    return writer.connection.standing(now: now)
  }

  /// Opens the files anew when others have taken their names: the tree's, when one was restored
  /// from a backup; its log or shared memory, when somebody deleted them.
  ///
  /// Returns whether they were since the last call. A tree's file that is gone, or is no tree
  /// (yet), gives an error; then the one that was open stays so. What only a deleted log holds is
  /// copied into the tree's file first; when that cannot be, and something that this store wrote is
  /// missing then, an error says so, once. Costs three system calls when all is as it was.
  package func reopenIfReplaced() throws(StoreError) -> Bool {
    if isClosed { return false }
    enter()
    defer { leave() }
    for _ in 0..<TreeStore.attempts {
      if !isOpen { try reopen() }
      switch standing {
      case .current:
        defer { isReopened = false }
        return isReopened
      case .treeReplaced: try openOther()
      case .logReplaced: try setAllAside()
      }
    }
    throw StoreError(
      .replaced, at: file, "The tree's log has been deleted while in use, again and again.")
  }

  /// How often files are opened anew that are replaced meanwhile.
  private static var attempts: Int { 8 }

  /// Goes over to another file of the same name.
  private func openOther() throws(StoreError) {
    guard let old = reading else { return }
    try requireFile()
    let oldWriter = writer
    leaveLog(of: old.connection)
    try openHalves()
    kept = nil
    old.close()
    oldWriter?.abandon()
  }

  /// Deletes the log and the memory of the tree that was open, where another tree has been put
  /// beside them: SQLite would take them for the other's.
  ///
  /// What the log holds is copied into the file it belongs to, if that can be.
  private func leaveLog(of connection: Connection) {
    if connection.hasOwnLog { _ = try? writer?.connection.checkpoint(truncating: false) }
    connection.deleteOwnFiles()
  }

  /// Closes all connections of this process to the tree, these too.
  private func setAllAside() throws(StoreError) {
    guard depth == 1, let tree = reading?.connection.tree else {
      throw StoreError(.replaced, at: file, "The tree's log has been deleted while in use.")
    }
    // Outside the door: two that wait for each other's would wait for ever.
    door.leave()
    defer { door.enter() }
    try Door.setAside(tree, at: file, patience: options.patience)
  }

  /// Closes the connections; the next use opens them anew.
  func setAside() {
    reading?.close()
    reading = nil
    if let writer { kept = writer.kept ?? kept }
    writer?.abandon()
    writer = nil
    door.note(nil)
  }

  /// Opens what was set aside.
  func reopen() throws(StoreError) {
    try requireFile()
    try openHalves()
    guard let kept, let reading, try !reading.holds(kept) else { return }
    self.kept = nil
    throw StoreError(
      .replaced, at: file,
      "The tree's log has been deleted while in use: what was written last is lost.")
  }

  private func requireFile() throws(StoreError) {
    if (try? FileDescriptor.identity(of: file)) != nil { return }
    throw StoreError(.cannotOpen, at: file, "The tree's file has been deleted while in use.")
  }

  /// Opens both halves, or none.
  ///
  /// A log and a memory that were made by the opening may have been replaced at once: what is open
  /// for sure is known at the second time.
  func openHalves() throws(StoreError) {
    try openHalvesOnce()
    guard standing == .logReplaced else { return }
    reading?.close()
    reading = nil
    writer?.abandon()
    writer = nil
    try openHalvesOnce()
  }

  private func openHalvesOnce() throws(StoreError) {
    let new = options.isReadOnly ? nil : try Writer(in: folder, options)
    do throws(StoreError) {
      try openReading()
    } catch {
      new?.abandon()
      throw error
    }
    writer = new
    isReopened = true
    door.note(reading?.connection.tree)
  }

  /// Opens the reading half.
  private func openReading() throws(StoreError) {
    // Before opening: a file that takes the name meanwhile is then noticed at the next look.
    let now = try? FileDescriptor.identity(of: file)
    let connection = try Connection(
      opening: file, access: options.isReadOnly ? .readOnly : .readWrite)
    guard try Schema.state(of: connection) != .empty else {
      throw StoreError(.notADatabase, at: file, "The file is empty: there is no tree in it yet.")
    }
    try connection.noteFiles(tree: now)
    try Schema.configure(connection)
    try connection.execute("PRAGMA query_only = ON")
    reading = try ReadSnapshot(connection)
  }

  /// Does something with the writing half, once more when files had been replaced.
  @inline(never)
  func write<Value>(
    _ body: (Writer) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try writeOnce(body)
    } catch {
      guard error.code == .replaced, depth == 0, try reopenIfReplaced() else { throw error }
      return try writeOnce(body)
    }
  }

  @inline(never)
  private func writeOnce<Value>(
    _ body: (Writer) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    enter()
    defer { leave() }
    return try body(try writing())
  }
}

/// A revision by number and time: after a restore from a backup numbers come again.
struct KeptRevision: Hashable, Sendable {
  var revision: Revision
  var time: Int64
}

extension ReadSnapshot {
  /// Whether a revision is in the tree, or so old that it has been forgotten.
  fileprivate func holds(_ kept: KeptRevision) throws(StoreError) -> Bool {
    try begin()
    defer { end() }
    if let time = try journal.time(of: kept.revision) { return time == kept.time }
    return revision > kept.revision
  }
}
