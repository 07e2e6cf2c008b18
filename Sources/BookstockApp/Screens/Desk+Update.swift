import Inventory
import InventoryStore
import TextUI

extension App {
  /// Carries out a request of the counting screens.
  func desk(_ state: inout State, _ request: Desk.Request) -> Effect<Message> {
    guard let mood = state.ui.tab.mood else { return .none }
    switch request {
    case .enter: return entered(&state, mood)
    case .clear: state.ui[mood].entry = ""
    case .reason: state.ui[mood].changeReason()
    case .up: state.ui[mood].scroll = max(0, state.ui[mood].scroll - 1)
    case .down:
      let most = max(0, state.data[mood].lines.count - 1)
      state.ui[mood].scroll = min(most, state.ui[mood].scroll + 1)
    case .countIgnored: return countIgnored(&state, mood)
    case .addUnknown:
      guard let line = state.data[mood].lines.last(where: { $0.outcome == .unknown }),
        let key = line.key
      else {
        state.say(.note, Wording.noUnknown)
        break
      }
      return addUnknown(&state, key, mood)
    }
    return .none
  }

  /// Enter: a quantity corrects the last scan, a code counts.
  private func entered(_ state: inout State, _ mood: Mood) -> Effect<Message> {
    let entry = state.ui[mood].entry
    guard !entry.isEmpty else { return .none }
    let isCode = state.ui[mood].isCode
    state.ui[mood].entry = ""
    if isCode {
      return count(&state, entry, mood, quantity: nil, timing: nil)
    }
    guard let quantity = Quantity(entry) else {
      state.say(.refused, Wording.noQuantity(entry))
      return bell(2)
    }
    guard let line = state.data[mood].lines.last(where: { $0.outcome != .repeated }) else {
      state.say(.note, Wording.nothingToCorrect)
      return .none
    }
    return correct(&state, mood, line, to: quantity.value)
  }

  /// Brings the last scan's line to another quantity, by a movement of the difference.
  private func correct(
    _ state: inout State, _ mood: Mood, _ line: RunLine, to quantity: Int
  ) -> Effect<Message> {
    switch line.outcome {
    case .pending:
      state.data[mood].change(line.id) { $0.wanted = quantity }
      return .none
    case .counted:
      let isOnItsWay = line.wanted != nil
      state.data[mood].change(line.id) { $0.wanted = quantity }
      return isOnItsWay ? .none : sendDifference(&state, mood, line.id)
    case .refused where line.key != nil, .failed:
      return send(&state, mood, line.id, quantity: quantity)
    case .unknown, .added, .undone, .repeated, .refused:
      state.say(.note, Wording.nothingToCorrect)
      return .none
    }
  }

  /// Sends the difference between what a line counted and what is wanted, if there is one.
  func sendDifference(_ state: inout State, _ mood: Mood, _ id: Int) -> Effect<Message> {
    guard let line = state.data[mood][id], let key = line.key, let wanted = line.wanted,
      wanted != line.counted
    else {
      state.data[mood].change(id) { $0.wanted = nil }
      return .none
    }
    let change = (wanted - line.counted) * mood.sign
    state.data.writing[key, default: 0] += 1
    return write(&state, .correct(mood, line: id, key)) { [world] in
      try await world.move(key, change, line.reason)
    }
  }

  /// Sends a line's movement; the line is pending until the store has answered.
  func send(
    _ state: inout State, _ mood: Mood, _ id: Int, quantity: Int
  ) -> Effect<Message> {
    guard let line = state.data[mood][id], let key = line.key else { return .none }
    state.data[mood].change(id) {
      $0.quantity = quantity
      $0.outcome = .pending
    }
    state.data.writing[key, default: 0] += 1
    return write(&state, .count(mood, line: id, key)) { [world] in
      try await world.move(key, quantity * mood.sign, line.reason)
    }
  }

  /// Counts the newest scan that was ignored as a repeat, or that the store could not take.
  private func countIgnored(_ state: inout State, _ mood: Mood) -> Effect<Message> {
    let line = state.data[mood].lines.last { line in
      switch line.outcome {
      case .repeated, .failed: true
      case .pending, .counted, .unknown, .added, .refused, .undone: false
      }
    }
    guard let line else {
      state.say(.note, Wording.noRepeat)
      return .none
    }
    return send(&state, mood, line.id, quantity: line.quantity)
  }

  /// Opens Add with an unknown code and the copies that were scanned of it.
  private func addUnknown(
    _ state: inout State, _ key: StockKey, _ mood: Mood
  ) -> Effect<Message> {
    guard !state.ui.add.isDirty else {
      state.ui.tab = .add
      state.say(.refused, Wording.formInTheWay(key.displayed))
      return bell(2)
    }
    let scanned = state.data[mood].lines.reduce(0) { sum, line in
      line.key == key && line.outcome == .unknown ? sum + line.quantity : sum
    }
    state.ui.tab = .add
    openNew(&state, key, count: mood == .plus ? max(1, scanned) : 1)
    state.ui.add.cameFrom = mood == .plus ? .plus : .minus
    return .none
  }
}
