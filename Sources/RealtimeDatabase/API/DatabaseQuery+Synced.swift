import JSONTree

extension DatabaseQuery {
  /// Firebase: keeps a copy of the result up to date, whether or not it is observed.
  ///
  /// Nothing is to be done: the whole tree is on this machine. At `/.info` it traps.
  public func keepSynced(_ keepSynced: Bool) {
    trapping { () throws(TreeSyntaxError) in try checkSynced() }
  }

  /// The checked core of `keepSynced(_:)`.
  func checkSynced() throws(TreeSyntaxError) {
    if query.path.isInfo {
      throw TreeSyntaxError(.badPath, "/.info is not kept.", at: query.path.description)
    }
  }
}
