import Inventory
import TextUI

/// Everything that keys change: what is taken back when a key proves to be a piece of a scan.
package struct Interface: Sendable, Hashable {
  package var tab: Tab = .stock
  package var shelf = Shelf.State()
  package var plus = Desk.State(mood: .plus)
  package var minus = Desk.State(mood: .minus)
  package var add = Form.State(kind: .add)
  package var fix = Form.State(kind: .fix)
  package var overlay: Overlay?
  /// Whether pictures are the other way round than they were asked for at the start.
  package var isPictureSettingTurned = false

  package init() {}

  /// What lies over the screen.
  package enum Overlay: Sendable, Hashable {
    case help(scroll: Int)
    case question(Question)
    case transfers(TransferPanel.State)
  }

  /// The desk's state in a mood.
  package subscript(mood: Mood) -> Desk.State {
    get { mood == .plus ? plus : minus }
    set { if mood == .plus { plus = newValue } else { minus = newValue } }
  }

  /// The form of Add, or that of Fix.
  package func form(_ tab: Tab) -> Form.State { tab == .add ? add : fix }

  /// Changes the form of Add, or that of Fix.
  mutating func changeForm(_ tab: Tab, _ change: (inout Form.State) -> Void) {
    if tab == .add { change(&add) } else { change(&fix) }
  }

  /// Whether a text field has the keyboard.
  package var isEditing: Bool {
    guard overlay == nil else { return false }
    switch tab {
    case .stock: return shelf.isFiltering
    case .add, .fix: return form(tab).focus != nil
    case .plus, .minus: return false
    }
  }

  /// Whether something typed would be lost with the program.
  var hasUnsavedText: Bool { add.isDirty || fix.isDirty }
}
