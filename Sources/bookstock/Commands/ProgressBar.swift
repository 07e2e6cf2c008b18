import Glibc
import Synchronization

/// How far a long piece of work is, on standard error where that is a terminal; nothing elsewhere.
final class ProgressBar: Sendable {
  private struct State {
    var done: Int64 = 0
    var shown = ContinuousClock.now - .seconds(1)
    var isDrawn = false
  }

  private static let width = 24
  /// Often enough to look alive, seldom enough to cost nothing over a slow line.
  private static let interval = Duration.milliseconds(100)

  private let label: String
  /// The bytes of the whole work; nil when they are not known before.
  private let total: Int64?
  private let isShown: Bool
  private let state = Mutex(State())

  /// Creates a bar; `isQuiet` keeps it away.
  init(_ label: String, total: Int64?, isQuiet: Bool) {
    self.label = label
    self.total = total
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  /// So many bytes more are done.
  func advance(_ bytes: Int) {
    guard isShown else { return }
    state.withLock { state in
      state.done += Int64(bytes)
      let now = ContinuousClock.now
      guard now - state.shown >= ProgressBar.interval else { return }
      state.shown = now
      state.isDrawn = true
      Output.write("\r\u{1B}[K" + line(state.done), to: STDERR_FILENO)
    }
  }

  /// Takes the bar away: what was done is said elsewhere.
  func finish() {
    state.withLock { state in
      if state.isDrawn { Output.write("\r\u{1B}[K", to: STDERR_FILENO) }
      state.isDrawn = false
    }
  }

  /// The line as it is shown: `Checking [######......]  50 %  50 of 100 MB`.
  func line(_ done: Int64) -> String {
    guard let total, total > 0 else { return "\(label)  \(done / 1_000_000) MB" }
    let part = min(1, Double(done) / Double(total))
    let full = Int(part * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: full)
      + String(repeating: ".", count: ProgressBar.width - full)
    let percent = "\(Int(part * 100))"
    let padded = String(repeating: " ", count: max(0, 3 - percent.count)) + percent
    return "\(label) [\(bar)] \(padded) %  \(done / 1_000_000) of \(total / 1_000_000) MB"
  }
}
