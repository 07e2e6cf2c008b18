/// The screens a person changes between, numbered as their keys are.
package enum Tab: Int, CaseIterable, Sendable, Hashable {
  case stock = 1
  case add
  case plus
  case minus
  case fix

  /// The word in the header.
  package var name: String {
    switch self {
    case .stock: "Stock"
    case .add: "Add"
    case .plus: "Plus"
    case .minus: "Minus"
    case .fix: "Fix"
    }
  }

  /// The desk's mood on the two counting screens.
  package var mood: Mood? {
    switch self {
    case .plus: .plus
    case .minus: .minus
    case .stock, .add, .fix: nil
    }
  }

  /// The tab to the right; from the last to the first.
  var next: Tab { Tab(rawValue: rawValue % Tab.allCases.count + 1) ?? .stock }

  /// The tab to the left; from the first to the last.
  var previous: Tab {
    Tab(rawValue: (rawValue + Tab.allCases.count - 2) % Tab.allCases.count + 1) ?? .stock
  }
}
