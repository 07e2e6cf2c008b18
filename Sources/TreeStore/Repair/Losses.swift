/// What a repair could not save: every sentence once, in the order of their first time, with how
/// often it came.
struct Losses {
  private var order: [Finding] = []
  private var counts: [Finding: Int] = [:]

  /// Notes a loss; beyond `StoreLimits.findings` different ones only what is known already.
  mutating func note(_ place: String, _ reason: String) {
    let finding = Finding(place: place, reason: reason)
    if let count = counts[finding] {
      counts[finding] = count + 1
    } else if order.count < StoreLimits.findings {
      counts[finding] = 1
      order.append(finding)
    }
  }

  /// Notes all of another's.
  mutating func add(_ other: Losses) {
    for finding in other.order {
      note(finding.place, finding.reason)
      if let more = other.counts[finding], counts[finding] != nil {
        counts[finding, default: 0] += more - 1
      }
    }
  }

  /// One line for each sentence.
  var findings: [Finding] {
    order.map { finding in
      guard let count = counts[finding], count > 1 else { return finding }
      let sentence = finding.reason.hasSuffix(".") ? finding.reason.dropLast() : finding.reason[...]
      return Finding(place: finding.place, reason: "\(sentence) (\(count) times).")
    }
  }
}
