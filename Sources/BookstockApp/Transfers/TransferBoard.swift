/// The transfers as the panel lists them: what is over stays a while and goes.
///
/// A machine without a clock. Whether the world lists what is over for ever or not at all makes no
/// difference to what is seen.
package struct TransferBoard: Sendable {
  package private(set) var rows: [Transfer] = []
  /// Until when those are shown that are over.
  private var leaving: [Transfer.ID: ContinuousClock.Instant] = [:]
  /// Those that are not shown any more, as long as the world still lists them.
  private var gone: Set<Transfer.ID> = []
  private var hasHeard = false

  /// How long a transfer that is over stays, and one that failed.
  package static let time: Duration = .seconds(8)
  package static let failedTime: Duration = .seconds(60)

  package init() {}

  /// Transfers that are running or about to.
  package var active: Int { rows.count(where: \.isActive) }
  /// When the next one goes.
  var deadline: ContinuousClock.Instant? { leaving.values.min() }

  /// Takes the newest list; linear.
  ///
  /// - Returns: those that have ended since the list before. In the first one of all there are
  ///   none: what ended before is no news.
  mutating func take(_ list: [Transfer], at now: ContinuousClock.Instant) -> [Transfer] {
    let old = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let listed = Set(list.map(\.id))
    gone.formIntersection(list.filter(\.isOver).map(\.id))
    var ended: [Transfer] = []
    var new: [Transfer] = []
    var seen: Set<Transfer.ID> = []
    for transfer in list where !gone.contains(transfer.id) && seen.insert(transfer.id).inserted {
      new.append(transfer)
      guard transfer.isOver else {
        leaving[transfer.id] = nil
        continue
      }
      // The same end of another attempt is another end.
      if let was = old[transfer.id], was.state == transfer.state, was.attempt == transfer.attempt {
        continue
      }
      leaving[transfer.id] = now + Self.stay(of: transfer)
      if hasHeard { ended.append(transfer) }
    }
    // What the world has forgotten stays for its time in the place where it was.
    for (index, transfer) in rows.enumerated()
    where !listed.contains(transfer.id) && leaving[transfer.id] != nil {
      new.insert(transfer, at: min(index, new.count))
    }
    rows = new
    let kept = Set(rows.map(\.id))
    leaving = leaving.filter { kept.contains($0.key) }
    hasHeard = true
    return ended
  }

  /// Lets go of those whose time is over.
  mutating func expire(at now: ContinuousClock.Instant) {
    let over = Set(leaving.filter { $0.value <= now }.keys)
    guard !over.isEmpty else { return }
    leaving = leaving.filter { !over.contains($0.key) }
    gone.formUnion(over)
    rows.removeAll { over.contains($0.id) }
  }

  private static func stay(of transfer: Transfer) -> Duration {
    if case .failed = transfer.state { failedTime } else { time }
  }
}
