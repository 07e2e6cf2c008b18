internal import JSONTree

/// What each revision touched, so that followers read again only what they must.
///
/// The newest row is never removed: it is what says which revision the tree is at.
final class Journal {
  private let connection: Connection
  private let newest: Statement
  private let oldest: Statement
  private let since: Statement
  private let moment: Statement
  private let insert: Statement
  private let trim: Statement
  private var last: KeptRevision?

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    newest = try connection.statement("SELECT max(revision) FROM journal")
    oldest = try connection.statement("SELECT min(revision) FROM journal")
    since = try connection.statement(
      "SELECT paths FROM journal WHERE revision > ?1 ORDER BY revision")
    moment = try connection.statement("SELECT at FROM journal WHERE revision = ?1")
    insert = try connection.statement(
      "INSERT INTO journal (revision, at, origin, paths) VALUES (?1, ?2, ?3, ?4)")
    trim = try connection.statement(
      """
      DELETE FROM journal WHERE revision < ?1 AND revision IN
        (SELECT revision FROM journal ORDER BY revision LIMIT ?2) AND (revision <= ?3 OR at < ?4)
      """)
  }

  /// The revision of the tree as this connection sees it.
  func revision() throws(StoreError) -> Revision {
    defer { newest.reset() }
    return Revision(try newest.step() ? newest.integer(0) : 0)
  }

  /// When a revision was made, in milliseconds since 1970; nil when that is not kept.
  func time(of revision: Revision) throws(StoreError) -> Int64? {
    moment.bind(1, revision.number)
    defer { moment.reset() }
    return try moment.step() ? moment.integer(0) : nil
  }

  /// Writes down what a revision touched, and trims the journal now and then.
  func append(_ changes: ChangeSet, at milliseconds: Int64, origin: String) throws(StoreError) {
    let number = changes.revision.number
    try insert.bind(1, number).bind(2, milliseconds).bind(3, origin)
      .bind(4, Journal.bytes(of: changes)).run()
    last = KeptRevision(revision: changes.revision, time: milliseconds)
    guard number % StoreLimits.journalTrimInterval == 0 else { return }
    try trim.bind(1, number).bind(2, StoreLimits.journalTrimBatch)
      .bind(3, number - StoreLimits.journalRevisions)
      .bind(4, milliseconds - StoreLimits.journalMilliseconds).run()
  }

  /// The last revision that was written down since this was asked last.
  func takeLast() -> KeptRevision? {
    defer { last = nil }
    return last
  }

  /// What changed after a revision; everything, when the journal does not reach back so far.
  func changes(since revision: Revision) throws(StoreError) -> ChangeSet {
    let now = try self.revision()
    if revision == now { return ChangeSet(now, paths: []) }
    defer { oldest.reset() }
    let isKnown = try oldest.step() && oldest.integer(0) <= revision.number + 1
    guard isKnown, revision < now else { return .everything(now) }
    var paths: [Path] = []
    since.bind(1, revision.number)
    defer { since.reset() }
    while try since.step() {
      guard let more = PathList.paths(in: since.bytes(0)) else {
        throw StoreError(.corrupt, at: connection.file, "The journal is damaged.")
      }
      paths.append(contentsOf: more)
      // Enough to collapse: keeps a long sleep from gathering a hundred thousand paths.
      if paths.count > 16 * Limits.changedPaths {
        paths = ChangeSet(now, paths: paths).paths
      }
    }
    return ChangeSet(now, paths: paths)
  }

  /// The paths of a change set, fewer and shorter ones when they are too many bytes.
  private static func bytes(of changes: ChangeSet) -> [UInt8] {
    var paths = changes.paths
    var bytes = PathList.bytes(of: paths)
    while bytes.count > StoreLimits.journalPathBytes {
      let deepest = paths.reduce(0) { max($0, $1.depth) }
      guard deepest > 0 else { break }
      let shorter = paths.map { $0.depth == deepest ? $0.parent ?? .root : $0 }
      paths = ChangeSet(changes.revision, paths: shorter).paths
      bytes = PathList.bytes(of: paths)
    }
    return bytes
  }
}
