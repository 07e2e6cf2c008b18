/// The times that tell a scanner from a person.
///
/// USB scanners send a character every 1 to 10 ms, Bluetooth ones every 10 to 40 ms with jitter;
/// ssh and tmux deliver a whole scan at one instant. Fast typists need 80 ms and more for a digit.
enum ScanTiming {
  /// The longest gap between characters of one burst.
  static let gap = Duration.milliseconds(80)

  /// How long after a typed character a letter in a field is the person's, not the scanner's.
  static let typing = Duration.milliseconds(500)

  /// The longest average gap of a scanner: Bluetooth's 40 ms and its jitter.
  static let average = Duration.milliseconds(60)

  /// How long nothing must come after a good code for it to be over.
  static let quiet = Duration.milliseconds(100)

  /// How long a scan that has begun may falter, as over a loaded link, before it is refused.
  static let stall = Duration.milliseconds(300)

  /// How long after a scan's end further empty ends belong to it (CR LF, CR CR).
  static let echo = Duration.milliseconds(300)
}
