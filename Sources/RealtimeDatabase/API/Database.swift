public import JSONTree
import Platform
import Synchronization
import TreeStore

/// A tree of values in a folder, embedded in this program and shared with others as it is used.
///
/// Every program that has the folder open sees the writes of all others, in the same order. A write
/// is durable before anybody is told that it succeeded, and has been announced to this program's
/// observers no later than its completion is called.
///
/// Calls made one after another take effect in that order: writes, observing, removing and reading
/// by Firebase's names stand in one line. `read`, `search`, `check` and live windows do not wait in
/// it, so that a screen stays alive while a long write is under way; they see all completed writes.
///
/// Observers by callback keep the database open until they are removed or `close()` is called.
public final class Database: Sendable {
  /// The folder.
  public let folder: String
  /// How it was opened.
  public let configuration: Configuration

  let delivery: Delivery
  let callbacks = CallbackRegistry()
  let engine: Engine
  let commits: CommitQueue
  let lookup: Lookup
  let presence: Presence
  private let listener: DoorbellListener
  /// One generator for the process: keys of all its databases sort as they were made.
  private static let pushIDs = Mutex(PushID())

  /// Opens the stores and lets the engine listen to the bell.
  init(at folder: String, _ configuration: Configuration) throws(DatabaseError) {
    self.folder = folder
    self.configuration = configuration
    let options = TreeStore.Options(
      isReadOnly: configuration.isReadOnly, patience: configuration.patience,
      program: configuration.program, desk: configuration.desk, clock: configuration.clock)
    var readOptions = options
    readOptions.isReadOnly = true
    let reading = readOptions
    do {
      // The writing store first: it makes the file.
      let store = try TreeStore(at: folder, options: options)
      if !configuration.isReadOnly {
        try store.declare(
          configuration.lists.map { ListDeclaration($0.path, by: $0.ordering, sum: $0.sum) },
          texts: configuration.texts.map { TextDeclaration($0.path, children: $0.children) })
      }
      lookup = Lookup { try TreeStore(at: folder, options: reading) }
      engine = Engine(
        try TreeStore(at: folder, options: reading), lookup: lookup, log: configuration.log)
      let bell = configuration.isReadOnly ? nil : try Database.bell(in: folder)
      commits = CommitQueue(store, engine: engine, bell: bell, log: configuration.log)
    } catch {
      throw DatabaseError(error)
    }
    presence = Presence(
      in: folder, commits, isReadOnly: configuration.isReadOnly, log: configuration.log)
    delivery = Delivery(on: configuration.callbackQueue)
    listener = Doorbell.listen(in: folder, on: engine.executor.queue) { [weak engine] in
      engine?.assumeIsolated { $0.catchUp() }
    }
    // What was committed between opening and listening is found at the first look.
    engine.enqueue { $0.catchUp() }
    presence.begin()
  }

  deinit {
    listener.cancel()
    // Let go without having been closed: also then this client has gone.
    _ = commits.submitLast(.run { [presence] _ in presence.assumeIsolated { $0.end() } })
  }

  /// The root of the tree.
  public func reference() -> DatabaseReference { DatabaseReference(self, .root) }

  /// The place at a path; a bad one traps.
  public func reference(withPath path: String) -> DatabaseReference {
    reference(at: trapping { () throws(TreeSyntaxError) in try Path(path) })
  }

  /// The place at a path.
  public func reference(at path: Path) -> DatabaseReference { DatabaseReference(self, path) }

  /// A query as an object that can be observed.
  ///
  /// `Query` is built by checked, throwing steps.
  public func query(_ query: Query) -> DatabaseQuery { DatabaseQuery(self, query) }

  /// A key that sorts behind those made before.
  ///
  /// Firebase: `childByAutoId`.
  public func nextPushID() -> Key {
    Database.pushIDs.withLock { $0.next(at: configuration.clock()) }
  }

  private static func bell(in folder: String) throws(StoreError) -> Doorbell {
    do {
      return try Doorbell(in: folder)
    } catch {
      throw StoreError(
        error.isReadOnly ? .readOnly : .cannotOpen, at: error.path ?? folder,
        "The bell that wakes other programs cannot be opened.", underlying: "\(error)")
    }
  }
}
