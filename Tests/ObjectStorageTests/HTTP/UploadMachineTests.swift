import Foundation
import ObjectStorage
import TestSupport
import Testing

/// The pure machine of resumable uploads.
@Suite struct UploadMachineTests {
  private let unit: Int64 = 262_144
  private let session = URL(string: "http://127.0.0.1/s")

  private func begun(
    size: Int64, chunk: Int64 = 262_144, granularity: Int64 = 262_144
  ) throws -> UploadMachine {
    var machine = UploadMachine(size: size, chunkSize: chunk)
    #expect(machine.next == .start)
    let session = try #require(session)
    let verdict = machine.take(.started(session: session, granularity: granularity), to: .start)
    #expect(verdict == .goOn)
    return machine
  }

  @Test func `upload_308_no_range: nothing is confirmed`() throws {
    var machine = try begun(size: 3 * unit)
    machine.asksFirst = true
    #expect(machine.next == .query)
    let verdict = machine.take(.active(confirmed: 0), to: .query)
    #expect(verdict == .goOn)
    #expect(machine.next == .chunk(offset: 0, count: Int(unit), isLast: false))
  }

  @Test func `upload_308_partial_commit: the rest is sent again`() throws {
    var machine = try begun(size: 1_000_000, chunk: 2 * unit)
    #expect(machine.next == .chunk(offset: 0, count: 524_288, isLast: false))
    let verdict = machine.take(.active(confirmed: 262_144), to: machine.next)
    #expect(verdict == .goOn)
    #expect(machine.next == .chunk(offset: 262_144, count: 524_288, isLast: false))
  }

  @Test func `upload_session_gone: one new session, from the start`() throws {
    var machine = try begun(size: 3 * unit)
    _ = machine.take(.active(confirmed: nil), to: machine.next)
    #expect(machine.offset == unit)
    let first = machine.take(.gone, to: machine.next)
    #expect(first == .goOn)
    #expect(machine.next == .start)
    #expect(machine.offset == 0)
    let session = try #require(session)
    _ = machine.take(.started(session: session, granularity: unit), to: .start)
    let second = machine.take(.gone, to: machine.next)
    #expect(second == .failed)
  }

  @Test func `more than was sent is confirmed by no honest server`() throws {
    for lie in [unit + 1, -1, .max] {
      var machine = try begun(size: 3 * unit)
      let verdict = machine.take(.active(confirmed: lie), to: machine.next)
      guard case .failedBecause = verdict else {
        Issue.record("\(lie): \(verdict)")
        return
      }
    }
  }

  @Test func `a small rest goes with the chunk before it`() throws {
    var machine = try begun(size: 2 * unit + 2_500)
    _ = machine.take(.active(confirmed: nil), to: machine.next)
    #expect(machine.next == .chunk(offset: unit, count: Int(unit) + 2_500, isLast: true))
    var other = try begun(size: 2 * unit + 2_501)
    _ = other.take(.active(confirmed: nil), to: other.next)
    #expect(other.next == .chunk(offset: unit, count: Int(unit), isLast: false))
  }

  @Test(
    arguments: [
      (Int64.max, 262_144, 8_388_608), (1, 262_144, 262_144),
      (1_000_000, 262_144, 786_432), (Int64.max - 1, 262_144, 67_108_864),
      (.max, 10_000, 8_380_000), (262_144, 1_048_576, 1_048_576),
    ] as [(Int64, Int64, Int64)])
  func `chunks are multiples of what the server takes`(
    wanted: Int64, granularity: Int64, chunk: Int64
  ) throws {
    #expect(
      try begun(size: .max / 2, chunk: wanted, granularity: granularity).chunkSize == chunk)
  }

  @Test(arguments: [0, -1, Int64.max] as [Int64])
  func `a granularity without sense is refused`(granularity: Int64) throws {
    var machine = UploadMachine(size: 1, chunkSize: 1)
    let session = try #require(session)
    let verdict = machine.take(.started(session: session, granularity: granularity), to: .start)
    guard case .failedBecause = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }

  /// Against servers that keep what they like, fall silent, and forget.
  @Test func `an upload comes to its end, and every byte arrives in its place`() throws {
    var random = SeededGenerator(seed: 5)
    let session = try #require(session)
    for _ in 0..<200 {
      let size = Int64.random(in: 1...(6 * unit), using: &random)
      var machine = UploadMachine(
        size: size, chunkSize: unit * Int64.random(in: 1...3, using: &random))
      var kept: Int64 = 0
      var verdict = UploadMachine.Verdict.goOn
      var steps = 0
      while verdict == .goOn || verdict == .wait, steps < 1_000 {
        steps += 1
        let step = machine.next
        let mood = Int.random(in: 0..<10, using: &random)
        switch step {
        case .start: verdict = machine.take(.started(session: session, granularity: unit), to: step)
        case .query: verdict = machine.take(.active(confirmed: kept), to: step)
        case .finalize: verdict = machine.take(.finished(Data()), to: step)
        case .chunk(let offset, let count, let isLast):
          #expect(offset <= kept)
          let end = offset + Int64(count)
          if mood == 0 {
            verdict = machine.take(.troubled, to: step)
          } else if mood == 1 {
            // Taken, and the answer lost.
            if !isLast { kept = max(kept, end) }
            verdict = machine.take(.troubled, to: step)
          } else if mood == 2 {
            kept = max(kept, offset + Int64(count) / 2)
            verdict = machine.take(.active(confirmed: kept), to: step)
          } else {
            kept = end
            verdict =
              isLast
              ? machine.take(.finished(Data()), to: step)
              : machine.take(.active(confirmed: nil), to: step)
          }
        }
      }
      #expect(verdict == .finished(Data()))
      #expect(machine.offset == size)
    }
  }
}
