package import JSONTree

extension TreeStore {
  /// Writes what is at a path as a JSON document in export form, row by row.
  ///
  /// Holds one row and a piece of text, however large the subtree; sees one revision. What `sink`
  /// throws ends it and is thrown on.
  package func export(
    _ path: Path, isPretty: Bool = false, to sink: @escaping JSONStreamWriter.Sink
  ) throws {
    enter()
    defer { leave() }
    let snapshot = try opened()
    try snapshot.begin()
    defer { snapshot.end() }
    let bytes = PathCoding.bytes(of: path)
    var writer = JSONStreamWriter(isPretty: isPretty, to: sink)
    if let row = try snapshot.records.row(holding: bytes) {
      try writer.write(snapshot.records.descend(row, to: path))
    } else {
      try snapshot.writeRows(below: bytes, to: &writer)
    }
    try writer.finish()
  }
}

extension ReadSnapshot {
  /// Writes a subtree that is split into rows; null when there are none.
  fileprivate func writeRows(
    below path: PathBytes, to writer: inout JSONStreamWriter
  ) throws {
    // What the sink throws has to pass through the typed throws of the rows.
    var fault: (any Error)?
    var open: [PathBytes] = []
    var isEmpty = true
    try records.rows(in: .subtree(of: path)) { (row, node, _) throws(StoreError) in
      guard let components = PathCoding.components(of: row, from: path.count) else {
        throw records.damaged(PathBytes(row))
      }
      do {
        if isEmpty { try writer.open() }
        isEmpty = false
        try write(node, at: components, &open, to: &writer)
        return true
      } catch {
        fault = error
        return false
      }
    }
    if let fault { throw fault }
    if isEmpty { return try writer.write(.empty) }
    for _ in 0...open.count { try writer.close() }
  }

  /// Writes one row: closes the parents it is not in, opens those it is in.
  private func write(
    _ node: Node, at components: [PathBytes], _ open: inout [PathBytes],
    to writer: inout JSONStreamWriter
  ) throws {
    let isPriority = components.last == [PathCoding.priorityTag]
    let parents = components.dropLast()
    var shared = 0
    while shared < min(open.count, parents.count), open[shared] == parents[shared] { shared += 1 }
    while open.count > shared {
      try writer.close()
      open.removeLast()
    }
    for component in parents.dropFirst(shared) {
      try writer.open(name(of: component))
      open.append(component)
    }
    if isPriority, let priority = node.scalar {
      try writer.write(priority: priority)
    } else if let last = components.last {
      try writer.write(node, name(of: last))
    }
  }

  private func name(of component: PathBytes) throws(StoreError) -> String {
    guard let key = PathCoding.key(of: component) else { throw records.damaged(component) }
    return key.name
  }
}

extension PathCoding {
  /// The components of a path from a position on, the priority's tag among them; nil when they are
  /// damaged.
  fileprivate static func components(
    of raw: UnsafeRawBufferPointer, from start: Int
  ) -> [PathBytes]? {
    var components: [PathBytes] = []
    var start = start
    while start < raw.count {
      if raw[start] == priorityTag {
        guard start + 1 == raw.count else { return nil }
        components.append([priorityTag])
        return components
      }
      guard let end = componentEnd(in: raw, from: start) else { return nil }
      components.append(PathBytes(raw[start..<end]))
      start = end
    }
    return components
  }
}
