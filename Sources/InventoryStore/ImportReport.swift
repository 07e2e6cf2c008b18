public import Inventory

/// Whether an import sets counts or adds to them.
public enum ImportMode: String, Sendable, Hashable {
  case set, add
}

/// What an import did, or would do.
public struct ImportReport: Sendable, Hashable {
  public var new = 0
  public var changed = 0
  public var same = 0
  public var rejected: [ImportDraft.Rejected]
  public var warnings: [ImportDraft.Warning]
  /// The id of the act, under which all of it can be taken back; nil when nothing was written.
  public var session: String?

  /// The report of an import that has done nothing yet, with what reading its file found.
  public init(rejected: [ImportDraft.Rejected], warnings: [ImportDraft.Warning]) {
    self.rejected = rejected
    self.warnings = warnings
  }
}
