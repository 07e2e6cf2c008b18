/// What a file would bring into the stock; nothing is changed by making one.
public struct ImportDraft: Hashable, Sendable {
  /// The count that a new book gets from a file without a quantity column.
  public static let countWithoutColumn = 1

  /// The most copies that a file may give one book.
  ///
  /// Above any shop's stock of one title, and far below an ISBN that slipped into the column.
  public static let mostCopies = 999_999

  /// A row that cannot be taken; the others can.
  public struct Rejected: Hashable, Sendable {
    /// The line in the file, nil for trees.
    public var line: Int?

    /// The key in the tree, nil for tables.
    public var key: String?

    /// What was read as the code.
    public var input: String

    /// A word for programs: one of ``CodeReason``, or `bad_count`; in trees a phrase.
    public var reason: String

    /// A sentence for people.
    public var sentence: String

    /// What would have been taken, if the code is a shop's own and stands in its stock.
    public var row: ImportRow?
  }

  /// Something about a row that was taken which people should know.
  public struct Warning: Hashable, Sendable {
    /// The line in the file, nil for trees.
    public var line: Int?

    /// The key of the book, nil if it concerns no row.
    public var key: StockKey?

    /// A word for programs: one of ``CodeWarning``, or as `duplicate`.
    public var word: String

    /// A sentence for people.
    public var sentence: String
  }

  /// The books, in the file's order, each key once.
  public var rows: [ImportRow] = []

  /// The rows that cannot be taken, in the file's order.
  public var rejected: [Rejected] = []

  /// What people should know about the rows that were taken.
  public var warnings: [Warning] = []

  /// Whether the file said anything about counts.
  public var hasCounts = true

  /// Creates an empty draft.
  public init() {}
}
