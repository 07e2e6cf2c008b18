/// What a key may ask for; every key of every screen is one of these in a table of bindings.
package enum Request: Hashable, Sendable {
  case tab(Tab)
  case nextTab
  case previousTab
  case help
  case undo
  case cancel
  case suspend
  case repaint
  case quit
  case transfers
  case pictures
  case transferPanel(TransferPanel.Request)
  case shelf(Shelf.Request)
  case desk(Desk.Request)
  case form(Form.Request)
  case question(Question.Answer)
  case helpPage(Help.Request)

  /// Whether nothing can take it back.
  ///
  /// A key that could be the first character of a scan acts at once and is taken back when it was
  /// one; only these wait until it is clear that a person pressed them.
  var isLasting: Bool {
    switch self {
    case .undo, .suspend, .quit, .pictures: true
    case .shelf(.plus), .shelf(.minus), .shelf(.copy): true
    case .desk(.countIgnored): true
    case .form(.save), .form(.countKnown), .form(.lookUp): true
    case .transferPanel(.pause), .transferPanel(.resume), .transferPanel(.cancel): true
    case .question(.yes): true
    case .tab, .nextTab, .previousTab, .help, .cancel, .repaint, .transfers: false
    case .shelf, .desk, .form, .question, .helpPage, .transferPanel: false
    }
  }
}
