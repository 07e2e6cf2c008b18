import Foundation
import Inventory
import Platform

/// Lets one desk at a time change the cover of a book: two writes in two places belong together.
///
/// A file's lock per stripe of books; the system frees it when a desk dies.
struct CoverLocks: Sendable {
  /// Where the lock files are: beside the database, which all desks share.
  let folder: String
  /// How long another desk's change is waited for: an upload over a slow line.
  var patience: Duration = .seconds(30)

  /// Books that share a lock; with so many, two desks that work at once rarely meet.
  private static let stripes: UInt64 = 16
  private static let pause = Duration.milliseconds(20)

  /// Waits for the lock of a book; it is held as long as the value lives.
  func lock(_ key: StockKey) async throws -> FileLock {
    let path = "\(folder)/cover-\(Self.stripe(of: key)).lock"
    let deadline = ContinuousClock.now + patience
    while true {
      if let lock = try await offPool({ try attempt(path) }) { return lock }
      guard ContinuousClock.now < deadline else {
        throw CoverProblem(
          .changedMeanwhile,
          "Another desk is changing the cover of \(key.displayed) or of a book beside it;"
            + " nothing was done. Try again.")
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  private func attempt(_ path: String) throws -> FileLock? {
    do throws(SystemError) {
      switch try FileLock.attempt(at: path) {
      case .taken(let lock): return lock
      case .held: return nil
      case .missing:
        try Folder.make(folder)
        return try FileLock.make(at: path)
      }
    } catch {
      throw CoverProblem(.storage, "Covers cannot be changed: \(error).")
    }
  }

  private static func stripe(of key: StockKey) -> UInt64 {
    key.text.utf8.reduce(0) { ($0 &* 31 &+ UInt64($1)) } % stripes
  }
}
