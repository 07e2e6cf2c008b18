import Dispatch
import Glibc
import Platform
import Testing

@Suite struct FileLockTests {
  private func held(_ path: String) throws -> Bool {
    if case .held = try FileLock.attempt(at: path) { true } else { false }
  }

  @Test func `a lock is held as long as its object lives, and deleted with its file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    guard case .missing = try FileLock.attempt(at: path) else {
      Issue.record("there is a file")
      return
    }
    var own = try FileLock.make(at: path)
    #expect(own?.isStanding == true)
    #expect(try FileLock.make(at: path) == nil)
    #expect(try held(path))
    own = nil
    guard case .taken(let lock) = try FileLock.attempt(at: path) else {
      Issue.record("it is still held")
      return
    }
    #expect(try held(path))
    try lock.delete()
    #expect(!lock.isStanding)
    try lock.delete()
    guard case .missing = try FileLock.attempt(at: path) else {
      Issue.record("it is still there")
      return
    }
  }

  @Test func `a file that was replaced is no longer ours, and not deleted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    let own = try #require(try FileLock.make(at: path))
    #expect(unlink(path) == 0)
    #expect(!own.isStanding)
    let other = try #require(try FileLock.make(at: path))
    #expect(!own.isStanding && other.isStanding)
    try own.delete()
    #expect(other.isStanding)
  }

  @Test func `its end is heard, asking for it is not`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    let inbox = FileWatchTests.Inbox()
    var own = try FileLock.make(at: path)
    let watch = try FileWatch(folder.path, for: .closed, on: inbox.queue) { inbox.take($0) }
    #expect(own?.isStanding == true)
    for _ in 0..<5 { #expect(try held(path)) }
    try folder.put("x", in: "behind it")
    await inbox.wait { _ in inbox.names.contains("behind it") }
    #expect(inbox.names == ["behind it"])
    own = nil
    await inbox.wait { _ in inbox.names.contains("lock") }
    watch.cancel()
    // Also the end of one who took it over.
    guard case .taken(let lock) = try FileLock.attempt(at: path) else {
      Issue.record("it is still held")
      return
    }
    let second = FileWatchTests.Inbox()
    let again = try FileWatch(folder.path, for: .closed, on: second.queue) { second.take($0) }
    #expect(lock.isStanding)
    _ = consume lock
    await second.wait { _ in second.names.contains("lock") }
    #expect(second.names == ["lock"])
    again.cancel()
  }

  @Test func `a folder is made once and read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("names")
    #expect(try Folder.names(in: path).isEmpty)
    try Folder.make(path)
    try Folder.make(path)
    let names = Set((0..<300).map { "file \($0)" } + ["é", "長い名前"])
    for name in names { _ = try FileLock.make(at: path + "/" + name) }
    #expect(try Set(Folder.names(in: path)) == names)
    #expect(throws: SystemError.self) { try Folder.make(path + "/no/folder") }
  }
}
