import Synchronization
import TestSupport
import Testing

@testable import TextUI

struct LoopTests {
  /// A closed terminal's status.
  private static let closed: Int32 = 129

  @discardableResult
  private func play(
    _ program: Diary = Diary(), status: Int32?, _ steps: [ScriptedTerminal.Step]
  ) async -> ScriptedTerminal.Outcome {
    let outcome = await ScriptedTerminal.play(program, width: 200, height: 1, steps)
    #expect(outcome.failure == nil)
    if let status { #expect(outcome.status == status) }
    #expect(outcome.isClosed)
    return outcome
  }

  @Test func `keys become messages and quitting gives the terminal back`() async {
    let terminal = await play(status: 3, [.text("ab"), .text("q"), .text("never")])
    #expect(terminal.screen == "start 200 a b")
    #expect(terminal.bells == 2)
    #expect(terminal.copied == ["978"])
  }

  @Test func `all input of a wake costs one picture`() async {
    let terminal = await play(status: Self.closed, [.text(String(repeating: "x", count: 1_000))])
    #expect(terminal.pictures.count == 2)
  }

  @Test func `nothing new draws nothing`() async {
    let terminal = await play(status: Self.closed, [.pass(.seconds(1)), .pass(.seconds(1))])
    #expect(terminal.pictures.count == 1)
  }

  @Test func `an Escape becomes a key when time has passed`() async {
    let alone = await play(
      status: Self.closed, [.bytes([0x1B]), .pass(.milliseconds(30)), .text("j"), .see("Esc j")])
    #expect(alone.screen == "start 200 Esc j")
    let together = await play(
      status: Self.closed, [.bytes([0x1B]), .pass(.milliseconds(20)), .text("j"), .see("Alt-j")])
    #expect(together.screen == "start 200 Alt-j")
    let late = await play(
      status: Self.closed, [.bytes([0x1B]), .pass(.milliseconds(25)), .text("j")])
    #expect(late.screen == "start 200 Esc j")
  }

  @Test func `a deadline comes before later input and after earlier input`() async {
    let after = await play(
      status: Self.closed, [.text("d"), .pass(.milliseconds(99)), .text("a"), .pass(.seconds(1))])
    #expect(after.screen == "start 200 d a deadline")
    let before = await play(
      status: Self.closed, [.text("d"), .pass(.milliseconds(101)), .text("a"), .pass(.seconds(1))])
    #expect(before.screen == "start 200 d deadline a")
  }

  @Test func `ordered work runs one after another in the order asked for`() async {
    let running = Mutex(0)
    let diary = Diary(ordered: { number in
      let others = running.withLock { count in
        defer { count += 1 }
        return count
      }
      for _ in 0..<(number % 3) * 10 { await Task.yield() }
      running.withLock { $0 -= 1 }
      return others == 0 ? "\(number)" : "overlap"
    })
    let terminal = await play(
      diary, status: Self.closed, [.text("oooooooo"), .text("x"), .see("x 2 3 4 5 6 7 8 9")])
    #expect(!terminal.screen.contains("overlap"))
  }

  @Test(arguments: [
    (ScriptedTerminal.Step.text("q"), Int32(3)), (.signal(.terminate), 143),
    (.signal(.hangup), 129),
    (.signal(.interrupt), 130),
  ])
  func `every end waits for the ordered work`(
    step: ScriptedTerminal.Step, status: Int32
  ) async {
    let gate = Gate()
    let written = Mutex(0)
    let diary = Diary(ordered: { number in
      await gate.pass()
      written.withLock { $0 += 1 }
      return "\(number)"
    })
    await play(
      diary, status: status,
      [
        .text("ooo"), step,
        .until {
          gate.open()
          return true
        }, .until { written.withLock { $0 == 3 } }, .pass(.seconds(1)), .until { false },
      ])
    #expect(written.withLock { $0 } == 3)
  }

  @Test(arguments: [
    (ScriptedTerminal.Step.close, Int32(129)), (.signal(.terminate), 143), (.signal(.hangup), 129),
  ])
  func `what was typed before the end is done`(step: ScriptedTerminal.Step, status: Int32) async {
    let written = Mutex(0)
    let diary = Diary(ordered: { number in
      written.withLock { $0 += 1 }
      return "\(number)"
    })
    await play(diary, status: status, [.together([step, .text("oo")])])
    #expect(written.withLock { $0 } == 2)
  }

  @Test func `ending does not wait for ever`() async {
    let diary = Diary(ordered: { _ in
      await Gate().pass()
      return ""
    })
    let terminal = await play(
      diary, status: 3, [.text("o"), .text("q"), .pass(.seconds(6)), .until { false }])
    #expect(terminal.suspensions == 0)
  }

  @Test func `ordered work that comes on slowly is waited for to its end`() async {
    let gates = (0..<4).map { _ in Gate() }
    let diary = Diary(ordered: { number in
      await gates[number - 2].pass()
      return "written \(number)"
    })
    let steps = gates.enumerated().flatMap { number, gate -> [ScriptedTerminal.Step] in
      [
        .pass(.seconds(4)),
        .until {
          gate.open()
          return true
        }, .see("written \(number + 2)"),
      ]
    }
    let terminal = await play(diary, status: 3, [.text("oooo"), .text("q")] + steps.dropLast())
    #expect(terminal.screen.contains("written 4"))
  }

  @Test func `suspending waits for ordered work and keeps what is typed meanwhile`() async {
    let gate = Gate()
    let diary = Diary(ordered: { _ in
      await gate.pass()
      return "written"
    })
    let terminal = await play(
      diary, status: Self.closed,
      [
        .text("o\u{1A}"), .text("ab"),
        .until {
          gate.open()
          return true
        }, .see("o ^Z written a b"), .text("c"), .see("b c"),
      ])
    #expect(terminal.suspensions == 1)
    #expect(terminal.repaints == 1)
  }

  @Test func `a program whose writes hang is not stopped`() async {
    let diary = Diary(ordered: { _ in
      await Gate().pass()
      return ""
    })
    let terminal = await play(
      diary, status: nil,
      [.text("o"), .signal(.stop), .text("a"), .pass(.seconds(6)), .see("o a"), .pass(.seconds(9))])
    #expect(terminal.suspensions == 0)
    #expect(terminal.bells == 1)
  }

  @Test func `two suspensions in one read are two suspensions`() async {
    let terminal = await play(status: Self.closed, [.text("\u{1A}a\u{1A}b"), .see("^Z a ^Z b")])
    #expect(terminal.suspensions == 2)
  }

  @Test func `a resize is told once and drawn at its size`() async {
    let terminal = await play(
      status: Self.closed, [.resize(Size(width: 12, height: 3)), .see("start 200 si")])
    #expect(terminal.pictures.last?.fullSize == Size(width: 12, height: 3))
  }

  @Test func `a stream is watched while the state asks for it`() async {
    let (stream, continuation) = AsyncStream<Diary.Message>.makeStream()
    let ended = Mutex(false)
    continuation.onTermination = { _ in ended.withLock { $0 = true } }
    let diary = Diary(streams: { _ in stream })
    let terminal = await play(
      diary, status: Self.closed,
      [
        .text("w"), .see("w"),
        .until {
          continuation.yield(.line("one"))
          return true
        }, .see("w one"), .text("n"), .see("one n"), .until { ended.withLock { $0 } },
        .until {
          continuation.yield(.line("two"))
          return true
        }, .text("f"), .see("n f free"),
      ])
    #expect(!terminal.screen.contains("two"))
  }

  @Test func `a letter of a stream that has been cancelled is not delivered`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    var tasks = LoopTasks<Int>(wake: { wake.yield() })
    let subscription = Subscription(id: "n") { stream }
    tasks.reconcile([subscription])
    continuation.yield(7)
    for await _ in wakes { break }
    let letters = tasks.mailbox.take()
    #expect(letters.count == 1)
    #expect(letters.map { tasks.open($0) } == [7])
    tasks.reconcile([])
    tasks.reconcile([Subscription(id: "n") { AsyncStream { $0.finish() } }])
    #expect(letters.map { tasks.open($0) } == [nil])
    tasks.close()
  }

  @Test func `a full mailbox makes streams wait and loses nothing`() async {
    let mailbox = Mailbox<Int>(wake: {})
    let count = Mailbox<Int>.roomLimit + 10
    let posting = Task {
      for number in 0..<count {
        await mailbox.room()
        mailbox.post(number)
      }
    }
    var taken: [Int] = []
    while taken.count < count {
      let letters = mailbox.take()
      #expect(letters.count <= Mailbox<Int>.roomLimit)
      taken += letters
      await Task.yield()
    }
    #expect(taken == Array(0..<count))
    await posting.value
    mailbox.close()
    mailbox.post(1)
    await mailbox.room()
    #expect(mailbox.take().isEmpty)
  }
}
