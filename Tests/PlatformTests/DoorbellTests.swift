import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite struct DoorbellTests {
  /// Hears rings and counts the handler's calls.
  final class Ears: Sendable {
    let queue = DispatchQueue(label: "test.ears")
    let heard = DispatchSemaphore(value: 0)
    let calls = Atomic<Int>(0)

    func listen(in folder: TemporaryFolder, usingInotify: Bool = true) -> DoorbellListener {
      DoorbellListener(in: folder.path, on: queue, usingInotify: usingInotify) {
        self.calls.wrappingAdd(1, ordering: .relaxed)
        self.heard.signal()
      }
    }

    /// Waits for one call of the handler.
    func next() async { await heard.signalled() }

    /// How often the handler was called once everything sent so far has been heard.
    func settled() -> Int {
      queue.sync {}
      return calls.load(ordering: .relaxed)
    }
  }

  @Test func `a ring is heard by every listener`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let ears = [Ears(), Ears(), Ears()]
    let listeners = ears.map { $0.listen(in: folder) }
    for _ in 0..<50 {
      try bell.ring()
      for ear in ears { await ear.next() }
    }
    #expect(listeners.allSatisfy { !$0.isPolling })
    for listener in listeners { listener.cancel() }
  }

  @Test func `rings while the handler's queue is busy are one`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let ears = Ears()
    let listener = ears.listen(in: folder)
    let gate = DispatchSemaphore(value: 0)
    ears.queue.async { gate.wait() }
    for _ in 0..<100 { try bell.ring() }
    gate.signal()
    await ears.next()
    // One call for all, and at most a second for a look the source had asked for already.
    #expect(ears.settled() <= 2)
    listener.cancel()
  }

  @Test func `a deleted bell is made again by the next ring and heard from then on`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let ears = Ears()
    let listener = ears.listen(in: folder)
    for _ in 0..<20 {
      #expect(unlink(folder.path(Doorbell.fileName)) == 0)
      await ears.next()
      try bell.ring()
      await ears.next()
      let before = ears.settled()
      try bell.ring()
      wait { ears.settled() > before }
      while ears.heard.wait(timeout: .now()) == .success {}
    }
    #expect(folder.names() == ["bell"])
    listener.cancel()
  }

  @Test func `a bell that is hung later is heard`() async throws {
    let folder = try TemporaryFolder()
    let ears = Ears()
    let listener = ears.listen(in: folder)
    let bell = try Doorbell(in: folder.path)
    await ears.next()
    let before = ears.settled()
    try bell.ring()
    wait { ears.settled() > before }
    listener.cancel()
  }

  @Test func `writes to other files of the folder wake nobody`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let ears = Ears()
    let listener = ears.listen(in: folder)
    for number in 0..<100 { try folder.put("\(number)", in: "database-wal") }
    try bell.ring()
    await ears.next()
    #expect(ears.settled() == 1)
    listener.cancel()
  }

  @Test func `a cancelled listener hears nothing`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let ears = Ears()
    ears.listen(in: folder).cancel()
    let witness = Ears()
    let listener = witness.listen(in: folder)
    try bell.ring()
    await witness.next()
    #expect(ears.settled() == 0)
    listener.cancel()
  }

  /// Owns a descriptor and tells when it is let go.
  final class Resource: Sendable {
    let descriptor: FileDescriptor
    let gone: DispatchSemaphore

    init(_ path: String, gone: DispatchSemaphore) throws {
      descriptor = try FileDescriptor(opening: path, .readOnly)
      self.gone = gone
    }

    deinit { gone.signal() }
  }

  @Test(arguments: [true, false])
  func `a source that ends gives its descriptor back`(isCancelled: Bool) async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    // Opened first and for both, so that opening for reading does not wait.
    let writing = try FileDescriptor(opening: folder.path("pipe"), .readWrite)
    let gone = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "test")
    func begin() throws -> EventSource {
      let resource = try Resource(folder.path("pipe"), gone: gone)
      return EventSource(reading: resource.descriptor.raw, of: resource, on: queue) {
        _ = resource.descriptor.raw
      }
    }
    for _ in 0..<10 {
      var source: EventSource? = try begin()
      if isCancelled { source?.cancel() }
      #expect(source != nil)
      source = nil
      await gone.signalled()
    }
    #expect(writing.raw >= 0)
  }

  @Test func `without news from the system the handler is called on a clock`() async throws {
    let folder = try TemporaryFolder()
    let ears = Ears()
    let listener = ears.listen(in: folder, usingInotify: false)
    #expect(listener.isPolling)
    await ears.next()
    await ears.next()
    listener.cancel()
  }

  @Test func `the bell of a missing folder cannot be rung`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SystemError.self) { try Doorbell(in: folder.path("none")) }
    #expect(error?.errno == ENOENT)
  }
}
