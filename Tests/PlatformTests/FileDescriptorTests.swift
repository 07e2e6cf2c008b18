import Glibc
import Testing

@testable import Platform

@Suite struct FileDescriptorTests {
  @Test func `bytes written at a place are read there`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: folder.path("a"), .readWrite, .create)
    try file.write([1, 2, 3], at: 5)
    #expect(try file.bytes(at: 0, count: 100) == [0, 0, 0, 0, 0, 1, 2, 3])
    #expect(try file.bytes(at: 6, count: 1) == [2])
    #expect(try file.bytes(at: 8, count: 1) == [])
    try file.truncate(to: 6)
    #expect(try file.status().size == 6)
    try file.synchronize()
  }

  @Test func `a file larger than one read comes whole`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try FileDescriptor(opening: folder.path("a"), .writeOnly, .create).write(bytes)
    #expect(try folder.bytes(of: "a") == bytes)
  }

  @Test func `a pipe that takes bytes in parts gets them all`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let out = FileDescriptor(owning: ends[0])
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let writing = ends[1]
    let thread = TestThread { try? FileDescriptor(owning: writing).write(bytes) }
    #expect(try out.readToEnd() == bytes)
    thread.join()
  }

  @Test func `every descriptor is closed in a child program`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: folder.path("a"), .readWrite, .create)
    let copy = try file.duplicate()
    let wake = try WakePipe()
    let inotify = try Inotify()
    for raw in [file.raw, copy.raw, wake.raw, inotify.raw] {
      #expect(fcntl(raw, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func `a descriptor is closed with its owner`() throws {
    let folder = try TemporaryFolder()
    func openAndClose() throws -> FileDescriptor.Identity {
      try FileDescriptor(opening: folder.path("a"), .readWrite, .create).status().identity
    }
    let identity = try openAndClose()
    let open = (0..<256).contains { (raw: Int32) in
      var status = stat()
      return fstat(raw, &status) == 0 && UInt64(status.st_ino) == identity.inode
        && UInt64(status.st_dev) == identity.device
    }
    #expect(!open)
  }

  @Test func `an error names the call, the file and the reason`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("missing")
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor(opening: path, .readOnly)
    }
    #expect(error == SystemError(errno: ENOENT, call: "open", path: path))
    #expect(error?.description == "open \"\(path)\": No such file or directory (ENOENT)")
    #expect(error?.isMissing == true)
    #expect(try FileDescriptor.status(of: path) == nil)
  }

  @Test func `a path with a NUL is refused, not cut`() throws {
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor(opening: "/etc\0/passwd", .readOnly)
    }
    #expect(error?.errno == EINVAL)
  }

  @Test func `a wake is seen once and many are one`() throws {
    let pipe = try WakePipe()
    #expect(!pipe.drain())
    pipe.wake()
    pipe.wake()
    var entry = pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 0) == 1)
    #expect(pipe.drain())
    #expect(!pipe.drain())
    #expect(poll(&entry, 1, 0) == 0)
  }

  static let times: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"), (1_796_112_900_250, "2026-12-01T08:15:00.250Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
  ]

  @Test(arguments: times)
  func `a time of day is written in UTC`(milliseconds: Int64, text: String) {
    #expect(WallClock.text(milliseconds) == text)
  }
}
