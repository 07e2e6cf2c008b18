internal import JSONTree

extension TreeStore {
  /// Examines the whole file in one revision; an empty answer means that all is well.
  ///
  /// Looks at the file's structure, decodes every record, holds every list, count and sum against
  /// the records, and reads the journal. Costs a pass over everything: about 10 seconds a million
  /// books.
  package func check() throws(StoreError) -> [Finding] {
    enter()
    defer { leave() }
    let snapshot = try opened()
    try snapshot.begin()
    defer { snapshot.end() }
    var check = Check(snapshot)
    try check.attempt { (check) throws(StoreError) in try check.structure() }
    try check.attempt { (check) throws(StoreError) in try check.records() }
    try check.attempt { (check) throws(StoreError) in try check.lists() }
    try check.attempt { (check) throws(StoreError) in try check.journal() }
    try check.attempt { (check) throws(StoreError) in try check.wills() }
    return check.findings
  }
}

/// One examination of a file, collecting what it finds.
struct Check {
  let snapshot: ReadSnapshot
  private(set) var findings: [Finding] = []

  init(_ snapshot: ReadSnapshot) {
    self.snapshot = snapshot
  }

  private var connection: Connection { snapshot.connection }
  private var isFull: Bool { findings.count >= StoreLimits.findings }

  mutating func report(_ place: String, _ reason: String) {
    if !isFull { findings.append(Finding(place: place, reason: reason)) }
  }

  /// Examines one part; damage that stops it is a finding, and does not stop the other parts.
  mutating func attempt(
    _ part: (inout Check) throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try part(&self)
    } catch {
      guard error.code == .corrupt || error.code == .notADatabase else { throw error }
      report(error.place, error.reason)
    }
  }

  /// What SQLite says of its own pages and tables.
  mutating func structure() throws(StoreError) {
    let statement = try connection.statement("PRAGMA integrity_check(\(StoreLimits.findings))")
    defer { statement.reset() }
    while try statement.step() {
      let line = statement.text(0)
      if line != "ok" { report(connection.file, "The file is damaged: \(line).") }
    }
  }

  /// Every row: a path, a node in normal form that decodes, no row in another's subtree, no
  /// priority without children, no long leaf without its row.
  mutating func records() throws(StoreError) {
    let rows = try connection.statement(
      "SELECT path, value, length(value) FROM record ORDER BY path")
    defer { rows.reset() }
    var last: PathBytes?
    while try rows.step(), !isFull {
      let path = rows.bytes(0)
      let isPriority = path.last == PathCoding.priorityTag && PathCoding.path(of: path) == nil
      let own = isPriority ? PathBytes(path.dropLast()) : path
      guard PathCoding.path(of: own) != nil else {
        report(connection.file, "A record's path cannot be read.")
        continue
      }
      let place = snapshot.records.place(own)
      if let last, path.starts(with: last), path != last {
        report(place, "The record lies inside the one of \(snapshot.records.place(last)).")
      }
      if isPriority {
        if try !snapshot.records.hasRows(in: .children(of: own)) {
          report(place, "A priority is stored where nothing else is.")
        }
      } else {
        last = path
      }
      do throws(StoreError) {
        let (node, _) = try snapshot.records.value(of: rows, at: path)
        if node.isEmpty { report(place, "An empty record is stored.") }
      } catch {
        report(place, error.reason)
      }
    }
    let lost = try connection.integer(
      "SELECT count(*) FROM long WHERE path NOT IN (SELECT path FROM record WHERE value = x'')")
    if lost > 0 { report(connection.file, "\(lost) long values belong to no record.") }
  }

  /// Every list, count and sum against the records.
  mutating func lists() throws(StoreError) {
    for location in snapshot.catalog.locations {
      if let row = try snapshot.records.row(holding: location.bytes),
        case .branch = row.node
      {
        report("\(location.path)", "The location has lists and is not split into records.")
        continue
      }
      var count = 0
      var sums = location.tallies.map { _ in Tally() }
      var missing = location.lists.map { _ in 0 }
      let entry = try connection.statement(
        "SELECT 1 FROM entry WHERE list = ?1 AND sort = ?2 AND key = ?3")
      try snapshot.records.children(of: location.bytes, in: .children(of: location.bytes)) {
        (_, component, node, _) throws(StoreError) in
        count += 1
        for (index, tally) in location.tallies.enumerated() {
          sums[index].add(node[tally.child].scalar)
        }
        for (index, list) in location.lists.enumerated() {
          let sort = SortKey(of: node, under: list.ordering).indexed.bytes
          entry.bind(1, list.id).bind(2, sort).lend(3, component)
          if try !entry.step() { missing[index] += 1 }
          entry.reset()
        }
        return true
      }
      try compare(location, count, sums, missing)
    }
  }

  private mutating func compare(
    _ location: ListedLocation, _ count: Int, _ sums: [Tally], _ missing: [Int]
  ) throws(StoreError) {
    let place = location.path.description
    let kept = try snapshot.lists.total(of: location)
    if kept != count { report(place, "The count says \(kept), there are \(count) children.") }
    for (index, list) in location.lists.enumerated() {
      let rows = try connection.statement("SELECT count(*) FROM entry WHERE list = ?1")
        .bind(1, list.id)
      let found = try rows.step() ? Int(rows.integer(0)) : 0
      rows.reset()
      if missing[index] > 0 {
        report(place, "\(missing[index]) children are not in the list by \(list.ordering).")
      }
      if found != count - missing[index] {
        report(
          place,
          "\(found - count + missing[index]) rows of the list by \(list.ordering) have no child.")
      }
    }
    for (index, tally) in location.tallies.enumerated() {
      let kept = try snapshot.lists.sum(tally)
      // Adding fractions in another order rounds otherwise.
      let tolerance = 1e-9 * max(1, abs(kept.fraction), Double(count))
      if kept.whole != sums[index].whole
        || abs(kept.fraction - sums[index].fraction) > tolerance
      {
        report(
          place,
          "The sum of \(tally.child) says \(kept.scalar), the children give \(sums[index].scalar).")
      }
    }
  }

  /// The journal: paths that can be read, no gap between its revisions.
  mutating func journal() throws(StoreError) {
    let rows = try connection.statement("SELECT revision, paths FROM journal ORDER BY revision")
    defer { rows.reset() }
    var last: Int64?
    while try rows.step(), !isFull {
      let revision = rows.integer(0)
      if let last, revision != last + 1 {
        report("revision \(revision)", "The journal has a gap after \(last).")
      }
      last = revision
      if PathList.paths(in: rows.bytes(1)) == nil {
        report("revision \(revision)", "The journal's paths cannot be read.")
      }
    }
  }
}
