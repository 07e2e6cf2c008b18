@preconcurrency import Dispatch
import JSONTree
import Platform
import Synchronization
import TreeStore

/// The owner of everything that is observed: one path for all news.
///
/// News travels one way: a revision in the store's journal. Own commits and the bell of other
/// processes only say that it is time to look; `catchUp()` looks, and nothing else ever raises an
/// event. So all observers of all processes see revisions in the same order, and none is missed,
/// though several may be seen as one.
///
/// It reads with a store of its own, so that a screen stays alive while a large commit, here or in
/// another process, is under way.
actor Engine {
  /// The queue it lives on.
  ///
  /// `enqueue(_:)` keeps the caller's order, which `Task {}` would not.
  nonisolated let executor: SerialQueueExecutor
  private let opening: Opening
  private var opened: TreeStore?
  /// Hears other programs' rings; there is none until somebody observes.
  private var listener: DoorbellListener?
  let lookup: Lookup
  let log: Log
  /// What the line of writes sees of the engine without waiting for it.
  nonisolated let attention = Attention()
  /// The most that one observer may hold, in bytes; see `ObservedSize`.
  let sizeLimit: Int

  /// The revision all observers have seen; without observers it means nothing.
  var seen = Revision.zero
  /// When that revision was made; nil when it is not known.
  private var seenTime: Int64?
  /// Whether another file has been opened since.
  private var isEverythingNew = false
  var index = ObserverIndex() {
    didSet { attention.isObserved = !index.isEmpty }
  }
  /// What is told at `/.info`, and to whom.
  var info = InfoTree()
  var infoIndex = ObserverIndex()
  var views: [ObserverIndex.ID: View] = [:]
  var viewOfQuery: [Query: ObserverIndex.ID] = [:]
  var viewOfHandle: [UInt: ObserverIndex.ID] = [:]
  var windows: [ObserverIndex.ID: LiveWindow] = [:]
  var windowOfHandle: [UInt: ObserverIndex.ID] = [:]
  var changeSubscribers: [ObserverIndex.ID: ChangeSubscriber] = [:]
  var changesOfHandle: [UInt: ObserverIndex.ID] = [:]
  var lastID = 0
  var isClosed = false

  private nonisolated let whenReplaced = Mutex<(@Sendable () -> Void)?>(nil)

  /// Takes the way to the file.
  init(
    opening: Opening, lookup: Lookup, log: Log, sizeLimit: Int = StoreLimits.snapshotBytes
  ) {
    executor = SerialQueueExecutor(label: "RealtimeDatabase.Engine")
    self.opening = opening
    self.lookup = lookup
    self.log = log
    self.sizeLimit = sizeLimit
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The synchronous door: runs a closure after everything that came before, and returns at once.
  nonisolated func enqueue(_ body: @escaping @Sendable (isolated Engine) -> Void) {
    executor.enqueue { self.assumeIsolated(body) }
  }

  /// Runs a closure after everything that came before, and waits for it.
  ///
  /// Only the line of writes waits here, so that a later write is not seen by what came before it.
  /// The engine itself waits for nobody.
  nonisolated func perform(_ body: @Sendable (isolated Engine) -> Void) {
    executor.queue.sync { self.assumeIsolated { body($0) } }
  }
}

// MARK: - News

extension Engine {
  /// The store, opened now if it was not yet.
  var store: TreeStore {
    get throws(StoreError) {
      if let opened { return opened }
      if isClosed { throw StoreError(.closed, at: opening.folder, "The database is closed.") }
      let store = try opening.reading()
      opened = store
      return store
    }
  }

  /// Opens the file now, and says why it cannot be opened; blocks the caller.
  nonisolated func openNow() -> StoreError? {
    executor.queue.sync {
      assumeIsolated { engine -> StoreError? in
        do throws(StoreError) {
          _ = try engine.store
          return nil
        } catch {
          return error
        }
      }
    }
  }

  /// Looks for news and tells the observers they touch.
  func catchUp() {
    guard !index.isEmpty else { return }
    do {
      try lookAtFile()
      try store.read { reader in try advance(reading: reader) }
    } catch {
      // The next ring or commit looks again, from the same revision on.
      log(.warning, "Could not read what is new.", ["error": "\(error)"])
    }
  }

  /// Looks for news after own commits.
  ///
  /// When they are all there is and touch nobody, nothing is read.
  func announce(_ changes: [ChangeSet]) {
    guard !index.isEmpty else { return }
    var next = seen
    for change in changes {
      // A commit that changed nothing has the revision it found, perhaps a foreign one.
      if change.isEmpty, change.revision <= next { continue }
      // A smaller number has been seen already, or the file is one restored from a backup.
      guard !change.isEmpty, change.revision == next.next, index.touched(by: change).isEmpty else {
        catchUp()
        return
      }
      next = change.revision
    }
    if seen != next { (seen, seenTime) = (next, nil) }
  }

  /// Goes over to the file that has the name now, when another was restored in its place.
  private func lookAtFile() throws {
    guard try store.reopenIfReplaced() else { return }
    isEverythingNew = true
    whenReplaced.withLock { $0 }?()
  }

  /// Names what is to be done when files were replaced that are observed.
  nonisolated func begin(_ whenReplaced: @escaping @Sendable () -> Void) {
    self.whenReplaced.withLock { $0 = whenReplaced }
  }

  /// Tells the observers what is new in what is read.
  ///
  /// A file restored from a backup brings old revisions back, and may give their numbers to others:
  /// then anything can be different.
  private func advance(reading reader: any TreeReader) throws {
    let known = seenTime
    let isSameHistory = try !isEverythingNew && (known == nil || store.time(of: seen) == known)
    guard reader.revision != seen || !isSameHistory else { return }
    let changes =
      isSameHistory ? try reader.changes(since: seen) : ChangeSet.everything(reader.revision)
    isEverythingNew = false
    try setSeen(to: reader.revision)
    for id in index.touched(by: changes) {
      refreshView(id, after: changes, reading: reader)
      refreshWindow(id, after: changes, reading: reader)
      changeSubscribers[id]?.onChange(seen)
    }
  }

  private func setSeen(to revision: Revision) throws {
    seenTime = try store.time(of: revision)
    seen = revision
  }

  /// Reads for a newcomer at a place: first the news, so that it starts where all others are.
  func readNewest(for path: Path, _ body: (any TreeReader) throws -> Void) throws {
    if isClosed { throw DatabaseError.closed }
    if path.isInfo { return try body(info) }
    // Before the reading: a commit is in what is read, or its writer sees that somebody observes.
    attention.isObserved = true
    defer { attention.isObserved = !index.isEmpty }
    let store = try store
    listen()
    try lookAtFile()
    try store.read { reader in
      if index.isEmpty {
        isEverythingNew = false
        try setSeen(to: reader.revision)
      }
      try advance(reading: reader)
      try body(reader)
    }
  }
}

// MARK: - Who is where

extension Engine {
  /// Enters somebody who watches a place, under a new name.
  func enter(at path: Path) -> ObserverIndex.ID {
    lastID += 1
    if path.isInfo { infoIndex.insert(lastID, at: path) } else { index.insert(lastID, at: path) }
    return lastID
  }

  /// Strikes somebody off.
  func leave(_ id: ObserverIndex.ID) {
    index.remove(id)
    infoIndex.remove(id)
  }
}

// MARK: - Listening

extension Engine {
  /// Listens for other programs' rings from now on.
  ///
  /// Rings of this program's own bell are not heard: its commits are announced without.
  private func listen() {
    guard listener == nil else { return }
    listener = Doorbell.listen(
      in: opening.folder, besides: try? opening.bell(), alsoFor: [TreeStore.fileName],
      on: executor.queue
    ) { [weak self] in self?.assumeIsolated { $0.hear() } }
  }

  /// Somebody rang: looks for news, or stops listening when nobody observes any more.
  private func hear() {
    if index.isEmpty {
      listener = nil
    } else {
      catchUp()
    }
  }
}

// MARK: - Closing

extension Engine {
  /// Ends all observers and closes the store.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    let ends = views.sorted { $0.key < $1.key }.flatMap(\.value.subscribers).map(\.onEnd)
    let windowEnds = windows.sorted { $0.key < $1.key }.map(\.value.subscriber.onEnd)
    let changeEnds = changeSubscribers.sorted { $0.key < $1.key }.map(\.value.onEnd)
    (views, windows, changeSubscribers) = ([:], [:], [:])
    (index, infoIndex) = (ObserverIndex(), ObserverIndex())
    (viewOfQuery, viewOfHandle, windowOfHandle, changesOfHandle) = ([:], [:], [:], [:])
    for end in ends + windowEnds + changeEnds { end(nil) }
    listener = nil
    opened?.close()
    opened = nil
  }
}
