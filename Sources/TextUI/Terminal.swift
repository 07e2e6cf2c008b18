/// What a terminal tells the loop.
public enum TerminalEvent: Hashable, Sendable {
  /// Bytes that were typed or pasted, with the instant they were read. Bytes that were waiting
  /// already when the terminal came to look carry the instant of the look before, for they may have
  /// come at any time since: the keys of a scanner are not torn apart by the program's own work.
  case input([UInt8], at: ContinuousClock.Instant)
  case resized(Size)
  /// The program was continued after it had been stopped from outside.
  case resumed
  case signal(TerminalSignal)
  /// The terminal is gone; nothing will ever be typed again.
  case closed
}

/// A signal that asks the program to end or to stop.
public enum TerminalSignal: Hashable, Sendable {
  case interrupt, terminate, hangup, stop

  /// The exit status of a program that ends on the signal: 128 and the signal's number.
  public var exitStatus: Int32 {
    switch self {
    case .hangup: 129
    case .interrupt: 130
    case .terminate: 143
    case .stop: 148
    }
  }
}

/// A screen to draw on and a keyboard to read from; one thread only, apart from ``waker``.
public protocol Terminal: AnyObject {
  /// The clock that stamps input and that deadlines are measured by.
  var now: ContinuousClock.Instant { get }
  var size: Size { get }
  /// Ends the present or the next ``wait(until:)`` early; from any thread, also after the end.
  var waker: @Sendable () -> Void { get }
  /// Waits for input, a signal, a wake or the deadline, and gives all there is, signals first.
  func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent]
  /// Shows a picture of the terminal's size, changing only what differs from the one before.
  func present(_ canvas: Canvas)
  /// Makes the next ``present(_:)`` paint every cell.
  func repaint()
  func bell(_ count: Int)
  /// Puts a text on the clipboard, if the terminal can.
  func copy(_ text: String)
  /// Gives the terminal back, stops the process, and takes the terminal again when it is continued.
  func suspend()
  /// Gives the terminal back for good. Calling it again does nothing.
  func close()
  /// What the terminal can show, as far as it is known; nil where nobody needs to know.
  var abilities: TerminalAbilities? { get }
  /// Until when answers of the terminal are expected, which may come in pieces; nil for none.
  var answersUntil: ContinuousClock.Instant? { get }
  /// Takes an answer of the terminal (see ``InputEvent/reply(_:)``).
  ///
  /// Returns whether it was one to a question of its own, and so no news for the program.
  func hear(_ reply: String) -> Bool
  /// When the terminal wants to be called by ``settle()``, if nothing else happens.
  var deadline: ContinuousClock.Instant? { get }
  /// Finishes what it has put off until the screen is quiet.
  func settle()
}

/// A terminal that asks nothing and puts nothing off.
extension Terminal {
  /// Nothing is known.
  public var abilities: TerminalAbilities? { nil }
  /// No answer is awaited.
  public var answersUntil: ContinuousClock.Instant? { nil }
  /// No reply is to a question of its own.
  public func hear(_ reply: String) -> Bool { false }
  /// Nothing was put off.
  public var deadline: ContinuousClock.Instant? { nil }
  /// Does nothing.
  public func settle() {}
}
