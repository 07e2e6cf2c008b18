/// Who holds the turn to write, as it told the lock file.
package struct WriterQueueHolder: Hashable, Sendable {
  /// Its process number on its own machine.
  package var process: Int32
  /// Its program's name.
  package var program: String
  /// What the program calls itself, a desk's name; may be empty.
  package var label: String
  /// When it took the turn, in milliseconds of the day's clock.
  package var since: Int64

  /// Makes a holder from its parts.
  package init(process: Int32, program: String, label: String, since: Int64) {
    self.process = process
    self.program = program
    self.label = label
    self.since = since
  }
}

extension WriterQueueHolder: CustomStringConvertible {
  package var description: String {
    let desk = label.isEmpty ? "" : ", \(label)"
    return "\(program) (process \(process)\(desk)) since \(WallClock.text(since))"
  }
}
