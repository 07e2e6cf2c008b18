/// The samples of one side, round by round.
struct Series: Sendable {
  var rounds: [[Double]]

  init(_ rounds: [[Double]]) {
    self.rounds = rounds
  }

  /// One sample a round.
  init(_ values: [Double]) {
    rounds = values.map { [$0] }
  }

  /// The median of the rounds' medians.
  var median: Double { rounds.map { $0.quantile(0.5) }.quantile(0.5) }

  /// The 99th percentile of all samples together; nil when there is one a round.
  var p99: Double? {
    rounds.contains { $0.count > 1 } ? rounds.flatMap(\.self).quantile(0.99) : nil
  }

  /// Ours divided by the peer's: the median over the pairs of rounds.
  static func ratio(_ ours: Series, _ peer: Series) -> Double {
    zip(ours.rounds, peer.rounds).map { $0.quantile(0.5) / $1.quantile(0.5) }.quantile(0.5)
  }
}

extension [Double] {
  /// The smallest sample that at least this part of all does not exceed; not a number without any.
  func quantile(_ part: Double) -> Double {
    if isEmpty { return .nan }
    let sorted = sorted()
    let rank = (part * Double(count)).rounded(.up)
    return sorted[Swift.min(count - 1, Swift.max(0, Int(rank) - 1))]
  }
}
