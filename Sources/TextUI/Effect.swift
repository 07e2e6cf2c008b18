/// What an update wants done outside the state, as a value.
public struct Effect<Message: Sendable>: Sendable {
  /// Work that may end in a message.
  public typealias Work = @Sendable () async -> Message?

  /// One thing to do.
  package enum Step: Sendable {
    case run(Work)
    case inOrder(Work)
    case bell(Int)
    case copy(String)
    case repaint
    case suspend
    case quit(Int32)
  }

  package let steps: [Step]

  package init(steps: [Step]) {
    self.steps = steps
  }

  /// Nothing.
  public static var none: Effect { Effect(steps: []) }

  /// Work on a task of its own, side by side with any other; cancelled when the program quits.
  public static func run(_ work: @escaping Work) -> Effect {
    Effect(steps: [.run(work)])
  }

  /// Work in the one lane whose pieces run one after another, in the order asked for: writes.
  ///
  /// Quitting and suspending wait for the lane to be empty.
  public static func inOrder(_ work: @escaping Work) -> Effect {
    Effect(steps: [.inOrder(work)])
  }

  /// Rings the terminal's bell a number of times.
  public static func bell(_ count: Int = 1) -> Effect { Effect(steps: [.bell(count)]) }

  /// Puts a text on the clipboard, where the terminal allows it.
  public static func copy(_ text: String) -> Effect { Effect(steps: [.copy(text)]) }

  /// Paints the whole screen again, in case something else has written on it.
  public static var repaint: Effect { Effect(steps: [.repaint]) }

  /// Gives the terminal back to the shell and stops, until the shell continues the program.
  public static var suspend: Effect { Effect(steps: [.suspend]) }

  /// Ends the program with an exit status, after the lane of ordered work is empty.
  public static func quit(_ status: Int32 = 0) -> Effect { Effect(steps: [.quit(status)]) }

  /// Several effects, in order.
  public static func batch(_ effects: [Effect]) -> Effect {
    Effect(steps: effects.flatMap(\.steps))
  }

  /// One effect, then another.
  public static func + (left: Effect, right: Effect) -> Effect {
    Effect(steps: left.steps + right.steps)
  }
}
