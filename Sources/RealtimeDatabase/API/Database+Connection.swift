import Synchronization

/// Being connected, by Firebase's names.
///
/// There is no other side: the file is always here. Offline, reading, writing and observing go on
/// as before; `/.info/connected` tells the difference.
extension Database {
  /// Makes what was registered by `onDisconnect…`, and `/.info/connected` false, in its place among
  /// the calls before and after it.
  public func goOffline() {
    presence.executeOwnWills()
    inOrder { $0.setConnected(false) }
  }

  /// Makes `/.info/connected` true again, as it is at first.
  public func goOnline() {
    inOrder { $0.setConnected(true) }
  }

  /// Throws away the writes, transactions and on-disconnect registrations that still wait in line.
  ///
  /// Their completions get Firebase's code 3, in their order. What is being written at this moment
  /// is written, and what is called later stands in line as ever.
  public func purgeOutstandingWrites() {
    commits.purge()
  }

  /// A database that is kept alive by others.
  struct Living: Sendable {
    weak var database: Database?
  }

  /// The databases of this process.
  static let all = Mutex<[ObjectIdentifier: Living]>([:])

  static func forEach(_ body: (Database) -> Void) {
    for database in all.withLock({ $0.values.compactMap(\.database) }) { body(database) }
  }
}

extension DatabaseReference {
  /// Calls `goOffline()` of every database of this program.
  public static func goOffline() { Database.forEach { $0.goOffline() } }

  /// Calls `goOnline()` of every database of this program.
  public static func goOnline() { Database.forEach { $0.goOnline() } }
}
