import Glibc
import Testing

@testable import Platform

@Suite struct AtomicFileTests {
  @Test func `a committed file replaces the old one and leaves nothing beside it`() throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a")
    try AtomicFile.write(Array("new".utf8), to: folder.path("a"))
    #expect(try folder.text(of: "a") == "new")
    #expect(folder.names() == ["a"])
  }

  @Test func `what is not committed is gone and the old file stays`() throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a")
    func abandon() throws {
      let file = try AtomicFile(replacing: folder.path("a"))
      try file.write(Array("half".utf8))
      #expect(folder.names().count == 2)
      #expect(try folder.text(of: "a") == "old")
    }
    try abandon()
    #expect(folder.names() == ["a"])
    #expect(try folder.text(of: "a") == "old")
  }

  @Test func `permissions of the old file are kept`() throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a")
    #expect(chmod(folder.path("a"), 0o640) == 0)
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try FileDescriptor.status(of: folder.path("a"))?.permissions == 0o640)
    try AtomicFile.write([1], to: folder.path("b"), permissions: 0o600)
    #expect(try FileDescriptor.status(of: folder.path("b"))?.permissions == 0o600)
  }

  @Test func `a symbolic link stays one and its file is replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "file")
    #expect(symlink("file", folder.path("link")) == 0)
    try AtomicFile.write(Array("new".utf8), to: folder.path("link"))
    var status = stat()
    #expect(lstat(folder.path("link"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.text(of: "file") == "new")
  }

  @Test func `a pipe or a device is refused and stays what it is`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(symlink("pipe", folder.path("link")) == 0)
    for name in ["pipe", "link"] {
      #expect(throws: SystemError.self) { try AtomicFile.write([1], to: folder.path(name)) }
    }
    var status = stat()
    #expect(lstat(folder.path("pipe"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFIFO)
    #expect(folder.names() == ["link", "pipe"])
  }

  @Test func `a name of the greatest length is written`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 255)
    try AtomicFile.write([1], to: folder.path(name))
    #expect(folder.names() == [name])
  }

  @Test func `a folder in its place and a missing folder are refused`() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path("no/such")
    #expect(throws: SystemError.self) { try AtomicFile.write([1], to: missing) }
    let error = #expect(throws: SystemError.self) { try AtomicFile.write([1], to: folder.path) }
    #expect(error?.errno == EISDIR)
    #expect(folder.names() == [])
  }
}
