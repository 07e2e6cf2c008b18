/// The limits of a bucket in a folder, each with its reason.
enum FolderLimits {
  /// Bytes that are read or written at once; between pieces a transfer can be stopped.
  static let piece = 256 * 1024

  /// Threads that read and write bytes: enough that their waits for the disk overlap, and that one
  /// slow transfer holds up few others.
  static let lanes = 8

  /// Files that a lane puts into one folder before it draws another: making a folder durable costs
  /// as much as a file.
  static let filesInRow = 64

  /// Changes that share one commit at most: the first of them waits for the last.
  static let batch = 256

  /// Bytes of custom metadata, keys and values.
  ///
  /// Google Cloud Storage: "Quotas & limits".
  static let customBytes = 8 * 1024

  /// Bytes of one other text of the metadata: room for a content disposition that holds a name of
  /// full length, escaped.
  static let fieldBytes = 4 * 1024

  /// The most a page of a listing may hold.
  ///
  /// Firebase: `list(maxResults:)`.
  static let pageSize = 1_000

  /// Characters of a page token: beyond this it is none of ours.
  static let tokenLength = 4 * 1024

  /// The write-ahead log is copied into the catalogue when it has this many pages (4 MB).
  static let checkpointPages = 1_000

  /// From this many pages on the log is cut to nothing, waiting shortly for readers (64 MB).
  static let truncatePages = 16_000

  /// How long cutting the log waits for readers, in milliseconds: a commit pays for it.
  static let truncateWait: Int32 = 20

  /// How long SQLite itself waits for a connection that does not queue with us, in milliseconds.
  static let foreignWait: Int32 = 5_000

  /// How long closing waits for the turn; without it the next to open copies the log.
  static let closingPatience = Duration.milliseconds(200)

  /// Memory for pages of the catalogue, in KiB, for each connection.
  static let cacheKibibytes = 1_024

  /// Files a sweep looks at together: it holds each open meanwhile.
  static let sweepFiles = 128
}
