import Inventory
import InventoryStore
package import TextUI

/// The screens of the shop as a program: a state, messages that change it, a picture of it.
package struct App: Program {
  package let world: World
  package let settings: Settings

  package init(world: World, settings: Settings = Settings()) {
    self.world = world
    self.settings = settings
  }

  package func start(
    size: Size, at instant: ContinuousClock.Instant
  ) -> (State, Effect<Message>) {
    var state = State(size: size, instant: instant, wall: world.now())
    state.repeats = settings.repeats
    state.ui.shelf.request.after = Shelf.State.firstRows(Layout(size: size).listHeight)
    return (state, .none)
  }

  package func message(
    for event: InputEvent, at instant: ContinuousClock.Instant
  ) -> Message {
    .input(event, at: instant)
  }

  package func message(
    for abilities: TerminalAbilities, at instant: ContinuousClock.Instant
  ) -> Message? { .abilities(abilities, at: instant) }

  package func message(atDeadline instant: ContinuousClock.Instant) -> Message { .tick(instant) }

  package func deadline(in state: State) -> ContinuousClock.Instant? {
    var soonest = state.decoder.deadline
    func consider(_ instant: ContinuousClock.Instant?) {
      guard let instant else { return }
      soonest = min(soonest ?? instant, instant)
    }
    consider(state.data.hud?.until)
    consider(state.data.marks.values.min())
    consider(state.data.board.deadline)
    return soonest
  }

  package func subscriptions(in state: State) -> [Subscription<Message>] {
    let request = state.ui.shelf.request
    var watching = [
      Subscription<Message>(id: "totals") { [world] in .mapping(world.totals()) { .totals($0) } },
      Subscription<Message>(id: "shelf \(request.hashValue)") { [world] in
        .mapping(world.shelf(request)) { .page($0) }
      },
      Subscription(id: "transfers") { [world] in
        .mapping(world.transfers()) { .transfers($0) }
      },
      Subscription(id: "notices") { [world] in .each(world.notices()) { .notice($0) } },
    ]
    watching += [coverSubscription(state), factsSubscription(state)].compactMap(\.self)
    if let key = state.watchedKey {
      watching.append(
        Subscription(id: "book \(key)") { [world] in
          .mapping(world.watch(key)) { .watched(key, $0) }
        })
    }
    if let key = state.detailedKey {
      watching.append(
        Subscription(id: "movements \(key)") { [world] in
          .mapping(world.recent(key, Detail.movements)) { .recent(key, $0) }
        })
    }
    return watching
  }

  package func update(_ state: inout State, _ message: Message) -> Effect<Message> {
    let effect = take(&state, message)
    state.followCover(world.cachedCover)
    state.sayWaiting()
    return effect
  }

  private func take(_ state: inout State, _ message: Message) -> Effect<Message> {
    state.wall = world.now()
    switch message {
    case .input(_, let instant), .tick(let instant), .abilities(_, let instant):
      state.instant = max(state.instant, instant)
    default: state.instant = max(state.instant, world.instant())
    }
    state.expire()
    switch message {
    case .input(let event, let instant): return input(&state, event, at: instant)
    case .tick(let instant): return advance(&state, to: instant)
    case .abilities(let abilities, _):
      state.abilities = abilities
      return .none
    case .page, .totals, .watched, .recent, .answer, .found, .cover, .facts, .transfers, .notice:
      break
    }
    if let before = state.before {
      // The news happen to the remembered interface too: a take-back does not take them back.
      var past = state
      past.ui = before
      past.before = nil
      _ = hear(&past, message)
      state.before = past.ui
    }
    return hear(&state, message)
  }

  /// Takes news from the store.
  private func hear(_ state: inout State, _ message: Message) -> Effect<Message> {
    switch message {
    case .input, .tick, .abilities: break
    case .page(let page): return arrived(&state, page)
    case .totals(let totals):
      if let totals = state.accept(totals) { state.data.totals = totals }
    case .watched(let key, let book):
      if state.watchedKey == key, let book = state.accept(book) { watched(&state, key, book) }
    case .recent(let key, let movements):
      if let movements = state.accept(movements) { state.data.recent = (key, movements) }
    case .answer(let act, let result): return answered(&state, act, result)
    case .found(let lookup, let result): return found(&state, lookup, result)
    case .cover(let request, let news): state.take(news, of: request)
    case .facts(let key, let facts): state.ui.add.take(facts, of: key)
    case .transfers(let list): state.take(list)
    case .notice(let sentence): state.sayLater(.note, sentence)
    }
    return .none
  }
}

extension State {
  /// The book whose form is open on Fix.
  var watchedKey: StockKey? { ui.fix.key }

  /// The book that the right pane of Stock describes, when there is room for it.
  var detailedKey: StockKey? {
    ui.tab == .stock && Layout(size: size).hasDetail ? ui.shelf.selected : nil
  }

  /// Takes a live value, or keeps the trouble that came in its place.
  mutating func accept<Value>(_ live: Live<Value>) -> Value? {
    switch live {
    case .value(let value):
      data.trouble = nil
      return value
    case .trouble(let trouble):
      data.trouble = trouble
      return nil
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// A stream of states in other words; keeps only the newest.
  static func mapping<Source: Sendable>(
    _ source: AsyncStream<Source>, _ transform: @escaping @Sendable (Source) -> Element
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await value in source { continuation.yield(transform(value)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A stream of single words in other words; keeps all of them.
  static func each<Source: Sendable>(
    _ source: AsyncStream<Source>, _ transform: @escaping @Sendable (Source) -> Element
  ) -> AsyncStream<Element> {
    AsyncStream { continuation in
      let task = Task {
        for await value in source { continuation.yield(transform(value)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
