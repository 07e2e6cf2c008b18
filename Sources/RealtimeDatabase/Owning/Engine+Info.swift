import JSONTree

extension Engine {
  /// Says whether this program counts as connected, and tells those who observe that.
  func setConnected(_ isConnected: Bool) {
    let before = info.revision
    info.isConnected = isConnected
    let (info, changes) = (info, info.changes(since: before))
    for id in infoIndex.touched(by: changes) {
      refreshView(id, after: changes, reading: info)
      refreshWindow(id, after: changes, reading: info)
      changeSubscribers[id]?.onChange(info.revision)
    }
  }

  /// What a query of the library's own data holds.
  func infoNode(of query: Query) -> Node {
    query.applied(to: info.node(at: query.path))
  }
}
