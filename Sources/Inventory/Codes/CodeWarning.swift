/// What people should know about a code that was accepted; raw values as in the JSON output.
public enum CodeWarning: String, CaseIterable, Sendable {
  case layoutCzech = "layout_cz"
  case layoutFrench = "layout_fr"
  case leadingZeroRestored = "leading_zero_restored"
  case placeholder
  case prefixDropped = "prefix_dropped"
  case trailingText = "trailing_text"
  case unassignedGroup = "unassigned_group"
  case xRestored = "x_restored"
}
