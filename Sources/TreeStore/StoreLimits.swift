/// The limits of the store, each with its reason.
package enum StoreLimits {
  /// A node whose encoding is larger than this is split into a row per child, in bytes.
  ///
  /// Rows of a table without rowid spill into overflow pages above about 1,000 bytes with 4 KiB
  /// pages, and then writes cost twice as much; the rest is left for the path.
  package static let recordBytes = 800

  /// Rows of one node are put together again when they are no larger than this, in bytes.
  ///
  /// Half of `recordBytes`, so that a node at the border is not split and joined in turn.
  package static let joinBytes = 400

  /// The write-ahead log is copied into the file when it has this many pages (4 MB).
  ///
  /// Long enough that a commit seldom pays for it, short enough that reading stays quick.
  package static let checkpointPages = 1_000

  /// From this many pages on the log is cut to nothing, waiting shortly for readers (64 MB).
  package static let truncatePages = 16_000

  /// The write-ahead log keeps at most this many bytes on disk when it is not in use.
  package static let idleLogBytes = 16 * 1024 * 1024

  /// Revisions the journal keeps; a follower further behind reads everything again.
  package static let journalRevisions: Int64 = 100_000

  /// How long the journal keeps a revision, in milliseconds (one day): followers are running
  /// programs, and one that slept longer reads everything again.
  package static let journalMilliseconds: Int64 = 24 * 60 * 60 * 1_000

  /// The journal is trimmed every so many revisions, so that a commit seldom pays for it.
  package static let journalTrimInterval: Int64 = 256

  /// Revisions removed by one trimming: twice the interval, so that trimming catches up.
  package static let journalTrimBatch: Int64 = 512

  /// The paths of one revision in the journal, in bytes; more collapse to their ancestors.
  package static let journalPathBytes = 4 * 1024

  /// How long SQLite itself waits for a connection that does not queue with us, in milliseconds.
  package static let foreignWaitMilliseconds: Int32 = 5_000

  /// Memory for pages of the file while reading and committing, in KiB, for each connection.
  package static let cacheKibibytes = 4 * 1024

  /// Memory for pages during a write of many steps: lists are filled out of order then.
  package static let bulkCacheKibibytes = 64 * 1024

  /// A write of so many steps is a bulk write.
  package static let bulkSteps = 2_000

  /// The largest subtree one read returns, in bytes of records (256 MiB).
  ///
  /// A node in memory takes several times its bytes on disk; beyond this, read in windows.
  package static let snapshotBytes = 256 * 1024 * 1024

  /// What stands in the way of a guard is shown up to this size, in bytes of records (1 MiB).
  package static let shownBytes = 1024 * 1024

  /// A write of more steps than this is written in path order; fewer are not worth sorting.
  package static let sortedSteps = 16

  /// How long cutting the log waits for readers, in milliseconds: a commit pays for it.
  package static let truncateWaitMilliseconds: Int32 = 20

  /// How long closing waits for the writer's turn; without it the next to open copies the log.
  package static let closingPatience = Duration.milliseconds(200)

  /// A log longer than this is cut when the file is closed: several times what a day at the desk
  /// leaves, so that only an import pays for it (16 MiB).
  package static let keptLogBytes: Int64 = 16 << 20

  /// Places a client's will writes to: all of them are one write, made by whoever notices.
  package static let willSteps = 10_000

  /// Children for which room is made before they are read: a screenful and what is around it.
  package static let likelyWindow = 128

  /// Children that a scan keeps beyond those asked for before it sorts and drops the rest.
  package static let scanSlack = 256

  /// Findings that one check reports; a damaged file would give as many as it has rows.
  package static let findings = 200
}
