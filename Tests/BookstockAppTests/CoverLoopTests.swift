import BookstockApp
import Inventory
import InventoryStore
import Synchronization
import TestSupport
import Testing
import TextUI

/// Covers and look-ups in the real loop, with its tasks.
struct CoverLoopTests {
  /// The screens on a terminal that has told what it can before the first picture.
  private struct ToldApp: Program {
    let app: App

    func start(size: Size, at instant: ContinuousClock.Instant) -> (State, Effect<Message>) {
      var (state, effect) = app.start(size: size, at: instant)
      if let message = app.message(for: TerminalAbilities.colored, at: instant) {
        effect = effect + app.update(&state, message)
      }
      return (state, effect)
    }
    func update(_ state: inout State, _ message: Message) -> Effect<Message> {
      app.update(&state, message)
    }
    func message(for event: InputEvent, at instant: ContinuousClock.Instant) -> Message {
      app.message(for: event, at: instant)
    }
    func message(atDeadline instant: ContinuousClock.Instant) -> Message {
      app.message(atDeadline: instant)
    }
    func deadline(in state: State) -> ContinuousClock.Instant? { app.deadline(in: state) }
    func subscriptions(in state: State) -> [Subscription<Message>] {
      app.subscriptions(in: state)
    }
    func draw(_ state: State, on canvas: inout Canvas) { app.draw(state, on: &canvas) }
  }

  /// What was begun and what was let go of, in order.
  private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])

    func write(_ line: String) { lines.withLock { $0.append(line) } }
    func has(_ line: String) -> Bool { lines.withLock { $0.contains(line) } }
  }

  @Test func `what scrolls away is let go of, and a cover comes when it is made`() async {
    let diary = Diary()
    var world = FakeStock(Books.shop, isLive: true).world()
    world.cover = { request in
      let (stream, continuation) = AsyncStream<CoverNews>.makeStream()
      diary.write("begun \(request.key)")
      continuation.onTermination = { _ in diary.write("ended \(request.key)") }
      if request.key == Books.timeMachine {
        continuation.yield(.picture(FakePictures.picture(request)))
      }
      return stream
    }
    let outcome = await ScriptedTerminal.play(
      ToldApp(app: App(world: world)), width: 110, height: 32,
      [
        .until { diary.has("begun \(Books.mobyDick)") }, .text("j"),
        .until { diary.has("ended \(Books.mobyDick)") }, .see("TTTTTTTTTT"),
        .pass(.milliseconds(200)), .text("3"), .until { diary.has("ended \(Books.timeMachine)") },
        .pass(.milliseconds(200)), .text("q"), .pass(.milliseconds(200)),
      ])
    #expect(outcome.failure == nil)
    #expect(outcome.status == 0)
  }

  @Test func `a look-up that hangs is let go of with its form, and nothing waits for it`() async {
    let diary = Diary()
    let stock = FakeStock(Books.shop, isLive: true)
    var world = stock.world()
    world.looksUp = true
    world.lookUp = { key in
      diary.write("asked \(key)")
      // Nothing ever comes: only a cancellation ends the waiting.
      let (never, continuation) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      continuation.finish()
      diary.write("cancelled \(key)")
      return nil
    }
    let outcome = await ScriptedTerminal.play(
      ToldApp(app: App(world: world)), width: 110, height: 32,
      [
        .text("2"), .pass(.milliseconds(200)), .text("\(Books.unknown)\r"),
        .see("looking it up"), .until { diary.has("asked \(Books.unknown)") },
        .bytes(Array("\u{1B}3".utf8)), .pass(.milliseconds(200)), .text("9780306406157\r"),
        .until { stock.count(Books.timeMachine) == 7 }, .see("+1 received"),
        .pass(.milliseconds(200)), .bytes(Array("\u{1B}2".utf8)), .pass(.milliseconds(200)),
        .bytes([0x1B]), .pass(.milliseconds(200)),
        .until { diary.has("cancelled \(Books.unknown)") }, .text("q"),
        .pass(.milliseconds(200)),
      ])
    #expect(outcome.failure == nil)
    #expect(outcome.status == 0)
  }
}
