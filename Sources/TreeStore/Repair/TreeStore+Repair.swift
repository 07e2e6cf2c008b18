internal import Glibc
internal import JSONTree
internal import Platform

/// What could be saved of a damaged tree, and what could not.
package struct RepairReport: Sendable, Hashable {
  /// Records that were saved.
  package var records = 0
  /// What is missing in the new tree, and why; at most `StoreLimits.findings` lines.
  package var lost: [Finding] = []
}

extension TreeStore {
  /// Saves what can be read of a damaged tree into a new one in another folder.
  ///
  /// The damaged file is copied first and never written. Lists, counts and sums are made anew. The
  /// new folder must not hold a tree; its parent must be there. Costs a pass over everything and
  /// room for a copy meanwhile.
  package static func repair(
    _ folder: String, into target: String, options: Options = Options()
  ) throws -> RepairReport {
    guard try !exists(target) else {
      throw StoreError(
        .cannotOpen, at: target, "Something is there already; a repaired tree needs a new folder.")
    }
    let store = try TreeStore(at: target, options: options)
    defer { store.close() }
    let copy = "\(target)/damaged"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) } }
    for suffix in ["", "-wal"] {
      try copyFile("\(folder)/\(fileName)\(suffix)", to: copy + suffix, isNeeded: suffix.isEmpty)
    }
    let damaged = try Connection(opening: copy, access: .readWrite)
    defer { damaged.close() }
    var repair = Repair(damaged, store: store)
    try repair.run(options)
    return repair.report
  }

  private static func exists(_ folder: String) throws(StoreError) -> Bool {
    do {
      return try FileDescriptor.status(of: "\(folder)/\(fileName)") != nil
    } catch {
      throw StoreError(
        .cannotOpen, at: folder, "The folder cannot be opened.", underlying: "\(error)")
    }
  }

  private static func copyFile(
    _ path: String, to copy: String, isNeeded: Bool
  ) throws(StoreError) {
    do throws(SystemError) {
      let isThere = try FileDescriptor.status(of: path) != nil
      guard isThere || isNeeded else { return }
      let source = try FileDescriptor(opening: path, .readOnly)
      let target = try FileDescriptor(opening: copy, .writeOnly, [.create, .exclusive])
      var offset: Int64 = 0
      while true {
        let bytes = try source.bytes(at: offset, count: 1 << 20)
        if bytes.isEmpty { return }
        try target.write(bytes)
        offset += Int64(bytes.count)
      }
    } catch {
      let isFull = error.errno == ENOSPC || error.errno == EDQUOT
      throw StoreError(
        isFull ? .full : .cannotOpen, at: path, "The damaged file cannot be copied.",
        underlying: "\(error)")
    }
  }
}

/// One repair: reads the damaged copy, fills the new tree, keeps account.
struct Repair {
  private(set) var report = RepairReport()
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
    var lost: [(after: PathBytes?, before: PathBytes?)] = []
    _ = try writer.load(at: .root, origin: options.desk, at: options.clock) { save in
      try withoutActuallyEscaping(save) { save in
        lost = try Repair.salvage(damaged, account, save)
      }
    }
    report.records = account.records
    report.lost += account.lost
    for stretch in lost { note(stretch) }
    try compare(locations)
    report.lost = Array(report.lost.prefix(StoreLimits.findings))
  }

  /// Saves every row that can be read; says where some cannot.
  private static func salvage(
    _ damaged: Connection, _ account: Account, _ save: @escaping (JSONStream.Piece) throws -> Void
  ) throws -> [(after: PathBytes?, before: PathBytes?)] {
    // A priority's row comes before the rows of what has it.
    var priorities: [JSONStream.Piece] = []
    var salvage = Salvage(damaged) { path, statement in
      guard let piece = account.piece(path, statement) else { return }
      if case .priority = piece { priorities.append(piece) } else { try save(piece) }
    }
    try salvage.run()
    for priority in priorities { try save(priority) }
    return salvage.lost
  }

  /// The lists that the damaged file declares; none, and a line, when that cannot be read.
  private mutating func declarations() -> [ListedLocation] {
    var catalog = ListCatalog()
    do {
      _ = try catalog.refresh(from: damaged)
      return catalog.locations
    } catch {
      report.lost.append(
        Finding(
          place: "/",
          reason: "The declarations of lists cannot be read; the program that uses the "
            + "tree declares its own when it opens it."))
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

  private mutating func note(_ stretch: (after: PathBytes?, before: PathBytes?)) {
    func name(_ path: PathBytes?) -> String? {
      guard let path else { return nil }
      let own = path.last == PathCoding.priorityTag ? PathBytes(path.dropLast()) : path
      return (PathCoding.path(of: path) ?? PathCoding.path(of: own)).map { "\($0)" }
    }
    let after = name(stretch.after).map { "behind \($0)" }
    let before = name(stretch.before).map { "before \($0)" }
    let place = [after, before].compactMap(\.self).joined(separator: " and ")
    report.lost.append(
      Finding(
        place: place.isEmpty ? "/" : place, reason: "A part of the file there cannot be read."))
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
        report.lost.append(
          Finding(
            place: location.path.description,
            reason: "\(known - saved) of \(known) children are missing."))
      }
    }
  }
}

/// What becomes of each row that was read.
private final class Account {
  private(set) var records = 0
  private(set) var lost: [Finding] = []
  private let reader: RecordReader?
  private let file: String

  init(_ connection: Connection) {
    reader = try? RecordReader(connection)
    file = connection.file
  }

  /// The piece of a row; nil, and a line, when its path or its value cannot be read.
  func piece(_ path: PathBytes, _ statement: Statement) -> JSONStream.Piece? {
    let isPriority = path.last == PathCoding.priorityTag && PathCoding.path(of: path) == nil
    guard let reader,
      let place = PathCoding.path(of: isPriority ? PathBytes(path.dropLast()) : path)
    else {
      note("/", "A record's path cannot be read.")
      return nil
    }
    guard let (node, _) = try? reader.value(of: statement, at: path), !node.isEmpty else {
      note(place.description, "The record there cannot be read.")
      return nil
    }
    records += 1
    guard isPriority else { return .node(place, node) }
    return node.scalar.map { .priority(place, $0) }
  }

  private func note(_ place: String, _ reason: String) {
    if lost.count < StoreLimits.findings { lost.append(Finding(place: place, reason: reason)) }
  }
}
