package import TextUI

package typealias Key = Binding<Request>

/// The keys that mean the same on every screen, and the table that is in force at a moment.
///
/// One table feeds dispatch, the footer and the help screen.
package enum Keys {
  /// Tabs by Alt and a digit, also while a field is edited.
  static let altTabs: [Key] = Tab.allCases.map { tab in
    Key(
      .alt(Character("\(tab.rawValue)")), request: .tab(tab),
      help: "Tabs, also while a field is edited")
  }

  /// Tabs by a digit, where digits are neither quantities nor text.
  static let digitTabs: [Key] = Tab.allCases.map { tab in
    Key(
      .character(Character("\(tab.rawValue)")), request: .tab(tab),
      help: "Tabs: Stock, Add, Plus, Minus, Fix")
  }

  /// The tabs to the left and right.
  static let neighbourTabs: [Key] = [
    Key(.tab, request: .nextTab, help: "The tab to the right"),
    Key(.backTab, request: .previousTab, help: "The tab to the left"),
  ]

  /// Undo, outside text fields.
  static let undo: [Key] = [
    Key(
      .character("u"), request: .undo,
      help: "Take back this desk's last movement", hint: "undo")
  ]

  /// Other keys outside text fields.
  static let open: [Key] = [
    Key(.character("q"), request: .quit, help: "Quit; what is pending is written first"),
    Key(.character("?"), .function(1), request: .help, help: "The keys of this screen"),
    Key(
      .character("d"), .function(4), request: .transfers, help: "Downloads and uploads under way"),
    Key(.character("i"), request: .pictures, help: "Pictures off, or on again"),
  ]

  /// What is open to letters elsewhere, inside text fields, where letters are text.
  static let openInText: [Key] = [
    Key(.function(1), request: .help, help: "The keys of this screen"),
    Key(.function(4), request: .transfers, help: "Downloads and uploads under way"),
  ]

  /// Keys that work everywhere.
  static let always: [Key] = [
    Key(.control("c"), request: .cancel, help: "Cancel; with nothing to cancel, quit"),
    Key(.control("z"), request: .suspend, help: "To the shell; fg comes back"),
    Key(.control("l"), request: .repaint, help: "Paint the screen again"),
  ]

  /// The table in force.
  package static func table(in ui: Interface) -> [Key] {
    switch ui.overlay {
    case .question(let question): question.keys + always
    case .help: Help.keys + always
    case .transfers: TransferPanel.keys + always
    case nil: screen(ui)
    }
  }

  /// The table of the screen below any overlay.
  package static func screen(_ ui: Interface) -> [Key] {
    switch ui.tab {
    case .stock where ui.shelf.isFiltering: Shelf.filterKeys + altTabs + openInText + always
    case .stock: Shelf.keys + undo + open + digitTabs + neighbourTabs + altTabs + always
    case .plus, .minus: undo + Desk.keys + open + neighbourTabs + altTabs + always
    case .add, .fix:
      if ui.form(ui.tab).focus != nil {
        Form.editKeys + altTabs + openInText + always
      } else {
        Form.idleKeys(ui.form(ui.tab)) + undo + open + digitTabs + neighbourTabs + altTabs + always
      }
    }
  }
}
