/// What a row found.
struct Measure: Sendable {
  /// What a number counts.
  enum Unit: String, Sendable {
    case nanoseconds, perSecond, bytesEach, bytes, bytesPerSecond, ratio
  }

  let name: String
  let unit: Unit
  var ours: Series?
  var peer: Series?
  var targets: [Target] = []
  /// What is to be known beside the numbers, or instead of them.
  var note: String?

  init(
    _ name: String, _ unit: Unit, ours: Series? = nil, peer: Series? = nil,
    targets: [Target] = [], note: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.ours = ours
    self.peer = peer
    self.targets = targets
    self.note = note
  }

  /// Ours divided by the peer's.
  var ratio: Double? {
    guard let ours, let peer else { return nil }
    return Series.ratio(ours, peer)
  }

  /// Whether all targets are met; nil when there is none, or nothing was measured.
  var isMet: Bool? {
    guard let ours, !targets.isEmpty else { return nil }
    var isMet = true
    for target in targets {
      let value =
        switch target.quantity {
        case .ratio: ratio
        case .median: ours.median
        case .p99: ours.p99
        case .excess: peer.map { ours.median - $0.median }
        }
      guard let value else { return nil }
      isMet = isMet && target.admits(value)
    }
    return isMet
  }
}

/// A place to reach.
struct Target: Sendable {
  /// What is compared: with the peer, or by itself.
  enum Quantity { case ratio, median, p99, excess }

  let quantity: Quantity
  let isUpper: Bool
  let bound: Double

  /// At most that many times the peer's.
  static func atMost(_ bound: Double) -> Target {
    Target(quantity: .ratio, isUpper: true, bound: bound)
  }

  /// At least that many times the peer's.
  static func atLeast(_ bound: Double) -> Target {
    Target(quantity: .ratio, isUpper: false, bound: bound)
  }

  /// At most that, whatever the peer's.
  static func median(atMost bound: Double) -> Target {
    Target(quantity: .median, isUpper: true, bound: bound)
  }

  /// At least that, whatever the peer's.
  static func median(atLeast bound: Double) -> Target {
    Target(quantity: .median, isUpper: false, bound: bound)
  }

  /// At most that in 99 of 100 cases.
  static func p99(atMost bound: Double) -> Target {
    Target(quantity: .p99, isUpper: true, bound: bound)
  }

  /// At most that much more than the peer's.
  static func excess(atMost bound: Double) -> Target {
    Target(quantity: .excess, isUpper: true, bound: bound)
  }

  func admits(_ value: Double) -> Bool { isUpper ? value <= bound : value >= bound }

  /// The target in signs: `≤ 1.3 ×`, `p99 ≤ 1.00 ms`.
  func text(in unit: Measure.Unit) -> String {
    let sign = isUpper ? "≤" : "≥"
    return switch quantity {
    case .ratio: "\(sign) \(bound.fixed((bound * 10).rounded() == bound * 10 ? 1 : 2)) ×"
    case .median: "\(sign) \(unit.text(bound))"
    case .p99: "p99 \(sign) \(unit.text(bound))"
    case .excess: "\(sign) peer + \(unit.text(bound))"
    }
  }
}

extension Measure.Unit {
  /// A number in this unit as people read it.
  func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch self {
    case .nanoseconds: return Measure.Unit.time(value)
    case .perSecond: return "\(value.grouped)/s"
    case .bytesEach: return "\(value.grouped) B"
    case .bytes: return "\((value / 1e6).fixed(1)) MB"
    case .bytesPerSecond: return "\((value / 1e6).grouped) MB/s"
    case .ratio: return value.fixed(2)
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    let (value, name) =
      switch nanoseconds {
      case ..<1e6: (nanoseconds / 1e3, "µs")
      case ..<1e9: (nanoseconds / 1e6, "ms")
      default: (nanoseconds / 1e9, "s")
      }
    return "\(value.fixed(value < 10 ? 2 : value < 100 ? 1 : 0)) \(name)"
  }
}
