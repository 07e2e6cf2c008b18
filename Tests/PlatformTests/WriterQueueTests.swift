import CLinux
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite struct WriterQueueTests {
  let folder: TemporaryFolder
  var path: String { folder.lock }

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func soon(_ duration: Duration) -> ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: duration)
  }

  /// Long enough for any machine; reached only when a test fails.
  private static var patience: ContinuousClock.Instant { soon(.seconds(60)) }

  @Test func `one writes at a time and turns come in the order of tickets`() throws {
    let inside = Atomic<Int>(0)
    let tickets = Mutex<[Int64]>([])
    let path = path
    let threads = (0..<4).map { number in
      TestThread {
        do {
          let queue = try WriterQueue(at: path, program: "test", label: "\(number)")
          for _ in 0..<300 {
            try queue.withTurn(deadline: Self.patience) {
              let others = inside.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
              #expect(others == 0)
              tickets.withLock { $0.append(queue.ticket) }
              inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    for thread in threads { thread.join() }
    // Strictly one after another: nobody overtook, and no turn was lost.
    #expect(tickets.withLock { $0 } == Array(1...1200))
  }

  @Test func `who came first goes first`() throws {
    let holder = try folder.writerQueue()
    try holder.enter()
    let order = Mutex<[Int]>([])
    let path = path
    let before = try folder.lastTicket()
    let threads = try (0..<8).map { number in
      let thread = TestThread {
        do {
          let queue = try WriterQueue(at: path, program: "test")
          try queue.withTurn(deadline: Self.patience) { order.withLock { $0.append(number) } }
        } catch {
          Issue.record(error)
        }
      }
      try wait { try folder.lastTicket() == before + Int64(number) + 1 }
      return thread
    }
    #expect(order.withLock { $0 } == [])
    holder.leave()
    for thread in threads { thread.join() }
    #expect(order.withLock { $0 } == Array(0..<8))
  }

  @Test func `waiting ends at the deadline and the error names the holder`() throws {
    let holder = try folder.writerQueue("desk 1")
    let started = WallClock.milliseconds()
    try holder.enter()
    let other = try folder.writerQueue("desk 2")
    let error = #expect(throws: WriterQueueError.self) {
      try other.enter(deadline: Self.soon(.milliseconds(5)))
    }
    guard case .timedOut(path, let named?) = error else {
      Issue.record("not a timeout with a holder: \(String(describing: error))")
      return
    }
    #expect(named.process == getpid())
    #expect(named.program == "test")
    #expect(named.label == "desk 1")
    #expect(named.since >= started && named.since <= WallClock.milliseconds())
    #expect(
      error?.description
        == "\"\(path)\" is held by test (process \(getpid()), desk 1) "
        + "since \(WallClock.text(named.since))")
    holder.leave()
    try other.enter(deadline: Self.patience)
    #expect(other.holder()?.label == "desk 2")
    other.leave()
  }

  @Test func `the deadline comes on a dispatch worker too, which blocks signals`() async throws {
    let holder = try folder.writerQueue()
    try holder.enter()
    let path = path
    let timedOut = await withCheckedContinuation { continuation in
      DispatchQueue(label: "test").async {
        let queue = try? WriterQueue(at: path, program: "test")
        let result = Result { try queue?.enter(deadline: Self.soon(.milliseconds(5))) }
        guard case .failure(let error as WriterQueueError) = result, case .timedOut = error
        else { return continuation.resume(returning: false) }
        continuation.resume(returning: true)
      }
    }
    #expect(timedOut)
    holder.leave()
  }

  @Test func `a deadline already past still takes a free turn`() throws {
    let past = ContinuousClock.now.advanced(by: .seconds(-1))
    let one = try folder.writerQueue()
    try one.enter(deadline: past)
    let other = try folder.writerQueue()
    #expect(throws: WriterQueueError.self) { try other.enter(deadline: past) }
    one.leave()
    try other.enter(deadline: past)
    other.leave()
  }

  @Test func `a holder that dies makes way`() throws {
    var holder: WriterQueue? = try folder.writerQueue()
    try holder?.enter()
    holder = nil
    let next = try folder.writerQueue()
    try next.enter(deadline: Self.patience)
    next.leave()
  }

  @Test func `a holder that is killed makes way`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let queue = try WriterQueue(at: path, program: "victim", label: "desk 9")
      try queue.enter()
      kill(getpid(), SIGKILL)
    }
    let next = try folder.writerQueue()
    #expect(next.holder()?.label == "desk 9")
    #expect(next.holder()?.process != getpid())
    try next.enter(deadline: Self.patience)
    #expect(next.ticket == 2)
    next.leave()
  }

  @Test func `a waiter that dies in the middle lets nobody past the holder`() throws {
    for _ in 0..<100 {
      let holder = try folder.writerQueue()
      try holder.enter(deadline: Self.patience)
      var victim: DeadWaiter? = try DeadWaiter(path, ticket: holder.ticket + 1)
      let entered = Mutex(false)
      let path = path
      let before = try folder.lastTicket()
      let thread = TestThread {
        do {
          let queue = try WriterQueue(at: path, program: "test")
          try queue.withTurn(deadline: Self.patience) { entered.withLock { $0 = true } }
        } catch {
          Issue.record(error)
        }
      }
      try wait { try folder.lastTicket() == before + 1 }
      #expect(victim != nil)
      victim = nil
      // The one behind goes on to what the holder has, and the kernel shows it waiting there.
      try wait { try isWaited(for: WriterQueue.writerByte) }
      #expect(!entered.withLock { $0 })
      holder.leave()
      thread.join()
      #expect(entered.withLock { $0 })
    }
  }

  /// Whether somebody waits for a lock on the file that begins at that byte.
  private func isWaited(for byte: Int64) throws -> Bool {
    let inode = try #require(try FileDescriptor.status(of: path)).identity.inode
    let locks = try FileDescriptor(opening: "/proc/locks", .readOnly).readToEnd()
    return String(decoding: locks, as: UTF8.self).split(separator: "\n").contains { line in
      line.contains("-> OFDLCK") && line.contains(":\(inode) \(byte) ")
    }
  }

  /// A process that has drawn a ticket, waits, and dies when it is let go.
  private final class DeadWaiter {
    private let descriptor: FileDescriptor

    init(_ path: String, ticket: Int64) throws {
      descriptor = try FileDescriptor(opening: path, .readWrite)
      let byte = WriterQueue.firstTicketByte + ticket
      #expect(clinux_lock(descriptor.raw, byte, 1, 0) == 0)
      try descriptor.write(withUnsafeBytes(of: ticket.littleEndian) { Array($0) }, at: 0)
    }
  }

  @Test func `with comers that give up and die the writers stay alone`() throws {
    let seed = SeededGenerator().seed
    let inside = Atomic<Int>(0)
    let turns = Atomic<Int>(0)
    let path = path
    let threads = (0..<4).map { number in
      TestThread {
        var generator = SeededGenerator(seed: seed &+ UInt64(number))
        do {
          var queue = try WriterQueue(at: path, program: "test", label: "\(number)")
          for _ in 0..<200 {
            let patience: Duration = .microseconds(Int.random(in: 0...400, using: &generator))
            let dies = Int.random(in: 0..<8, using: &generator) == 0
            do {
              try queue.enter(deadline: Self.soon(patience))
            } catch WriterQueueError.timedOut {
              if dies { queue = try WriterQueue(at: path, program: "test", label: "\(number)") }
              continue
            }
            let others = inside.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
            #expect(others == 0)
            for _ in 0..<Int.random(in: 0...3, using: &generator) { sched_yield() }
            turns.wrappingAdd(1, ordering: .relaxed)
            inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            if dies {
              queue = try WriterQueue(at: path, program: "test", label: "\(number)")
            } else {
              queue.leave()
            }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    for thread in threads { thread.join() }
    let taken = turns.load(ordering: .relaxed)
    #expect(taken > 0)
    let last = try folder.writerQueue()
    try last.enter(deadline: Self.patience)
    last.leave()
  }
}
