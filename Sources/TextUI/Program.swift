/// A terminal program as values: a state, messages that change it, and a picture of it.
///
/// The loop calls every method on its one thread. `update` is the only one that changes the state;
/// what must happen outside is returned as an ``Effect`` and comes back as a message. `draw` must
/// not depend on anything but the state and the canvas.
public protocol Program<State, Message>: Sendable {
  associatedtype State: Sendable
  associatedtype Message: Sendable

  /// The first state, on a screen of the given size.
  func start(size: Size, at instant: ContinuousClock.Instant) -> (State, Effect<Message>)
  /// Changes the state by a message and says what is to be done outside.
  func update(_ state: inout State, _ message: Message) -> Effect<Message>
  /// The message for something the terminal told, with the instant its bytes were read.
  func message(for event: InputEvent, at instant: ContinuousClock.Instant) -> Message
  /// The message when the instant asked for by ``deadline(in:)`` has come.
  func message(atDeadline instant: ContinuousClock.Instant) -> Message
  /// The message when it is known, or better known, what the terminal can show: before the first
  /// screen is drawn, and whenever the terminal has answered. Nil for a program without pictures.
  func message(
    for abilities: TerminalAbilities, at instant: ContinuousClock.Instant
  ) -> Message?
  /// When the program wants to be called next, if nothing else happens; nil for never.
  ///
  /// Input that came before this instant is delivered before the deadline is.
  func deadline(in state: State) -> ContinuousClock.Instant?
  /// What the state is watching, as data.
  ///
  /// Compared by id after each wake: new ones start, gone ones end.
  func subscriptions(in state: State) -> [Subscription<Message>]
  /// Draws the state. The canvas is blank and has the size of the last ``InputEvent/resized(_:)``.
  func draw(_ state: State, on canvas: inout Canvas)
}

extension Program {
  /// Nothing: the program draws no pictures.
  public func message(
    for abilities: TerminalAbilities, at instant: ContinuousClock.Instant
  ) -> Message? { nil }
}
