@preconcurrency internal import Dispatch
internal import Platform
internal import Synchronization

/// The door of one store: whoever uses its connections is inside, and while nobody is, another part
/// of this process may close them.
///
/// SQLite lets go of shared memory only when the last connection of the process to the file is
/// closed. So, when it was deleted, all connections must be, also those that nobody uses now.
final class Door: @unchecked Sendable {
  private static let doors = Mutex<[ObjectIdentifier: Door]>([:])
  /// One at a time sets stores aside.
  private static let setting = DispatchSemaphore(value: 1)

  private let free = DispatchSemaphore(value: 1)
  /// The file behind it; nil while the store is closed.
  private let tree = Mutex<FileDescriptor.Identity?>(nil)
  /// Looked at only by who is inside.
  private weak var store: TreeStore?

  /// Says whose door it is, before anybody else can see it.
  func belongs(to store: TreeStore) {
    self.store = store
  }

  /// Waits until nobody is inside, and goes in.
  func enter() { free.wait() }

  private func enter(by deadline: DispatchTime) -> Bool { free.wait(timeout: deadline) == .success }

  func leave() { free.signal() }

  /// Says which file the store has open now; nil when it has none.
  func note(_ tree: FileDescriptor.Identity?) {
    self.tree.withLock { $0 = tree }
    Door.doors.withLock { $0[ObjectIdentifier(self)] = tree == nil ? nil : self }
  }

  /// Closes all connections of this process to a file whose log or memory was replaced; their
  /// stores open it anew when they are used next.
  ///
  /// What only a deleted log holds is copied into the file first. The caller must be inside no
  /// door. When a store is in use for longer than `patience`, or the log cannot be copied, nothing
  /// is closed, and the error says so.
  static func setAside(
    _ tree: FileDescriptor.Identity, at file: String, patience: Duration
  ) throws(StoreError) {
    setting.wait()
    defer { setting.signal() }
    let (seconds, attoseconds) = patience.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    let deadline = DispatchTime.now() + .nanoseconds(nanoseconds)
    var inside: [Door] = []
    var stores: [TreeStore] = []
    // The stores last: one that nobody else holds closes itself, and needs its door for that.
    defer { withExtendedLifetime(stores) { for door in inside { door.leave() } } }
    for door in doors.withLock({ Array($0.values) }) {
      guard door.tree.withLock({ $0 }) == tree else { continue }
      guard door.enter(by: deadline) else {
        throw StoreError(
          .busy, at: file,
          "The tree's log has been deleted while in use, and this program is still reading.")
      }
      inside.append(door)
      if let store = door.store, store.isOpen { stores.append(store) }
    }
    // Whoever came before may have done it.
    guard stores.contains(where: { $0.standing == .logReplaced }) else { return }
    let close = { for store in stores { store.setAside() } }
    if let writer = stores.lazy.compactMap(\.writer).first {
      try writer.saveLog(then: close)
    } else {
      close()
    }
  }
}
