import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

/// Random calls from several threads on transfers that may fail at any byte: what must hold always.
@Suite struct RandomCallsTests {
  private enum Call: CaseIterable {
    case pause, resume, cancel, observe, remove, snapshot
  }

  /// One transfer, its tape, and what came of it.
  private struct Run {
    var place: Place
    var data: Data
    var task: any StorageObservableTask & StorageTaskManagement
    var tape = Tape()
    var answers: Answers<Data>
  }

  private func start(
    _ random: inout SeededGenerator, _ folder: TemporaryPlace, _ number: Int
  ) -> Run {
    let size = [0, 1, 5000, 60_000, 600_000].randomElement(using: &random) ?? 0
    let place = Place(
      FakeBucket.Script(
        piece: Int.random(in: 500...20_000, using: &random),
        declaresLength: Bool.random(using: &random)))
    place.storage.uploadChunkSizeBytes = 1
    let data = Place.bytes(size, seed: UInt8.random(in: 0...255, using: &random))
    if Int.random(in: 0..<3, using: &random) == 0 {
      let fault = StorageError.unknown(message: "fault", serverError: [:])
      let at = Int64.random(in: 0...Int64(size), using: &random)
      place.bucket.change { $0.faults = [(at, fault)] }
    }
    let answers = Answers<Data>()
    let reference = place.reference("x")
    let kind = Int.random(in: 0..<3, using: &random)
    if kind < 2 { place.bucket.put(data, at: "x") }
    switch kind {
    case 0:
      let task = reference.download(maxSize: .max) { answers.note($0.answer) }
      return Run(place: place, data: data, task: task, answers: answers)
    case 1:
      let file = folder.url.appending(path: "\(number)")
      let task = reference.download(to: file) { result in
        answers.note(result.answer.flatMap { url in Result { try Data(contentsOf: url) } })
      }
      return Run(place: place, data: data, task: task, answers: answers)
    default:
      let task = reference.upload(.data(data), nil) { result in
        answers.note(result.answer.map { _ in data })
      }
      return Run(place: place, data: data, task: task, answers: answers)
    }
  }

  /// Makes calls from a thread of its own.
  private static func call(
    _ task: any StorageObservableTask & StorageTaskManagement, seed: UInt64, cancels: Bool
  ) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var random = SeededGenerator(seed: seed)
        var handles: [String] = []
        for _ in 0..<40 {
          switch Call.allCases.randomElement(using: &random) ?? .pause {
          case .pause: task.pause()
          case .resume: task.resume()
          case .cancel:
            if cancels, Int.random(in: 0..<30, using: &random) == 0 { task.cancel() }
          case .observe:
            let status = StorageTaskStatus(rawValue: Int.random(in: 1...5, using: &random))
            // A handler that calls back is the hardest.
            handles.append(task.observe(status ?? .pause) { _ in task.resume() })
          case .remove:
            if let handle = handles.popLast() { task.removeObserver(withHandle: handle) }
          case .snapshot: _ = task.snapshot.progress
          }
          for _ in 0..<Int.random(in: 0...40, using: &random) { sched_yield() }
        }
        continuation.resume()
      }
    }
  }

  @Test func `one end, one completion, nothing behind it, progress that never falls`() async throws
  {
    var random = SeededGenerator()
    let folder = try TemporaryPlace()
    for number in 0..<Thorough.pick(60, thorough: 2000) {
      let run = start(&random, folder, number)
      run.tape.attach(to: run.task)
      let cancels = Bool.random(using: &random)
      run.task.enqueue()
      let seeds = (0..<3).map { _ in random.next() }
      await withTaskGroup { group in
        for seed in seeds {
          group.addTask { await Self.call(run.task, seed: seed, cancels: cancels) }
        }
      }
      try await eventually("the end of run \(number): \(run.tape.all)") {
        run.task.resume()
        return run.answers.count > 0
      }
      await settled(run.place.storage)
      try await eventually("no leg in run \(number)") { run.place.bucket.counts.alive == 0 }
      try await check(run, number)
    }
  }

  private func check(_ run: Run, _ number: Int) async throws {
    let events = run.tape.all
    let what = Comment(rawValue: "run \(number): \(events)")
    #expect(run.answers.count == 1, what)
    #expect(events.count { $0 == "S" || $0.hasPrefix("F") } == 1, what)
    #expect(events.last == "S" || events.last?.hasPrefix("F") == true, what)
    #expect(run.place.bucket.counts.mostAlive <= 1, what)
    #expect(run.tape.completed == run.tape.completed.sorted(), what)
    #expect(run.tape.totals.subtracting([0, -1, Int64(run.data.count)]).isEmpty, what)
    var isRunning: Bool?
    for event in events {
      switch event.first {
      case "R":
        #expect(isRunning != true, what)
        isRunning = true
      case "Z":
        #expect(isRunning != false, what)
        isRunning = false
      case "P": #expect(isRunning == true, what)
      default: break
      }
    }
    switch try await run.answers.first() {
    case .success(let found):
      #expect(events.suffix(2) == ["P(\(run.data.count)/\(run.data.count))", "S"], what)
      #expect(found == run.data, what)
    case .failure(let error):
      #expect(events.last == "F(\((error as NSError).code))", what)
    }
  }
}
