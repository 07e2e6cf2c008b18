/// The outcome of the last act, in the same place on every screen.
package struct HUD: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case done
    case note
    case working
    case refused
    case error
  }

  package var kind: Kind
  package var text: String
  /// Notes and successes go by themselves; what needs a person stays until the next act.
  var until: ContinuousClock.Instant?

  /// How long a success or a note stays.
  static let time: Duration = .seconds(6)
}
