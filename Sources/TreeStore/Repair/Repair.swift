internal import JSONTree

/// One repair: reads the damaged copy, fills the new tree, keeps account.
struct Repair {
  /// What came of it.
  var report: RepairReport { RepairReport(records: records, lost: losses.findings) }

  private var records = 0
  private var losses = Losses()
  private let damaged: Connection
  private let store: TreeStore

  init(_ damaged: Connection, store: TreeStore) {
    self.damaged = damaged
    self.store = store
  }

  mutating func run(_ options: TreeStore.Options) throws {
    guard case .ours = try Schema.state(of: damaged) else {
      throw StoreError(.notADatabase, at: damaged.file, "There is no tree in the file.")
    }
    let locations = declarations()
    let writer = try store.writing()
    try declare(locations)
    let account = Account(damaged)
    var lost: [Salvage.Stretch] = []
    _ = try writer.load(at: .root, origin: options.desk, at: options.clock) { save in
      try withoutActuallyEscaping(save) { save in
        lost = try Repair.salvage(damaged, locations, account, save)
      }
    }
    records = account.records
    // First what is missing from where: of the rest there may be too much to be said.
    try compare(locations)
    losses.add(account.losses)
    for stretch in lost { note(stretch) }
  }

  /// Saves every row that can be read; says where some cannot.
  private static func salvage(
    _ damaged: Connection, _ locations: [ListedLocation], _ account: Account,
    _ save: @escaping (JSONStream.Piece) throws -> Void
  ) throws -> [Salvage.Stretch] {
    // A priority's row comes before the rows of what has it.
    var priorities: [JSONStream.Piece] = []
    let hints = { Repair.children(of: locations, damaged) }
    var salvage = Salvage(damaged, hints: hints) { path, statement in
      guard let piece = account.piece(path, statement) else { return }
      if case .priority = piece { priorities.append(piece) } else { try save(piece) }
    }
    try salvage.run()
    for priority in priorities { try save(priority) }
    return salvage.lost
  }

  /// The lists that the damaged file declares; none, and a line, when that cannot be read.
  private mutating func declarations() -> [ListedLocation] {
    do {
      return try ListCatalog.read(from: damaged)
    } catch {
      losses.note(
        "/",
        "The declarations of lists cannot be read; the program that uses the tree declares its "
          + "own when it opens it.")
      return []
    }
  }

  private func declare(_ locations: [ListedLocation]) throws(StoreError) {
    var lists: [ListDeclaration] = []
    var texts: [TextDeclaration] = []
    for location in locations {
      for list in location.lists { lists.append(ListDeclaration(location.path, by: list.ordering)) }
      for tally in location.tallies {
        let ordering = location.lists.first?.ordering ?? .key
        lists.append(ListDeclaration(location.path, by: ordering, sum: tally.child))
      }
      for words in location.words {
        texts.append(TextDeclaration(location.path, children: words.children))
      }
    }
    try store.declare(lists, texts: texts)
  }

  private mutating func note(_ stretch: Salvage.Stretch) {
    func name(_ path: PathBytes) -> String? {
      let own = path.last == PathCoding.priorityTag ? PathBytes(path.dropLast()) : path
      return (PathCoding.path(of: path) ?? PathCoding.path(of: own)).map { "\($0)" }
    }
    let after = stretch.after.flatMap(name).map { "behind \($0)" }
    let before = stretch.before.flatMap(name).map { "before \($0)" }
    let place = [after, before].compactMap(\.self).joined(separator: " and ")
    losses.note(place.isEmpty ? "/" : place, "A part of the file there cannot be read.")
  }

  /// Paths of children, as far as lists of them can be read from their two ends.
  private static func children(
    of locations: [ListedLocation], _ damaged: Connection
  ) -> [PathBytes] {
    var paths: Set<PathBytes> = []
    for location in locations {
      for (list, order) in location.lists.flatMap({ [($0, ""), ($0, " DESC")] }) {
        let entries = try? damaged.statement(
          "SELECT key FROM entry WHERE list = ?1 ORDER BY sort\(order), key\(order)")
        entries?.bind(1, list.id)
        while let entries, (try? entries.step()) == true {
          paths.insert(location.bytes + entries.bytes(0))
        }
        entries?.reset()
      }
    }
    return paths.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Says of each list how many of its children are missing, as far as its count can be read.
  private mutating func compare(_ locations: [ListedLocation]) throws {
    for location in locations {
      let counted = try? damaged.statement("SELECT count FROM location WHERE id = ?1")
      guard let counted else { continue }
      counted.bind(1, location.id)
      defer { counted.reset() }
      guard (try? counted.step()) == true else { continue }
      let known = Int(counted.integer(0))
      let saved = try store.read { try $0.total(of: Query(location.path)) }
      if saved < known {
        losses.note(
          location.path.description, "\(known - saved) of \(known) children are missing.")
      }
    }
  }
}

/// What becomes of each row that was read.
private final class Account {
  private(set) var records = 0
  private(set) var losses = Losses()
  private let reader: RecordReader?

  init(_ connection: Connection) {
    reader = try? RecordReader(connection)
  }

  /// The piece of a row; nil, and a line, when its path or its value cannot be read.
  func piece(_ path: PathBytes, _ statement: Statement) -> JSONStream.Piece? {
    let isPriority = path.last == PathCoding.priorityTag && PathCoding.path(of: path) == nil
    guard let reader,
      let place = PathCoding.path(of: isPriority ? PathBytes(path.dropLast()) : path)
    else {
      losses.note("/", "A record's path cannot be read.")
      return nil
    }
    guard let (node, _) = try? reader.value(of: statement, at: path), !node.isEmpty else {
      losses.note(place.description, "The record there cannot be read.")
      return nil
    }
    records += 1
    guard isPriority else { return .node(place, node) }
    return node.scalar.map { .priority(place, $0) }
  }
}
