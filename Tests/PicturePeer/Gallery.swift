import TextUI

/// A list of two hundred lines on the left, a picture on the right, and a status at the bottom.
struct Gallery: Program {
  struct State: Sendable {
    var size: Size
    var abilities: TerminalAbilities?
    var picture: TerminalPicture?
    var number = 1
    var selected = 0
    var top = 0
    var typed = ""
    var hasDialog = false
    var isMoved = false
    var isHidden = false
  }

  enum Message: Sendable {
    case event(InputEvent)
    case abilities(TerminalAbilities)
    case painted(TerminalPicture, number: Int, TerminalAbilities)
    case deadline
  }

  static let lines = 200
  static let pictureSize = Size(width: 24, height: 12)

  func start(size: Size, at instant: ContinuousClock.Instant) -> (State, Effect<Message>) {
    (State(size: size), .none)
  }

  func message(for event: InputEvent, at instant: ContinuousClock.Instant) -> Message {
    .event(event)
  }
  func message(atDeadline instant: ContinuousClock.Instant) -> Message { .deadline }
  func message(
    for abilities: TerminalAbilities, at instant: ContinuousClock.Instant
  ) -> Message? {
    .abilities(abilities)
  }
  func deadline(in state: State) -> ContinuousClock.Instant? { nil }
  func subscriptions(in state: State) -> [Subscription<Message>] { [] }

  func update(_ state: inout State, _ message: Message) -> Effect<Message> {
    switch message {
    case .deadline: return .none
    case .abilities(let abilities):
      state.abilities = abilities
      return paint(state)
    case .painted(let picture, let number, let abilities):
      // Paintings are finished in any order.
      if number == state.number && abilities == state.abilities { state.picture = picture }
      return .none
    case .event(.resized(let size)):
      state.size = size
      scroll(&state)
      return .none
    case .event(.key(let key)): return press(key, &state)
    case .event(let event):
      state.typed = "\(event)"
      return .none
    }
  }

  private func press(_ key: KeyPress, _ state: inout State) -> Effect<Message> {
    switch key {
    case .character("q"): return .quit(0)
    case .character("!"): fatalError("a crash that was asked for")
    case .character("j"), .down: state.selected = min(state.selected + 1, Self.lines - 1)
    case .character("k"), .up: state.selected = max(state.selected - 1, 0)
    case .character("d"): state.hasDialog.toggle()
    case .character("m"): state.isMoved.toggle()
    case .character("h"): state.isHidden.toggle()
    case .control("z"): return .suspend
    case .control("l"): return .repaint
    case .character("n"):
      state.number += 1
      return paint(state)
    default: state.typed += key.label()
    }
    scroll(&state)
    return .none
  }

  private func scroll(_ state: inout State) {
    let height = max(1, state.size.height - 3)
    state.top = min(max(state.top, state.selected - height + 1), state.selected)
  }

  private func paint(_ state: State) -> Effect<Message> {
    guard let abilities = state.abilities, abilities.pictures != .none else { return .none }
    return .run { [number = state.number] in
      let painting = Painting(number: number, size: Self.pictureSize, abilities: abilities)
      return .painted(painting.picture, number: number, abilities)
    }
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    let height = max(0, canvas.size.height - 3)
    let form = state.abilities.map { "\($0.pictures)" } ?? "unknown"
    let ready = state.picture?.overlay == nil ? "" : " ready"
    canvas.put("gallery \(state.number) \(form)\(ready)", x: 0, y: 0, style: .bold)
    for row in 0..<height where state.top + row < Self.lines {
      let line = state.top + row
      let isSelected = line == state.selected
      canvas.put(
        "\(isSelected ? ">" : " ") line \(line)" + (isSelected ? " \(state.typed)" : ""), x: 0,
        y: 1 + row, style: isSelected ? Style(.reverse) : .plain)
      // Every second row ends at the picture.
      if line % 2 == 0 { canvas.put("r\(line)", x: 70, y: 1 + row) }
    }
    if let picture = state.picture, !state.isHidden {
      canvas.place(picture, at: Point(x: state.isMoved ? 36 : 40, y: state.isMoved ? 4 : 2))
    }
    canvas.put("status", x: 0, y: canvas.size.height - 1)
    if state.hasDialog {
      Dialog(
        title: "A question", lines: ["Does the picture come through?"],
        choices: [.init("y", "Yes", answer: true)]
      ).draw(on: &canvas)
    }
  }
}
