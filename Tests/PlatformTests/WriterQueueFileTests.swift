import Glibc
import Testing

@testable import Platform

/// What happens to the lock file behind the queue's back.
@Suite struct WriterQueueFileTests {
  let folder: TemporaryFolder
  var path: String { folder.lock }

  init() throws {
    folder = try TemporaryFolder()
  }

  private static var patience: ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: .seconds(60))
  }

  private static var now: ContinuousClock.Instant { ContinuousClock.now }

  @Test func `a deleted lock file is made again and shared with those who come later`() throws {
    let old = try folder.writerQueue()
    try old.enter()
    old.leave()
    #expect(unlink(path) == 0)
    try old.enter()
    #expect(folder.names() == ["lock"])
    let new = try folder.writerQueue()
    #expect(throws: WriterQueueError.self) { try new.enter(deadline: Self.now) }
    old.leave()
    try new.enter(deadline: Self.patience)
    #expect(throws: WriterQueueError.self) { try old.enter(deadline: Self.now) }
    new.leave()
  }

  @Test func `a waiter whose file was replaced queues at the new one`() throws {
    let holder = try folder.writerQueue()
    try holder.enter()
    let path = path
    let waiter = TestThread {
      do {
        let queue = try WriterQueue(at: path, program: "test", label: "waiter")
        try queue.enter(deadline: Self.patience)
        queue.leave()
      } catch {
        Issue.record(error)
      }
    }
    let first = holder.ticket
    try wait { try folder.lastTicket() == first + 1 }
    try AtomicFile.write([], to: path)
    let other = try folder.writerQueue()
    try other.enter(deadline: Self.patience)
    holder.leave()
    // The waiter has its turn on the old file only to find it gone, and draws one here.
    try wait { try folder.lastTicket() == other.ticket + 1 }
    other.leave()
    waiter.join()
    #expect(other.holder()?.label == "waiter")
  }

  static let damages: [[UInt8]] = [
    [], [1, 2, 3], Array(repeating: 0xFF, count: 8), Array(repeating: 0xFF, count: 4096),
    [0, 0, 0, 0, 0, 0, 0, 0x7F], [0, 0, 0, 0, 0, 0, 0, 0x20], Array("a text".utf8),
  ]

  @Test(arguments: damages)
  func `a damaged lock file still lets one in after another`(bytes: [UInt8]) throws {
    try FileDescriptor(opening: path, .writeOnly, .create).write(bytes)
    let one = try folder.writerQueue("one")
    let other = try folder.writerQueue("other")
    for _ in 0..<3 {
      try one.enter(deadline: Self.now)
      #expect(throws: WriterQueueError.self) { try other.enter(deadline: Self.now) }
      #expect(other.holder()?.label == "one")
      one.leave()
      try other.enter(deadline: Self.now)
      other.leave()
    }
  }

  @Test func `a file emptied while it is held gives tickets beyond those in use`() throws {
    let holder = try folder.writerQueue()
    for _ in 0..<5 {
      try holder.enter()
      holder.leave()
    }
    try holder.enter()
    #expect(truncate(path, 0) == 0)
    let next = try folder.writerQueue()
    #expect(throws: WriterQueueError.self) { try next.enter(deadline: Self.now) }
    #expect(next.ticket == 7)
    holder.leave()
    try next.enter(deadline: Self.patience)
    next.leave()
  }

  @Test func `names in the file are cut, cleaned and never believed`() throws {
    let name = "a\u{1B}[31m\n" + String(repeating: "書", count: 100)
    let holder = try WriterQueue(at: path, program: name, label: "\u{202E}desk")
    try holder.enter()
    let named = try #require(holder.holder())
    #expect(named.program == "a?[31m?" + String(repeating: "書", count: 35))
    #expect(named.label == "?desk")
    var bytes = try folder.bytes(of: "lock")
    #expect(bytes.count <= WriterQueue.Record.size)
    // The first byte of the program's name, as a stranger could have written it.
    bytes[25] = 0x07
    try FileDescriptor(opening: path, .writeOnly).write(bytes, at: 0)
    #expect(holder.holder()?.program.first == "?")
    bytes[24] = 0xFF
    try FileDescriptor(opening: path, .writeOnly).write(bytes, at: 0)
    #expect(holder.holder() == nil)
    holder.leave()
  }

  @Test func `the file is open to whom the umask allows`() throws {
    let mask = umask(0)
    umask(mask)
    _ = try folder.writerQueue()
    #expect(try FileDescriptor.status(of: path)?.permissions == 0o666 & ~UInt32(mask))
  }

  @Test func `a missing folder and a folder in its place are refused with the reason`() throws {
    let missing = folder.path("none/lock")
    let error = #expect(throws: SystemError.self) {
      _ = try WriterQueue(at: missing, program: "test")
    }
    #expect(error == SystemError(errno: ENOENT, call: "open", path: missing))
    let inPlace = #expect(throws: SystemError.self) {
      _ = try WriterQueue(at: folder.path, program: "test")
    }
    #expect(inPlace?.errno == EISDIR)
  }

  /// Nobody may make a file there, not even root.
  @Test(.enabled(if: access("/sys/kernel", F_OK) == 0))
  func `a folder that cannot be written to says so`() throws {
    let error = #expect(throws: SystemError.self) {
      _ = try WriterQueue(at: "/sys/kernel/bookstock-lock", program: "test")
    }
    #expect(error?.isReadOnly == true)
  }

  @Test func `a folder deleted between turns is an error, not a hang`() throws {
    #expect(mkdir(folder.path("inner"), 0o777) == 0)
    let queue = try WriterQueue(at: folder.path("inner/lock"), program: "test")
    #expect(unlink(folder.path("inner/lock")) == 0)
    #expect(rmdir(folder.path("inner")) == 0)
    let error = #expect(throws: WriterQueueError.self) { try queue.enter() }
    guard case .system(let system) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(system.isMissing)
  }
}
