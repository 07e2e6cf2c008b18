import Inventory

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
  /// The cover on its way that it speaks of: how that ends takes its place.
  var cover: Cover?
  /// Since when it is shown, when no act of the person's has caused it: then none ends it either.
  var since: ContinuousClock.Instant?

  /// A book's cover that has been asked for.
  struct Cover: Sendable, Hashable {
    var key: StockKey
    /// What is said before the words about the cover.
    var start: String
    /// What is said when it has come about.
    var end: String
  }

  /// How long a success or a note stays.
  static let time: Duration = .seconds(6)
  /// How long a fault stays that no act has caused.
  static let longTime: Duration = .seconds(12)
  /// What no act has caused is said again when it had less time than this to be read.
  static let leastTime: Duration = .seconds(2)
}
