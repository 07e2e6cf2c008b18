package import Inventory

/// Whether the desk counts books in or out.
package enum Mood: Sendable, Hashable, CaseIterable {
  case plus
  case minus

  /// What a quantity is multiplied by.
  package var sign: Int { self == .plus ? 1 : -1 }

  /// The reasons a person may choose; the first is the one a screen starts with.
  package var reasons: [Reason] {
    switch self {
    case .plus: [.received, .returned, .found, .correction]
    case .minus: [.sold, .sentBack, .damaged, .lost, .given, .ownUse, .correction]
    }
  }
}
