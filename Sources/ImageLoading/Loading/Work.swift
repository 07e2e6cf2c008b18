import Foundation

/// One piece of work that any number of loads may wait for.
struct Work: Sendable {
  /// How far it has come.
  enum State: Hashable, Sendable {
    case waiting
    case running
    /// Nobody wants it any more; it has been told to stop and has not yet.
    case abandoned
  }

  let id: UInt64
  let name: WorkName
  let source: any ImageSource
  /// The loads that wait for it.
  var waiters: Set<LoadID> = []
  var priority: ImageLoadOptions.Priority
  /// When it was wanted last: the larger, the later.
  var stamp: UInt64
  var state: State = .waiting
  /// Whether the result may be kept: false once the key was forgotten or newer bytes have come.
  var keeps = true
  /// What is to be decoded.
  var content: Content?
  /// Of a transfer: the version the storage told before it began.
  var version: String?
}

/// What a piece of work does: loads that want the same share it.
enum WorkName: Hashable, Sendable {
  /// Looks for the bytes on the disk.
  case look(String)
  /// Asks the storage for the version.
  case ask(String)
  /// Transfers the bytes.
  case fetch(String, maxSize: Int64)
  /// Makes a picture of bytes.
  case decode(ImageID, content: UInt64)

  var key: String {
    switch self {
    case .look(let key), .ask(let key), .fetch(let key, _): key
    case .decode(let image, _): image.key
    }
  }

  var lane: Lane {
    switch self {
    case .look: .disk
    case .ask, .fetch: .network
    case .decode: .processor
    }
  }
}

/// What work has to wait for.
enum Lane: Int, Hashable, Sendable, CaseIterable {
  /// First, so that what has come is made room of before more comes.
  case processor
  case disk
  case network
}

/// Bytes that came.
struct Content: Sendable {
  /// Grows with every arrival.
  var serial: UInt64
  var bytes: Data
  var version: String?
  /// Where they came from: ``CacheType/disk`` or ``CacheType/none``.
  var origin: CacheType
}

/// Names a load that was begun.
package struct LoadID: Hashable, Sendable, Comparable {
  let number: UInt64

  package static func < (one: LoadID, other: LoadID) -> Bool { one.number < other.number }
}

/// Waiting work of one lane: the most urgent first, of equals the last wanted.
///
/// Work that was dropped or wanted again leaves its old entry behind, which is passed over later.
struct WaitingLine: Sendable {
  private struct Entry {
    var id: UInt64
    var stamp: UInt64
  }

  private var stacks: [[Entry]] = Array(
    repeating: [], count: ImageLoadOptions.Priority.allCases.count)

  /// Entries, those left behind included.
  var count: Int { stacks.reduce(0) { $0 + $1.count } }

  mutating func push(_ work: Work) {
    stacks[work.priority.rawValue].append(Entry(id: work.id, stamp: work.stamp))
  }

  /// Takes the next one that still waits, by the table of all work.
  mutating func pop(from works: [UInt64: Work]) -> UInt64? {
    for place in stacks.indices.reversed() {
      while let entry = stacks[place].popLast() {
        if Self.isCurrent(entry, works) { return entry.id }
      }
    }
    return nil
  }

  /// Clears away what was left behind, when that is more than half.
  mutating func tidy(for works: [UInt64: Work]) {
    guard count > 2 * works.count + 64 else { return }
    for place in stacks.indices { stacks[place].removeAll { !Self.isCurrent($0, works) } }
  }

  private static func isCurrent(_ entry: Entry, _ works: [UInt64: Work]) -> Bool {
    guard let work = works[entry.id] else { return false }
    return work.state == .waiting && work.stamp == entry.stamp
  }
}
