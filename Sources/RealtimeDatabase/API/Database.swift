public import JSONTree
import Platform
import Synchronization

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
  let settings = Mutex(Settings())
  /// Where it is, as an address says it.
  let site: DatabaseURL.Site
  /// One generator for the process: keys of all its databases sort as they were made.
  private static let pushIDs = Mutex(PushID())

  /// Makes the owners of what lies in a folder; the file is opened when it is first needed.
  init(at folder: String, _ configuration: Configuration) {
    self.folder = folder
    self.configuration = configuration
    site = Database.site(of: folder)
    let opening = Opening(folder, configuration)
    let log = Database.log(configuration.log)
    lookup = Lookup { try opening.reading() }
    engine = Engine(
      opening: opening, lookup: lookup, log: log, sizeLimit: configuration.snapshotBytes)
    commits = CommitQueue(opening: opening, engine: engine, log: log)
    presence = Presence(in: folder, commits, isReadOnly: configuration.isReadOnly, log: log)
    delivery = Delivery(on: configuration.callbackQueue)
    commits.begin { [weak presence] in presence?.begin() }
    engine.begin { [weak presence] in presence?.begin() }
    Database.all.withLock { $0[ObjectIdentifier(self)] = Living(database: self) }
  }

  deinit {
    Database.all.withLock { $0[ObjectIdentifier(self)] = nil }
    // Let go without having been closed: also then this client has gone.
    _ = commits.submitLast(.run { [presence] _ in presence.assumeIsolated { $0.end() } })
  }

  /// Opens the file now, or says why it cannot be opened.
  func open() throws(DatabaseError) {
    // The writing store first: it makes the file.
    if let error = commits.openNow() ?? engine.openNow() { throw DatabaseError(error) }
  }

  /// The root of the tree.
  public func reference() -> DatabaseReference { reference(at: .root) }

  /// The place at a path; a bad one traps.
  public func reference(withPath path: String) -> DatabaseReference {
    reference(at: trapping { () throws(TreeSyntaxError) in try Path(path) })
  }

  /// The place at a path.
  public func reference(at path: Path) -> DatabaseReference {
    fixSettings()
    return DatabaseReference(self, path)
  }

  /// A query as an object that can be observed.
  ///
  /// `Query` is built by checked, throwing steps.
  public func query(_ query: Query) -> DatabaseQuery {
    fixSettings()
    return DatabaseQuery(self, query)
  }

  /// A key that sorts behind those made before.
  ///
  /// Firebase: `childByAutoId`.
  public func nextPushID() -> Key {
    Database.pushIDs.withLock { $0.next(at: configuration.clock()) }
  }
}
