internal import JSONTree

/// The rows of the wills, on the writer's connection and inside its transactions.
struct WillRows {
  let connection: Connection

  /// A row as it is stored.
  struct Row {
    var place: PathBytes
    var step: [UInt8]
  }

  /// The clients that have wills.
  func clients() throws(StoreError) -> [ClientID] {
    let statement = try connection.statement("SELECT DISTINCT client FROM will ORDER BY client")
    defer { statement.reset() }
    var clients: [ClientID] = []
    while try statement.step() {
      guard let client = ClientID(bytes: statement.bytes(0)) else { continue }
      clients.append(client)
    }
    return clients
  }

  /// All rows of a client, in the tree's order.
  func rows(of client: ClientID) throws(StoreError) -> [Row] {
    let statement = try connection.statement(
      "SELECT place, step FROM will WHERE client = ?1 ORDER BY place"
    )
    .bind(1, client.bytes)
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() {
      rows.append(Row(place: statement.bytes(0), step: statement.bytes(1)))
    }
    return rows
  }

  /// The part of a will that a change can touch: what is at its places, above and below them.
  func part(of client: ClientID, touchedBy change: WillChange) throws(StoreError) -> Will {
    let paths =
      switch change {
      case .register(let write): write.steps.map(\.path)
      case .cancel(let path): [path]
      }
    let above = try connection.statement("SELECT step FROM will WHERE client = ?1 AND place = ?2")
    let below = try connection.statement(
      "SELECT place, step FROM will WHERE client = ?1 AND place >= ?2 AND place < ?3")
    var rows: [PathBytes: Write.Step] = [:]
    for path in paths {
      for depth in 0..<path.depth {
        let ancestor = Path(Array(path.keys.prefix(depth)))
        let place = PathCoding.bytes(of: ancestor)
        above.bind(1, client.bytes).bind(2, place)
        defer { above.reset() }
        if try above.step() { rows[place] = try step(above.bytes(0), at: place) }
      }
      let range = PathRange.subtree(of: PathCoding.bytes(of: path))
      below.bind(1, client.bytes).bind(2, range.lower).bind(3, range.upper)
      defer { below.reset() }
      while try below.step() {
        let place = below.bytes(0)
        rows[place] = try step(below.bytes(1), at: place)
      }
    }
    let sorted = rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return Will(sorted.map { Will.Row(place: $0, step: $1) })
  }

  /// Writes what differs between two states of a part.
  func write(_ will: Will, over old: Will, of client: ClientID) throws(StoreError) {
    for row in old.rows where will[row.place] == nil { try remove(row.place, of: client) }
    let put = try connection.statement(
      "INSERT OR REPLACE INTO will (client, place, step) VALUES (?1, ?2, ?3)")
    for row in will.rows where old[row.place] != row.step {
      try put.bind(1, client.bytes).bind(2, row.place).bind(3, DraftCoding.encode(row.step)).run()
    }
  }

  /// The number of a client's rows.
  func count(of client: ClientID) throws(StoreError) -> Int {
    let statement = try connection.statement("SELECT count(*) FROM will WHERE client = ?1")
      .bind(1, client.bytes)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// Removes a client's will.
  func removeAll(of client: ClientID) throws(StoreError) {
    try connection.statement("DELETE FROM will WHERE client = ?1").bind(1, client.bytes).run()
  }

  /// Removes one row.
  func remove(_ place: PathBytes, of client: ClientID) throws(StoreError) {
    try connection.statement("DELETE FROM will WHERE client = ?1 AND place = ?2")
      .bind(1, client.bytes).bind(2, place).run()
  }

  /// Gives a will to another client, which must have none.
  func move(from client: ClientID, to other: ClientID) throws(StoreError) {
    try connection.statement("UPDATE will SET client = ?2 WHERE client = ?1")
      .bind(1, client.bytes).bind(2, other.bytes).run()
  }

  /// Reads a step; an error of the kind `corrupt` when it does not decode.
  func step(_ bytes: [UInt8], at place: PathBytes) throws(StoreError) -> Write.Step {
    let isPriority = place.last == PathCoding.priorityTag && PathCoding.path(of: place) == nil
    guard let path = PathCoding.path(of: isPriority ? PathBytes(place.dropLast()) : place) else {
      throw StoreError(.corrupt, at: connection.file, "The place of a will cannot be read.")
    }
    do {
      let step = try DraftCoding.decode(bytes, at: path)
      if case .priority = step, isPriority { return step }
      if case .set = step, !isPriority { return step }
    } catch {
      // Said below.
    }
    throw StoreError(.corrupt, at: path.description, "The will for this place is damaged.")
  }
}
