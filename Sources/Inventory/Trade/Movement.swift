/// One change of one count: an immutable fact of the ledger.
public struct Movement: Hashable, Sendable {
  /// The push id it stands under, which also orders movements in time.
  public var id: String

  /// The book.
  public var key: StockKey

  /// How many copies came (positive) or went (negative).
  public var change: Int

  /// The count before.
  public var old: Int

  /// The count after.
  public var new: Int

  /// Why.
  public var reason: Reason

  /// The desk it was made at.
  public var desk: String

  /// The person's login name.
  public var user: String

  /// When, in milliseconds since 1970 by the database's clock.
  public var at: Int64

  /// A free note.
  public var note: String?

  /// The id of the movement that this one takes back.
  public var undoes: String?

  /// The id of the run, count or import it belongs to.
  public var session: String?

  /// Creates a movement.
  public init(
    id: String, key: StockKey, change: Int, old: Int, new: Int, reason: Reason, desk: String,
    user: String, at: Int64, note: String? = nil, undoes: String? = nil, session: String? = nil
  ) {
    self.id = id
    self.key = key
    self.change = change
    self.old = old
    self.new = new
    self.reason = reason
    self.desk = desk
    self.user = user
    self.at = at
    self.note = note
    self.undoes = undoes
    self.session = session
  }
}
