import Foundation
import OpenLibrary
import Synchronization

/// A clock that stands still until somebody waits for a turn, or a test moves it.
final class DeskClock: Sendable {
  private struct Sleeper {
    let until: Duration
    let hold: Hold
  }

  private struct State {
    var now: Duration = .seconds(1_000)
    var isSelfMoving = true
    var sleepers: [Sleeper] = []
  }

  private let state = Mutex(State())

  /// Whether a wait for a turn moves the clock by itself; deadlines never do.
  var isSelfMoving: Bool {
    get { state.withLock { $0.isSelfMoving } }
    set { state.withLock { $0.isSelfMoving = newValue } }
  }

  var now: Duration { state.withLock { $0.now } }
  /// The clock on the wall, which goes with the other.
  var day: Date {
    Date(timeIntervalSince1970: 1_900_000_000 + (now - .seconds(1_000)) / .seconds(1))
  }
  /// How many wait.
  var sleeping: Int { state.withLock { $0.sleepers.count } }

  func wait(until: Duration, _ wait: Surroundings.Wait) async {
    let hold = state.withLock { state -> Hold? in
      if wait == .turn, state.isSelfMoving {
        state.now = max(state.now, until)
        return nil
      }
      guard until > state.now else { return nil }
      let sleeper = Sleeper(until: until, hold: Hold())
      state.sleepers.append(sleeper)
      return sleeper.hold
    }
    guard let hold else { return }
    await hold.wait()
    state.withLock { $0.sleepers.removeAll { $0.hold === hold } }
  }

  func advance(by time: Duration) {
    let due = state.withLock { state in
      state.now += time
      return state.sleepers.filter { $0.until <= state.now }
    }
    for sleeper in due { sleeper.hold.letGo() }
  }
}
