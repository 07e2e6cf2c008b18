internal import JSONTree

/// Makes the lists that are declared and not there yet, from the records.
///
/// Works inside a transaction of the writer's connection.
struct ListBuilder {
  let connection: Connection
  let records: RecordWriter
  let lists: ListWriter

  /// What is new at one location.
  private struct New {
    var location: ListedLocation
    var lists: [ListedLocation.List] = []
    var tallies: [ListedLocation.Tally] = []
    var words: [ListedLocation.Words] = []
    var isNewLocation = false

    var isEmpty: Bool { lists.isEmpty && tallies.isEmpty && words.isEmpty && !isNewLocation }
  }

  /// Makes what is missing; removes nothing.
  func declare(
    _ declared: [ListDeclaration], _ texts: [TextDeclaration]
  ) throws(StoreError) {
    var paths: [Path] = []
    for path in declared.map(\.path) + texts.map(\.path) where !paths.contains(path) {
      paths.append(path)
    }
    for path in paths {
      var new = try register(path)
      for list in declared where list.path == path { try register(list, in: &new) }
      for text in texts where text.path == path { try register(text, in: &new) }
      if new.isEmpty { continue }
      try lists.begin()
      if new.isNewLocation { try records.split(above: new.location.bytes) }
      try fill(new)
    }
  }

  /// Whether all lists are there already; reads outside a transaction.
  func hasAll(
    _ declared: [ListDeclaration], _ texts: [TextDeclaration]
  ) throws(StoreError) -> Bool {
    var catalog = ListCatalog()
    _ = try catalog.refresh(from: connection)
    let hasLists = declared.allSatisfy { list in
      guard let location = catalog.location(at: list.path) else { return false }
      let hasSum = list.sum.map { sum in location.tallies.contains { $0.child == sum } } ?? true
      return hasSum && location.lists.contains { $0.ordering == list.ordering }
    }
    return hasLists
      && texts.allSatisfy { text in
        let words = catalog.location(at: text.path)?.words ?? []
        return words.contains { $0.children == text.children }
      }
  }

  private func register(_ path: Path) throws(StoreError) -> New {
    if let known = lists.catalog.location(at: path) { return New(location: known) }
    let bytes = PathCoding.bytes(of: path)
    try connection.statement("INSERT INTO location (path, count) VALUES (?1, 0)")
      .bind(1, bytes).run()
    let id = connection.lastRow
    return New(
      location: ListedLocation(id: id, path: path, bytes: bytes), isNewLocation: true)
  }

  private func register(_ list: ListDeclaration, in new: inout New) throws(StoreError) {
    let known = new.location.lists.map(\.ordering) + new.lists.map(\.ordering)
    if !known.contains(list.ordering) {
      try connection.statement("INSERT INTO list (location, ordering) VALUES (?1, ?2)")
        .bind(1, new.location.id).bind(2, list.ordering.stored).run()
      new.lists.append(ListedLocation.List(id: connection.lastRow, ordering: list.ordering))
    }
    guard let child = list.sum else { return }
    let sums = new.location.tallies.map(\.child) + new.tallies.map(\.child)
    if !sums.contains(child) {
      try connection.statement(
        "INSERT INTO tally (location, child, high, low, fraction) VALUES (?1, ?2, 0, 0, 0)"
      )
      .bind(1, new.location.id).bind(2, PathCoding.bytes(of: child)).run()
      new.tallies.append(ListedLocation.Tally(id: connection.lastRow, child: child))
    }
  }

  private func register(_ text: TextDeclaration, in new: inout New) throws(StoreError) {
    let known = new.location.words.map(\.children) + new.words.map(\.children)
    if known.contains(text.children) { return }
    try connection.statement("INSERT INTO words (location, children) VALUES (?1, ?2)")
      .bind(1, new.location.id).bind(2, PathList.bytes(of: text.children)).run()
    let words = ListedLocation.Words(id: connection.lastRow, children: text.children)
    try WordWriter.makeTable(for: words, in: connection)
    new.words.append(words)
  }

  /// Reads the location's children once and fills all that is new.
  private func fill(_ new: New) throws(StoreError) {
    var count: Int64 = 0
    var batches = new.lists.map { _ in EntryBatch() }
    var sums = new.tallies.map { _ in Tally() }
    let writer = try WordWriter(connection)
    let bytes = new.location.bytes
    try records.reader.children(of: bytes, in: .children(of: bytes)) {
      (_, component, node, _) throws(StoreError) in
      count += 1
      for (index, list) in new.lists.enumerated() {
        let sort = SortKey(of: node, under: list.ordering).indexed
        batches[index].append(sort: sort.bytes, key: component)
      }
      for (index, tally) in new.tallies.enumerated() { sums[index].add(node[tally.child].scalar) }
      for words in new.words {
        try writer.update(words, PathBytes(component), old: .empty, new: node)
      }
      return true
    }
    if new.isNewLocation {
      try connection.statement("UPDATE location SET count = ?2 WHERE id = ?1")
        .bind(1, new.location.id).bind(2, count).run()
    }
    for (index, list) in new.lists.enumerated() {
      try lists.write(batches[index], to: list.id)
      batches[index] = EntryBatch()
    }
    for (index, tally) in new.tallies.enumerated() { try lists.write(sums[index], to: tally.id) }
  }
}
