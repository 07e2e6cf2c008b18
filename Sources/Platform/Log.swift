/// Where a room says what an operator should know.
///
/// Silent unless somebody gives it a sink. A value: copies share the sink. Messages below the level
/// are not even made.
package struct Log: Sendable {
  /// How much a message matters.
  package enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error

    package static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .trace: 0
      case .debug: 1
      case .info: 2
      case .notice: 3
      case .warning: 4
      case .error: 5
      }
    }
  }

  /// One message with what belongs to it.
  package struct Entry: Sendable, Hashable {
    /// Milliseconds of the day's clock.
    package var at: Int64
    package var level: Level
    package var label: String
    package var message: String
    package var metadata: [String: String]
  }

  /// Takes entries, from any thread.
  package typealias Sink = @Sendable (Entry) -> Void

  /// Which room speaks.
  package var label: String
  /// The least level that is written.
  package var level: Level
  private let sink: Sink?

  /// Makes a log; without a sink it is silent.
  package init(label: String, level: Level = .warning, sink: Sink? = nil) {
    self.label = label
    self.level = level
    self.sink = sink
  }

  /// A log that says nothing.
  package static let silent = Log(label: "")

  /// Writes a message if its level is high enough; only then are the arguments evaluated.
  package func callAsFunction(
    _ level: Level, _ message: @autoclosure () -> String,
    _ metadata: @autoclosure () -> [String: String] = [:]
  ) {
    guard let sink, level >= self.level else { return }
    sink(
      Entry(
        at: WallClock.milliseconds(), level: level, label: label, message: message(),
        metadata: metadata()))
  }
}

extension Log.Entry {
  /// One line without its end: time, level, label, message, then `key=value` sorted by key.
  ///
  /// Control characters are escaped, so that no message can forge a second line.
  package var line: String {
    var text = "\(WallClock.text(at)) \(level.rawValue) \(label): \(message)"
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
