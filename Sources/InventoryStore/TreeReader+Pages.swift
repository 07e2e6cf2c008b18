import JSONTree

extension TreeReader {
  /// Calls the body with a query's children in its order, a page at a time, until it says stop.
  ///
  /// Holds one page in memory, whatever the number of children. Returns how many were seen.
  @discardableResult
  func forEachChild(
    of query: Query, page: Int = 2_000, _ body: (Child) throws -> Void
  ) throws -> Int {
    try whileChildren(of: query, page: page) { child in
      try body(child)
      return true
    }
  }

  /// The same; a body that returns false ends it.
  @discardableResult
  func whileChildren(
    of query: Query, page: Int = 2_000, _ body: (Child) throws -> Bool
  ) throws -> Int {
    var count = 0
    var place: Place?
    while true {
      let children = try window(
        of: query, from: place.map(WindowAnchor.place) ?? .first, before: 0, after: page + 1)
      // The page's first child is the last one's anchor, unless that was the very first page.
      for child in children where child.place != place {
        count += 1
        guard try body(child) else { return count }
      }
      guard children.count > page, let last = children.last else { return count }
      place = last.place
    }
  }
}
