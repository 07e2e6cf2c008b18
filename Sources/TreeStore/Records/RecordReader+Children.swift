internal import JSONTree

extension RecordReader {
  /// Visits the children of a split node in key order, or against it, until the body says false.
  ///
  /// `range` bounds the rows; it must not cut through the rows of one child. The body gets the key,
  /// its component (valid only inside the body), the child, and the size of its rows; it must not
  /// visit rows by the same reader.
  func children(
    of parent: PathBytes, in range: PathRange, backwards: Bool = false,
    _ body: (Key, UnsafeRawBufferPointer, Node, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // The rows of a child that is itself split, gathered until the next child begins.
    var gathered: [(path: PathBytes, node: Node)] = []
    var gatheredSize = 0
    var component: PathBytes = []
    var goesOn = true
    func emit() throws(StoreError) {
      let (key, node) = try together(gathered, component, below: parent, backwards: backwards)
      let size = gatheredSize
      gathered = []
      gatheredSize = 0
      goesOn = try component.lent { (component) throws(StoreError) in
        try body(key, component, node, size)
      }
    }
    try rows(in: range, backwards: backwards) { (path, node, size) throws(StoreError) in
      guard let end = PathCoding.componentEnd(in: path, from: parent.count) else {
        throw damaged(PathBytes(path))
      }
      let own = UnsafeRawBufferPointer(rebasing: path[parent.count..<end])
      if !gathered.isEmpty, !own.elementsEqual(component) {
        try emit()
        guard goesOn else { return false }
      }
      if end == path.count {
        guard let key = PathCoding.key(of: own) else { throw damaged(PathBytes(path)) }
        goesOn = try body(key, own, node, size)
        return goesOn
      }
      component = PathBytes(own)
      gathered.append((PathBytes(path), node))
      gatheredSize += size
      return true
    }
    if goesOn, !gathered.isEmpty { try emit() }
  }

  /// Visits the components of the children of a split node, in key order; reads no values.
  func keys(
    of parent: PathBytes, in range: PathRange, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    var last: PathBytes = []
    var fault: StoreError?
    try sizes(in: range) { path, _ in
      guard let end = PathCoding.componentEnd(in: path, from: parent.count) else {
        fault = damaged(PathBytes(path))
        return false
      }
      let own = UnsafeRawBufferPointer(rebasing: path[parent.count..<end])
      if own.elementsEqual(last) { return true }
      last = PathBytes(own)
      return body(own)
    }
    if let fault { throw fault }
  }

  private func together(
    _ rows: [(path: PathBytes, node: Node)], _ component: PathBytes, below parent: PathBytes,
    backwards: Bool
  ) throws(StoreError) -> (Key, Node) {
    var builder = NodeBuilder()
    let start = parent.count + component.count
    for index in rows.indices {
      let row = rows[backwards ? rows.count - 1 - index : index]
      let isGood = row.path.withUnsafeBytes { raw in
        builder.add(UnsafeRawBufferPointer(rebasing: raw[start...]), row.node)
      }
      guard isGood else { throw damaged(row.path) }
    }
    guard let key = PathCoding.key(of: component) else { throw damaged(parent + component) }
    return (key, builder.finish())
  }
}
