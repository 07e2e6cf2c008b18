import Inventory
import TextUI

extension App {
  /// How soon after a character an Enter belongs to it: a scanner's characters come at most this
  /// far apart, and such an Enter saves nothing even when the burst was no code.
  static let enterGap: Duration = .milliseconds(80)

  /// Takes one event of the terminal.
  func input(
    _ state: inout State, _ event: InputEvent, at instant: ContinuousClock.Instant
  ) -> Effect<Message> {
    switch event {
    case .key(let key):
      prepare(&state)
      let events = state.decoder.receive(Self.stroke(key), key: key, at: instant)
      let effect = carryOut(&state, events)
      if case .character = key { state.lastCharacter = instant }
      return effect
    case .paste(let text):
      return pasted(&state, text, at: instant)
    case .pasteRefused(let bytes):
      state.say(.refused, Wording.pasteTooLong(bytes))
      return bell(2)
    case .mouse(let mouse):
      return pointed(&state, mouse)
    case .resized(let size):
      state.size = size
      state.settleShelf()
      return .none
    case .focus, .reply:
      return .none
    }
  }

  /// Takes the news that time has passed.
  func advance(_ state: inout State, to instant: ContinuousClock.Instant) -> Effect<Message> {
    guard let deadline = state.decoder.deadline, deadline <= instant else { return .none }
    prepare(&state)
    return carryOut(&state, state.decoder.advance(to: instant))
  }

  /// Tells the decoder what keys mean at the moment.
  private func prepare(_ state: inout State) {
    state.decoder.mode = state.ui.scanMode
    var lasting: Set<Character> = []
    for binding in Keys.table(in: state.ui) where binding.request.isLasting {
      for case .character(let character) in binding.keys { lasting.insert(character) }
    }
    state.decoder.irrevocable = lasting
  }

  private func carryOut(
    _ state: inout State, _ events: [ScanEvent<KeyPress>]
  ) -> Effect<Message> {
    var effect = Effect<Message>.none
    for event in events {
      switch event {
      case .mark:
        state.before = state.ui
      case .key(let key):
        effect = effect + press(&state, key)
      case .takeBack:
        if let before = state.before {
          state.ui = before
          state.settleShelf()
        }
      case .scan(let scan):
        effect = effect + self.scan(&state, scan)
        state.before = nil
      }
    }
    return effect
  }

  /// Carries out a key: by the table in force, else as text where text is taken.
  func press(_ state: inout State, _ key: KeyPress) -> Effect<Message> {
    if let request = Keys.table(in: state.ui).request(for: key) {
      return act(&state, request)
    }
    switch state.ui.overlay {
    case .question, .help, .transfers: return .none
    case nil: break
    }
    switch state.ui.tab {
    case .stock where state.ui.shelf.isFiltering: return edited(&state, key)
    case .plus: state.ui.plus.type(key)
    case .minus: state.ui.minus.type(key)
    case .add, .fix: state.ui.changeForm(state.ui.tab) { $0.type(key) }
    case .stock: break
    }
    return .none
  }

  /// What a key is to the decoder.
  private static func stroke(_ key: KeyPress) -> ScanStroke {
    switch key {
    case .character(let character): .character(character)
    case .enter: .enter
    case .tab: .tab
    case .backspace: .erase
    case .alt(let character): .alt(character)
    case .control("b"): .character("\u{2}")
    case .control("]"): .character("\u{1D}")
    default: .other
    }
  }

  /// A bell, when the person wants to hear one.
  func bell(_ count: Int) -> Effect<Message> { settings.hasBell ? .bell(count) : .none }
}

extension Interface {
  /// What keys mean at the moment.
  var scanMode: ScanMode {
    if overlay != nil { return .keys }
    if isEditing { return .text }
    return tab.mood == nil ? .keys : .desk
  }
}
