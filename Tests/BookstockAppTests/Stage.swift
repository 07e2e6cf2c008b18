import BookstockApp
import Inventory
import InventoryStore
import Synchronization
import Testing
import TextUI

/// Plays the screens without a terminal: keys in, state and pictures out.
///
/// Time is the test's own. Whatever the screens ask of the store is answered before the next key,
/// unless the stage holds the writes back.
final class Stage {
  let app: App
  let stock: FakeStock
  private(set) var state: State
  private let clock: TestClock
  private(set) var bells: [Int] = []
  private(set) var quits: [Int32] = []
  private(set) var suspensions = 0
  private(set) var copied: [String] = []
  /// Whether what is asked of the store waits for `release()`.
  var holdsWrites = false
  private var waiting: [Effect<Message>.Work] = []
  private var delivered: [String: Int] = [:]
  /// What is watched and not answered yet, by the beginnings of its names.
  var unanswered: [String] = []
  let pictures: FakePictures

  init(
    _ stock: FakeStock = FakeStock(), width: Int = 80, height: Int = 24,
    settings: Settings = Settings(), pictures: FakePictures = FakePictures()
  ) async {
    self.stock = stock
    self.pictures = pictures
    let clock = TestClock()
    self.clock = clock
    var world = stock.world()
    world.instant = { clock.now }
    pictures.join(&world)
    app = App(world: world, settings: settings)
    let start = app.start(size: Size(width: width, height: height), at: clock.now)
    state = start.0
    await perform(start.1)
    await settle()
  }

  /// The test's own time.
  private(set) var now: ContinuousClock.Instant {
    get { clock.now }
    set { clock.now = newValue }
  }

  // MARK: Input

  /// Presses a character's key.
  func press(_ character: Character) async { await press(.character(character)) }

  /// Presses keys as a person does, a fifth of a second apart.
  func press(_ keys: KeyPress...) async {
    for key in keys {
      await pass(.milliseconds(200))
      await send(.key(key))
    }
    await pass(.milliseconds(200))
  }

  /// Types a text as a person does.
  func type(_ text: String) async {
    for character in text { await press(.character(character)) }
  }

  /// Scans as a scanner does, after a pause longer than a bounce.
  func scan(
    _ code: String, gap: Duration = .milliseconds(5), ends: [KeyPress] = [.enter],
    pause: Duration = .milliseconds(600)
  ) async {
    await pass(pause)
    for character in code {
      await send(.key(.character(character)))
      now += gap
    }
    for end in ends { await send(.key(end)) }
    if ends.isEmpty { await pass(.milliseconds(150)) }
  }

  func paste(_ text: String) async { await send(.paste(text)) }

  /// The terminal has told what it can.
  func tell(_ abilities: TerminalAbilities) async {
    if let message = app.message(for: abilities, at: now) { await update(message) }
    await settle()
  }

  /// News that come by themselves.
  func hear(_ message: Message) async {
    await update(message)
    await settle()
  }

  func resize(_ width: Int, _ height: Int) async {
    await send(.resized(Size(width: width, height: height)))
  }

  func send(_ event: InputEvent) async {
    await update(app.message(for: event, at: now))
    await settle()
  }

  /// Lets time pass; deadlines come when they are due.
  func pass(_ duration: Duration) async {
    let end = now + duration
    while let deadline = app.deadline(in: state), deadline <= end {
      now = max(now, deadline)
      await update(app.message(atDeadline: now))
      await settle()
    }
    now = end
  }

  // MARK: The store

  /// Whatever is watched is heard of again.
  func refresh() async {
    delivered = [:]
    await settle()
  }

  /// Another desk has changed something: what is watched arrives.
  func settle() async {
    var isNew = true
    while isNew {
      isNew = false
      let subscriptions = app.subscriptions(in: state)
      let ids = Set(subscriptions.map(\.id))
      delivered = delivered.filter { ids.contains($0.key) }
      let revision = stock.revision + pictures.revision
      for subscription in subscriptions where delivered[subscription.id] != revision {
        guard !unanswered.contains(where: subscription.id.hasPrefix) else { continue }
        delivered[subscription.id] = revision
        let news = Mutex<[Message]>([])
        await subscription.run { message in news.withLock { $0.append(message) } }
        for message in news.withLock({ $0 }) { await update(message) }
        isNew = true
        break
      }
    }
  }

  /// The names of what is watched.
  var watched: [String] { app.subscriptions(in: state).map(\.id) }

  /// Answers what was held back, in order.
  func release() async {
    holdsWrites = false
    while !waiting.isEmpty {
      let work = waiting.removeFirst()
      if let message = await work() { await update(message) }
    }
    await settle()
  }

  private func update(_ message: Message) async {
    await perform(app.update(&state, message))
  }

  private func perform(_ effect: Effect<Message>) async {
    for step in effect.steps {
      switch step {
      case .inOrder(let work):
        waiting.append(work)
        if !holdsWrites { await release() }
      case .run(let work):
        if let message = await work() { await update(message) }
      case .bell(let count): bells.append(count)
      case .quit(let status): quits.append(status)
      case .suspend: suspensions += 1
      case .copy(let text): copied.append(text)
      case .repaint: break
      }
    }
  }

  // MARK: Output

  func picture(glyphs: Glyphs = .unicode) -> Canvas {
    var canvas = Canvas(size: state.size, glyphs: glyphs)
    app.draw(state, on: &canvas)
    return canvas
  }

  /// The screen as text, without blanks at the ends of its rows.
  var screen: String { picture().rows.joined(separator: "\n") }

  /// The line of outcomes.
  var hud: String? { state.hud?.text }
}

/// A clock that the test moves.
final class TestClock: Sendable {
  private let instant = Mutex(ContinuousClock.Instant.now)

  var now: ContinuousClock.Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

extension Canvas {
  /// The rows as text, without blanks at their ends.
  var rows: [String] { rows(columns: 0..<fullSize.width, rows: 0..<fullSize.height) }

  /// A part of the rows as text, without blanks at their ends.
  func rows(columns: Range<Int>, rows: Range<Int>) -> [String] {
    rows.map { y in
      var row = ""
      for x in columns { row += self[Point(x: x, y: y)]?.text ?? "" }
      while row.last == " " { row.removeLast() }
      return row
    }
  }
}

/// Compares a screen, or a part of it, with a picture of it.
func expectScreen(
  _ stage: Stage, glyphs: Glyphs = .unicode, columns: Range<Int>? = nil, rows: Range<Int>? = nil,
  _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let canvas = stage.picture(glyphs: glyphs)
  let shown = canvas.rows(
    columns: columns ?? 0..<canvas.fullSize.width, rows: rows ?? 0..<canvas.fullSize.height
  ).joined(separator: "\n")
  #expect(shown == expected, "\n\(shown)\n", sourceLocation: sourceLocation)
}
