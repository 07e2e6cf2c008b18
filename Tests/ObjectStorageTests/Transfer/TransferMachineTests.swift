import Testing

@testable import ObjectStorage

/// The machine by itself: what it says for every order of calls that matters.
@Suite struct TransferMachineTests {
  private func text(_ action: TransferMachine.Action) -> String {
    switch action {
    case .startLeg(let leg): "start \(leg)"
    case .stopLeg: "stop"
    case .settle: "settle"
    case .discard: "discard"
    case .fire(.resume, _, _): "R"
    case .fire(.progress, let completed, let total): "P(\(completed)/\(total))"
    case .fire(.pause, _, _): "Z"
    case .fire(.success, _, _): "S"
    case .fire(.failure, _, _): "F"
    case .fire(.unknown, _, _): "?"
    case .finish: "finish"
    }
  }

  private func run(
    _ kind: TransferMachine.Kind = .download, _ events: [TransferMachine.Event]
  ) -> [String] {
    var machine = TransferMachine(kind)
    return events.flatMap { machine.handle($0).map(text) }
  }

  @Test func `a transfer from start to end`() {
    let events = run(
      .download,
      [
        .enqueue, .began(leg: 1), .progress(leg: 1, completed: 11, total: 11),
        .ended(leg: 1, .whole), .settled(11),
      ])
    #expect(
      events == ["start 1", "R", "P(11/11)", "settle", "P(11/11)", "S", "finish"])
  }

  @Test func `pause before the transport starts: no resume event yet, and one leg all the same`() {
    #expect(
      run(.download, [.enqueue, .pause, .resume, .began(leg: 1)]) == ["start 1", "Z", "R"])
    #expect(
      run(.download, [.enqueue, .pause, .began(leg: 1), .ended(leg: 1, .stopped), .resume])
        == ["start 1", "Z", "R", "start 2"])
    #expect(
      run(.download, [.enqueue, .pause, .resume, .ended(leg: 1, .stopped), .began(leg: 2)])
        == ["start 1", "Z", "R", "start 2"])
  }

  @Test func `a download is paused when its leg has ended, an upload at once`() {
    let start: [TransferMachine.Event] = [.enqueue, .began(leg: 1), .pause]
    let ended = start + [.ended(leg: 1, .stopped)]
    #expect(run(.download, start) == ["start 1", "R", "stop"])
    #expect(run(.download, ended) == ["start 1", "R", "stop", "Z"])
    #expect(run(.upload, start) == ["start 1", "R", "stop", "Z"])
    #expect(run(.upload, ended) == ["start 1", "R", "stop", "Z"])
  }

  @Test func `resuming waits until the stopped leg has ended`() {
    let calls: [TransferMachine.Event] = [.enqueue, .began(leg: 1), .pause, .resume]
    #expect(run(.download, calls) == ["start 1", "R", "stop"])
    #expect(
      run(.download, calls + [.ended(leg: 1, .stopped)])
        == ["start 1", "R", "stop", "Z", "R", "start 2"])
    #expect(run(.upload, calls) == ["start 1", "R", "stop", "Z", "R"])
    #expect(
      run(.upload, calls + [.ended(leg: 1, .stopped)])
        == ["start 1", "R", "stop", "Z", "R", "start 2"])
  }

  @Test func `pausing, resuming and pausing again stays paused`() {
    #expect(
      run(
        .download,
        [.enqueue, .began(leg: 1), .pause, .resume, .pause, .ended(leg: 1, .stopped), .resume])
        == ["start 1", "R", "stop", "Z", "R", "start 2"])
  }

  @Test func `what became whole while it was paused waits for resuming`() {
    for kind in [TransferMachine.Kind.download, .upload] {
      let paused = run(
        kind, [.enqueue, .began(leg: 1), .pause, .ended(leg: 1, .whole)])
      #expect(paused == ["start 1", "R", "stop", "Z"])
      let resumed = run(
        kind,
        [.enqueue, .began(leg: 1), .pause, .ended(leg: 1, .whole), .resume, .settled(3)])
      #expect(resumed == paused + ["R", "settle", "P(3/3)", "S", "finish"])
    }
  }

  @Test func `bytes of a leg that was stopped, or of an earlier one, are not told of`() {
    let calls: [TransferMachine.Event] = [
      .enqueue, .began(leg: 1), .pause, .progress(leg: 1, completed: 5, total: 9),
      .ended(leg: 1, .stopped), .resume, .began(leg: 2), .progress(leg: 1, completed: 6, total: 9),
      .progress(leg: 2, completed: 7, total: 9),
    ]
    #expect(
      run(.download, calls) == ["start 1", "R", "stop", "Z", "R", "start 2", "P(7/9)"])
  }

  @Test func `progress never falls within one object`() {
    let progress: [TransferMachine.Event] = [5, 3, 8].map {
      .progress(leg: 1, completed: $0, total: 9)
    }
    #expect(
      run(.upload, [.enqueue, .began(leg: 1)] + progress)
        == ["start 1", "R", "P(5/9)", "P(5/9)", "P(8/9)"])
    let smaller = TransferMachine.Event.progress(leg: 1, completed: 2, total: 4)
    #expect(
      run(.download, [.enqueue, .began(leg: 1), progress[0], smaller])
        == ["start 1", "R", "P(5/9)", "P(2/4)"])
  }

  @Test func `a download tells of every hundredth part, of the first and of the last`() {
    let all: [TransferMachine.Event] = (1...1000).map {
      .progress(leg: 1, completed: $0, total: 1000)
    }
    let fired = run(.download, [.enqueue, .began(leg: 1)] + all).dropFirst(2)
    #expect(fired.count == 101)
    #expect(fired.first == "P(1/1000)")
    #expect(fired.last == "P(1000/1000)")
    #expect(run(.upload, [.enqueue, .began(leg: 1)] + all).count == 1002)
  }

  @Test func `a failure found before anything was sent has no progress`() {
    let fault = TransferMachine.Event.reject(.invalidArgument(message: ""))
    #expect(run(.upload, [.enqueue, fault]) == ["start 1", "F"])
    #expect(
      run(.upload, [.enqueue, fault, .ended(leg: 1, .stopped)])
        == ["start 1", "F", "discard", "finish"])
  }

  @Test func `cancelling ends it once; the completion waits until the leg has ended`() {
    #expect(
      run(.download, [.enqueue, .began(leg: 1), .cancel, .cancel, .ended(leg: 1, .stopped)])
        == ["start 1", "R", "stop", "F", "discard", "finish"])
    #expect(run(.download, [.cancel, .enqueue, .resume]) == ["discard", "F", "finish"])
  }

  @Test func `what is being put in its place is neither paused nor cancelled`() {
    #expect(
      run(
        .download,
        [
          .enqueue, .began(leg: 1), .ended(leg: 1, .whole), .cancel, .pause, .resume,
          .reject(.cancelled), .settled(1),
        ])
        == ["start 1", "R", "settle", "P(1/1)", "S", "finish"])
  }

  @Test func `a leg that stopped by itself is a failure, not a silence`() {
    #expect(
      run(.download, [.enqueue, .began(leg: 1), .ended(leg: 1, .stopped)])
        == ["start 1", "R", "discard", "P(0/0)", "F", "finish"])
  }

  @Test func `every state has the status that a snapshot shows`() {
    var machine = TransferMachine(.download)
    var seen = [machine.status]
    for event: TransferMachine.Event in [
      .enqueue, .began(leg: 1), .pause, .ended(leg: 1, .stopped), .resume, .began(leg: 2),
      .ended(leg: 2, .whole), .settled(0),
    ] {
      _ = machine.handle(event)
      seen.append(machine.status)
    }
    #expect(
      seen == [
        .unknown, .resume, .resume, .pause, .pause, .resume, .resume, .progress, .success,
      ])
  }
}
