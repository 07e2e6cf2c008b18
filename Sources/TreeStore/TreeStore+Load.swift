package import JSONTree

extension TreeStore {
  /// Replaces what is at a path by a tree that comes in pieces, in one transaction.
  ///
  /// `next` gives the pieces, with paths below `path`, and nil at the end; a later piece at the
  /// same place replaces an earlier one. The turn to write is held meanwhile, and memory for some
  /// pieces only. What `next` throws undoes everything and is thrown on.
  package func load(
    at path: Path, origin: String, next: () throws -> JSONStream.Piece?
  ) throws -> Commit {
    _ = try reopenIfReplaced()
    enter()
    defer { leave() }
    return try writing().load(at: path, origin: origin, at: options.clock) { store in
      while let piece = try next() { try store(piece) }
    }
  }
}

extension Writer {
  /// Pieces whose lists are brought up to date together: some thousand books, a few megabytes.
  private static let piecesAtOnce = 8_192

  /// Replaces what is at a path by the pieces that `body` stores, in one transaction.
  func load(
    at path: Path, origin: String, at milliseconds: () -> Int64,
    _ body: (_ store: (JSONStream.Piece) throws -> Void) throws -> Void
  ) throws -> Commit {
    connection.setCache(kibibytes: StoreLimits.bulkCacheKibibytes)
    defer { connection.setCache(kibibytes: StoreLimits.cacheKibibytes) }
    // Only the store's own errors pass through a transaction: any other waits here.
    var fault: (any Error)?
    do {
      return try transaction { () throws(StoreError) in
        let now = milliseconds()
        let revision = lists.revision.next
        let above = try priorities(above: path)
        try clear(path)
        do {
          var waiting = 0
          try body { piece in
            try store(piece, below: path)
            waiting += 1
            if waiting % Writer.piecesAtOnce == 0 { try lists.flush() }
          }
        } catch {
          fault = error
          throw StoreError(.conflict, at: connection.file, "What was to be written ended early.")
        }
        try lists.flush()
        try restore(above)
        let changeSet = ChangeSet(revision, paths: [path])
        try journal.append(changeSet, at: now, origin: origin)
        return Commit(revision: revision, changes: [], changeSet: changeSet)
      }
    } catch {
      throw fault ?? error
    }
  }

  /// Removes what is at a path, also from the lists.
  private func clear(_ path: Path) throws(StoreError) {
    let bytes = PathCoding.bytes(of: path)
    let spot = try records.spot(bytes)
    if isListed(bytes) {
      // It is, or is in, a child of a list: taken out as by any write, and so read whole.
      let old = try records.node(at: path, bytes, spot)
      try lists.note(path, bytes, old: old, new: .empty, onlyPriority: false)
      try lists.flush()
    } else {
      try lists.empty(atAndBelow: bytes)
    }
    try records.set(.empty, at: path, bytes, spot)
  }

  /// The priorities of the nodes above a path, root first.
  private func priorities(above path: Path) throws(StoreError) -> [(Path, Scalar)] {
    var found: [(Path, Scalar)] = []
    for depth in 0..<path.depth {
      let place = Path(Array(path.keys.prefix(depth)))
      if let priority = try records.priority(at: place, PathCoding.bytes(of: place)) {
        found.append((place, priority))
      }
    }
    return found
  }

  /// Gives back the priorities of nodes that were without children for a moment, between what was
  /// there and what has come: to the outside they were never gone.
  private func restore(_ priorities: [(Path, Scalar)]) throws(StoreError) {
    for (place, priority) in priorities
    where try records.priority(at: place, PathCoding.bytes(of: place)) != priority {
      try store(.priority(.root, priority), below: place)
      try lists.flush()
    }
  }

  /// Whether a path is, or lies in, a child of a location with lists.
  private func isListed(_ path: PathBytes) -> Bool {
    lists.catalog.locations.contains {
      $0.bytes.count < path.count && path.lies(below: $0.bytes)
    }
  }

  private func store(_ piece: JSONStream.Piece, below path: Path) throws(StoreError) {
    switch piece {
    case .node(let below, let node):
      let place = path.appending(below)
      let bytes = PathCoding.bytes(of: place)
      let spot = try records.spot(bytes)
      let old = try records.node(at: place, bytes, spot)
      if old == node { return }
      // A name that comes twice: lists take only one change of a child at a time.
      if !old.isEmpty { try lists.flush() }
      try lists.note(place, bytes, old: old, new: node, onlyPriority: false)
      try records.set(node, at: place, bytes, spot)
    case .priority(let below, let priority):
      let place = path.appending(below)
      let bytes = PathCoding.bytes(of: place)
      guard isListed(bytes) else { return try records.setPriority(priority, at: place, bytes) }
      let spot = try records.spot(bytes)
      let old = try records.node(at: place, bytes, spot)
      let new = old.settingPriority(priority)
      try lists.note(place, bytes, old: old, new: new, onlyPriority: true)
      try records.set(new, at: place, bytes, spot)
    }
  }
}
