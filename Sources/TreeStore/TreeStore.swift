internal import Glibc
package import JSONTree
internal import Platform

/// The tree on disk: one folder with an SQLite file, shared by any number of processes.
///
/// Deliberately not `Sendable`: one owner at a time; its calls block. Writers of all processes
/// queue, first come, first served; readers see one frozen revision and wait for nobody.
package final class TreeStore {
  /// How to open a tree.
  package struct Options: Sendable {
    /// Only read: makes no files and takes no turn.
    package var isReadOnly: Bool
    /// How long a commit waits for its turn.
    package var patience: Duration
    /// What others read about a holder of the turn who keeps them waiting.
    package var program: String
    /// The desk's name, beside the program's.
    package var desk: String
    /// The time of writes, in milliseconds since 1970.
    package var clock: @Sendable () -> Int64

    package init(
      isReadOnly: Bool = false, patience: Duration = .seconds(10), program: String = "bookstock",
      desk: String = "", clock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds() }
    ) {
      self.isReadOnly = isReadOnly
      self.patience = patience
      self.program = program
      self.desk = desk
      self.clock = clock
    }
  }

  /// The name of the tree's file in its folder.
  package static let fileName = "tree.db"
  /// The name of the file at which writers queue.
  package static let queueName = "writers"

  /// The folder.
  package let folder: String
  /// The file.
  package var file: String { "\(folder)/\(TreeStore.fileName)" }

  let options: Options
  let door = Door()
  /// How many calls are inside the door, one within the other.
  var depth = 0
  /// The writing half; nil when the tree is only read, and while it is closed.
  var writer: Writer?
  /// The reading half; nil while it is closed.
  var reading: ReadSnapshot?
  /// Whether files were opened anew since somebody asked.
  var isReopened = false
  /// What this store wrote last, before its connections were closed.
  var kept: KeptRevision?
  private(set) var isClosed = false

  /// Opens the tree in a folder, made when missing; its parent must be there.
  ///
  /// A file of another program, of a later format, or one that cannot be opened gives an error that
  /// says so; nothing of it is touched.
  package init(at folder: String, options: Options = Options()) throws(StoreError) {
    self.folder = folder
    self.options = options
    if !options.isReadOnly { try TreeStore.makeFolder(folder) }
    door.belongs(to: self)
    try openHalves()
    isReopened = false
  }

  /// Makes the lists that are not there yet, in one transaction; removes none.
  ///
  /// Waits for the writer's turn only if something is missing. Costs a pass over each location's
  /// records and a sort: about 5 seconds for a list over a million.
  package func declare(
    _ lists: [ListDeclaration], texts: [TextDeclaration] = []
  ) throws(StoreError) {
    try write { (writer) throws(StoreError) in try writer.declare(lists, texts) }
  }

  /// Applies writes in one transaction, durable when it returns: all in order, or, when the file
  /// cannot be written, none.
  ///
  /// Guards are tested and server values resolved under the writer's lock; a later request sees
  /// what the earlier ones wrote. A request whose guards fail changes nothing and leaves the others
  /// alone. What is already so costs nothing and makes no revision.
  package func commit(
    _ requests: [CommitRequest]
  ) throws(StoreError) -> [Result<Commit, GuardFailure>] {
    try write { (writer) throws(StoreError) in try writer.commit(requests, at: options.clock) }
  }

  /// Reads one frozen revision; keep it short, because the log grows meanwhile.
  ///
  /// The reader must not be used after the body. Calls inside the body see the same revision.
  package func read<Value>(_ body: (any TreeReader) throws -> Value) throws -> Value {
    enter()
    defer { leave() }
    let snapshot = try opened()
    try snapshot.begin()
    defer { snapshot.end() }
    return try body(snapshot)
  }

  /// The revision the tree is at.
  package func revision() throws(StoreError) -> Revision {
    enter()
    defer { leave() }
    let snapshot = try opened()
    try snapshot.begin()
    defer { snapshot.end() }
    return snapshot.revision
  }

  /// When a revision was made, in milliseconds since 1970; nil when the journal does not tell.
  ///
  /// A number and its time together name a state: after a restore from a backup numbers come again.
  package func time(of revision: Revision) throws(StoreError) -> Int64? {
    enter()
    defer { leave() }
    let snapshot = try opened()
    try snapshot.begin()
    defer { snapshot.end() }
    return try snapshot.journal.time(of: revision)
  }

  /// Closes the file, after copying the log into it if the writer's turn is free.
  ///
  /// A second call does nothing.
  package func close() {
    enter()
    defer { leave() }
    isClosed = true
    door.note(nil)
    reading?.close()
    reading = nil
    writer?.close()
    writer = nil
  }

  deinit { close() }

  /// The writing half, or why there is none; call it only from inside.
  func writing() throws(StoreError) -> Writer {
    _ = try opened()
    if let writer { return writer }
    throw StoreError(.readOnly, at: file, "The tree was opened only for reading.")
  }

  /// The reading half, opened anew when it was set aside; call it only from inside.
  func opened() throws(StoreError) -> ReadSnapshot {
    if isClosed { throw StoreError(.closed, at: file, "The tree is closed.") }
    if reading == nil { try reopen() }
    guard let reading else { throw StoreError(.closed, at: file, "The tree is closed.") }
    return reading
  }

  private static func makeFolder(_ folder: String) throws(StoreError) {
    guard mkdir(folder, 0o777) != 0 else { return }
    let error = SystemError.last("mkdir", path: folder)
    guard error.errno != EEXIST else { return }
    throw StoreError(
      error.isReadOnly ? .readOnly : .cannotOpen, at: folder,
      "The folder of the tree cannot be made.", underlying: "\(error)")
  }
}
