/// Tells a scanner's second read of one copy from a second copy.
///
/// A repeat is the same code as the scan immediately before, begun within the window of its end.
/// A real second copy takes at least half a second by hand. Pastes and dumps do not pass here.
public struct RepeatFilter: Sendable {
  /// The window that shops start with.
  public static let usual = Duration.milliseconds(300)

  /// The widest window that may be set.
  public static let widest = Duration.milliseconds(2000)

  /// Zero turns the filter off.
  public var window: Duration {
    didSet { window = min(max(window, .zero), Self.widest) }
  }

  private var last: (code: String, ended: ContinuousClock.Instant)?

  /// Creates a filter that has seen nothing.
  public init(window: Duration = Self.usual) {
    self.window = min(max(window, .zero), Self.widest)
  }

  /// Takes the next scan and tells whether it is a repeat, which is shown and not counted.
  ///
  /// The code is what identifies the book (its stock key), so that reads of one copy with and
  /// without the add-on bar are the same.
  public mutating func isRepeat(
    of code: String, began: ContinuousClock.Instant, ended: ContinuousClock.Instant
  ) -> Bool {
    defer { last = (code, ended) }
    guard window > .zero, let last, last.code == code else { return false }
    return began - last.ended <= window
  }
}
