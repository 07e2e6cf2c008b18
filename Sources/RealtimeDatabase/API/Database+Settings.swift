@preconcurrency public import Dispatch
import Foundation
import Platform
import Synchronization

/// What can be set until the first reference is made; later it traps.
///
/// Firebase: the same three.
extension Database {
  struct Settings: Sendable {
    var isPersistenceEnabled = false
    var persistenceCacheSizeBytes: UInt = 10 << 20
    var isFixed = false
  }

  /// The sizes that `persistenceCacheSizeBytes` may have.
  static let cacheSizes: ClosedRange<UInt> = (1 << 20)...(100 << 20)

  /// The queue on which callbacks run, one after another.
  ///
  /// A private serial one unless another was given. Firebase: the main queue; on Linux that is
  /// served by whatever drains it, and in a terminal program by nothing.
  public var callbackQueue: DispatchQueue {
    get { delivery.queue }
    set {
      trapping { () throws(DatabaseError) in try set { _ in } }
      delivery.queue = newValue
    }
  }

  /// Firebase: whether there is a copy on disk.
  ///
  /// Remembered, and without effect: the tree is always on disk.
  public var isPersistenceEnabled: Bool {
    get { settings.withLock(\.isPersistenceEnabled) }
    set { trapping { () throws(DatabaseError) in try set { $0.isPersistenceEnabled = newValue } } }
  }

  /// Firebase: how large the copy on disk may become, 1 to 100 MiB.
  ///
  /// Remembered, and without effect: there is no copy, and nothing of the tree is ever dropped.
  public var persistenceCacheSizeBytes: UInt {
    get { settings.withLock(\.persistenceCacheSizeBytes) }
    set { trapping { () throws(DatabaseError) in try setCacheSize(newValue) } }
  }

  /// The checked core of `persistenceCacheSizeBytes`.
  func setCacheSize(_ size: UInt) throws(DatabaseError) {
    guard Database.cacheSizes.contains(size) else {
      throw DatabaseError(.invalidArgument, "A cache has 1 MiB to 100 MiB, not \(size) bytes.")
    }
    try set { $0.persistenceCacheSizeBytes = size }
  }

  /// The checked core of all three.
  func set(_ change: (inout Settings) -> Void) throws(DatabaseError) {
    let isFixed = settings.withLock { settings in
      if !settings.isFixed { change(&settings) }
      return settings.isFixed
    }
    if isFixed {
      throw DatabaseError(
        .invalidArgument, "This is to be set before the first reference of the database is made.")
    }
  }

  /// Told when a reference is made.
  func fixSettings() {
    settings.withLock { $0.isFixed = true }
  }
}

// MARK: - Of the process

extension Database {
  private static let isLogging = Atomic(false)

  /// Whether databases that are made from now on say on standard error what they do.
  public static func setLoggingEnabled(_ isEnabled: Bool) {
    isLogging.store(isEnabled, ordering: .relaxed)
  }

  /// The version of this library.
  public static func sdkVersion() -> String { "0.1.0" }

  /// A database's log: the given one, and standard error if that was asked for.
  static func log(_ given: Log) -> Log {
    guard isLogging.load(ordering: .relaxed) else { return given }
    return Log(label: "RealtimeDatabase", level: .debug) { entry in
      given(entry.level, entry.message, entry.metadata)
      FileHandle.standardError.write(Data((entry.line + "\n").utf8))
    }
  }
}
