internal import JSONTree

/// How the children of a query are found: in rows by key, in a declared list, or by looking at all.
extension ReadSnapshot {
  /// A declared list for a query's order, with its location.
  private func list(for query: Query) -> (ListedLocation, ListedLocation.List)? {
    guard let location = catalog.location(at: query.path),
      let list = location.lists.first(where: { $0.ordering == query.ordering })
    else { return nil }
    return (location, list)
  }

  /// The first, or last, `count` children of a span; backwards they come last first.
  func fetch(
    _ query: Query, _ span: Span, backwards: Bool = false, count: Int = .max
  ) throws(StoreError) -> [Child] {
    guard count > 0 else { return [] }
    var children: [Child] = []
    children.reserveCapacity(min(count, StoreLimits.likelyWindow))
    var bytes = 0
    func take(_ child: Child, _ size: Int) throws(StoreError) -> Bool {
      bytes += size
      guard bytes <= StoreLimits.snapshotBytes else {
        throw StoreError(
          .tooLarge, at: query.path.description,
          "The children are larger than \(StoreLimits.snapshotBytes) bytes; read them in parts.")
      }
      children.append(child)
      return children.count < count
    }
    let parent = PathCoding.bytes(of: query.path)
    if query.ordering == .key {
      var isSplit = false
      try records.children(of: parent, in: span.rows(of: parent), backwards: backwards) {
        (key, component, node, size) throws(StoreError) in
        isSplit = true
        // Only a bound that no key can be lets rows in that lie outside.
        guard !span.lower.isBehind(component), span.upper.isBehind(component) else { return true }
        return try take(Child(place: Place(sort: .none, key: key), node: node), size)
      }
      // Rows below a place are there only when no row holds the place: no need to look.
      if isSplit { return children }
    } else if let (location, list) = list(for: query) {
      // A location with lists is split, or without children.
      try lists.children(of: location, by: list, in: span, backwards: backwards, take)
      return children
    }
    if let row = try records.row(holding: parent) {
      let node = try records.descend(row, to: query.path)
      return select(node, query, span, backwards: backwards, count: count)
    }
    if query.ordering == .key { return [] }
    return try scan(query, span, backwards: backwards, count: count)
  }

  /// Looks at all children and keeps the best `count` of the span.
  private func scan(
    _ query: Query, _ span: Span, backwards: Bool, count: Int
  ) throws(StoreError) -> [Child] {
    var kept: [Child] = []
    var bytes = 0
    let limit = count > Int.max / 4 ? Int.max : 2 * count + StoreLimits.scanSlack
    func shorten() {
      kept.sort { backwards != ($0.place < $1.place) }
      if kept.count > count { kept.removeSubrange(count...) }
    }
    try visit(query) { (child, size) throws(StoreError) in
      guard span.contains(child.place) else { return true }
      kept.append(child)
      if kept.count >= limit { shorten() }
      if limit == Int.max {
        bytes += size
        guard bytes <= StoreLimits.snapshotBytes else {
          throw StoreError(
            .tooLarge, at: query.path.description,
            "The children are larger than \(StoreLimits.snapshotBytes) bytes; read them in parts.")
        }
      }
      return true
    }
    shorten()
    return kept
  }

  /// Visits all children of a query's path, by key, with their places in the query's order.
  func visit(
    _ query: Query, _ body: (Child, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let parent = PathCoding.bytes(of: query.path)
    if let row = try records.row(holding: parent) {
      for (key, node) in try records.descend(row, to: query.path).children {
        let child = Child(key: key, node: node, under: query.ordering)
        guard try body(child, 0) else { return }
      }
      return
    }
    try records.children(of: parent, in: .children(of: parent)) {
      (key, _, node, size) throws(StoreError) in
      try body(Child(key: key, node: node, under: query.ordering), size)
    }
  }

  private func select(
    _ node: Node, _ query: Query, _ span: Span, backwards: Bool, count: Int
  ) -> [Child] {
    var children: [Child] = []
    for (key, child) in node.children {
      let child = Child(key: key, node: child, under: query.ordering)
      if span.contains(child.place) { children.append(child) }
    }
    children.sort { backwards != ($0.place < $1.place) }
    return count < children.count ? Array(children.prefix(count)) : children
  }

  /// The number of children in a span.
  func count(_ query: Query, in span: Span) throws(StoreError) -> Int {
    if let location = catalog.location(at: query.path) {
      if span.isWhole { return try lists.total(of: location) }
      if let list = location.lists.first(where: { $0.ordering == query.ordering }),
        let count = try lists.count(list.id, in: span)
      {
        return count
      }
    }
    let parent = PathCoding.bytes(of: query.path)
    var count = 0
    if query.ordering == .key, try records.row(holding: parent) == nil {
      try records.keys(of: parent, in: span.rows(of: parent)) { component in
        if !span.lower.isBehind(component), span.upper.isBehind(component) { count += 1 }
        return true
      }
      return count
    }
    try visit(query) { child, _ in
      if span.contains(child.place) { count += 1 }
      return true
    }
    return count
  }

  /// The gap before the child at a position of a span; nil behind the last.
  func cut(at offset: Int, of query: Query, in span: Span) throws(StoreError) -> Cut? {
    let parent = PathCoding.bytes(of: query.path)
    if let (_, list) = list(for: query), let cut = try lists.cut(at: offset, of: list.id, in: span)
    {
      return cut
    }
    if query.ordering == .key, try records.row(holding: parent) == nil {
      var position = -1
      var found: PathBytes?
      try records.keys(of: parent, in: span.rows(of: parent)) { component in
        if !span.lower.isBehind(component), span.upper.isBehind(component) { position += 1 }
        if position == offset { found = PathBytes(component) }
        return found == nil
      }
      return found.map { Cut(sort: [], key: $0) }
    }
    let children = try fetch(query, span, count: offset < Int.max ? offset + 1 : offset)
    return offset < children.count ? Cut(before: children[offset].place) : nil
  }
}
