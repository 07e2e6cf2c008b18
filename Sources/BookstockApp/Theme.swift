import TextUI

/// The looks of the screens: the terminal's own colours, one accent, red for what needs a person.
///
/// Meaning is always in a word, a sign or weight as well, so that nothing is lost without colour.
package struct Theme: Sendable, Hashable {
  package let hasColor: Bool

  package init(hasColor: Bool = true) { self.hasColor = hasColor }

  /// The one accent: where one is, what is on.
  var accent: Style { colored(Self.teal, [.bold]) }
  /// What needs a person.
  var alarm: Style { colored(Self.red, [.bold]) }
  /// What went well.
  var good: Style { colored(Self.green, [.bold]) }
  var strong: Style { .bold }
  var quiet: Style { .dim }
  var plain: Style { .plain }
  /// A row that another desk has just changed.
  var changed: Style { Style([.reverse]) }

  // Middle tones: a contrast of about 4 on dark and on light grounds alike. The first sixteen
  // colours have none such: cyan and green vanish on white, blue vanishes on black.
  private static let teal = Color.palette(31)
  private static let green = Color.palette(29)
  private static let red = Color.palette(196)

  /// The look of an outcome.
  func style(of kind: HUD.Kind) -> Style {
    switch kind {
    case .done: good
    case .note: strong
    case .working: quiet
    case .refused, .error: alarm
    }
  }

  private func colored(_ color: Color, _ attributes: Style.Attributes) -> Style {
    Style(attributes, foreground: hasColor ? color : .default)
  }
}
