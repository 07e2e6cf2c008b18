import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite struct FileWatchTests {
  /// Collects news and tells when there is some.
  final class Inbox: Sendable {
    let queue = DispatchQueue(label: "test.inbox")
    private let all = Mutex<[FileWatch.News]>([])
    private let came = DispatchSemaphore(value: 0)

    func take(_ news: FileWatch.News) {
      all.withLock { $0.append(news) }
      came.signal()
    }

    /// Waits until the news so far satisfies a condition.
    func wait(until condition: ([FileWatch.News]) -> Bool) async {
      let end = ContinuousClock.now.advanced(by: patience)
      while !condition(all.withLock { $0 }), ContinuousClock.now < end { await came.signalled() }
    }

    var names: Set<String> {
      all.withLock { news in
        news.reduce(into: []) { names, news in
          if case .changed(let more) = news { names.formUnion(more) }
        }
      }
    }
  }

  @Test func `files that appear and go are named`() async throws {
    let folder = try TemporaryFolder()
    let inbox = Inbox()
    let watch = try FileWatch(folder.path, for: [.appeared, .gone], on: inbox.queue) {
      inbox.take($0)
    }
    try folder.put("x", in: "made")
    await inbox.wait { $0.contains(.changed(["made"])) }
    #expect(rename(folder.path("made"), folder.path("moved")) == 0)
    await inbox.wait { _ in inbox.names.contains("moved") }
    watch.cancel()
    #expect(inbox.names == ["made", "moved"])
  }

  @Test func `the end of whoever held a file open is heard`() async throws {
    let folder = try TemporaryFolder()
    let inbox = Inbox()
    let watch = try FileWatch(folder.path, for: .closed, on: inbox.queue) { inbox.take($0) }
    func openAndClose() throws {
      let file = try FileDescriptor(opening: folder.path("client"), .readWrite, .create)
      try file.write([1])
    }
    try openAndClose()
    await inbox.wait { $0.contains(.changed(["client"])) }
    watch.cancel()
  }

  @Test func `each who watches a folder hears what it asked for, until it ends`() async throws {
    let folder = try TemporaryFolder()
    let inboxes = (0..<3).map { _ in Inbox() }
    let kinds: [FileWatch.Kinds] = [.appeared, .gone, .closed]
    let watches = try zip(inboxes, kinds).map { inbox, kinds in
      try FileWatch(folder.path, for: kinds, on: inbox.queue) { inbox.take($0) }
    }
    try folder.put("x", in: "a")
    await inboxes[0].wait { _ in inboxes[0].names.contains("a") }
    await inboxes[2].wait { _ in inboxes[2].names.contains("a") }
    watches[0].cancel()
    watches[0].cancel()
    try folder.put("x", in: "b")
    #expect(unlink(folder.path("b")) == 0)
    await inboxes[1].wait { _ in inboxes[1].names.contains("b") }
    await inboxes[2].wait { _ in inboxes[2].names.contains("b") }
    #expect(inboxes.map(\.names) == [["a"], ["b"], ["a", "b"]])
    watches[1].cancel()
    watches[2].cancel()
    // The folder can be watched anew.
    let inbox = Inbox()
    let watch = try FileWatch(folder.path, for: .appeared, on: inbox.queue) { inbox.take($0) }
    try folder.put("x", in: "c")
    await inbox.wait { _ in inbox.names.contains("c") }
    #expect(inbox.names == ["c"])
    watch.cancel()
  }

  @Test func `the end of the folder itself is heard`() async throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder.path("inner"), 0o777) == 0)
    let inbox = Inbox()
    let watch = try FileWatch(folder.path("inner"), for: .appeared, on: inbox.queue) {
      inbox.take($0)
    }
    #expect(rmdir(folder.path("inner")) == 0)
    await inbox.wait { $0.contains(.folderGone) }
    watch.cancel()
  }

  @Test func `lost news says that anything may have changed`() {
    let overflow = Inotify.Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: "")
    let made = Inotify.Event(watch: 1, mask: UInt32(IN_CREATE), name: "a")
    let changed = Inotify.Event(watch: 1, mask: UInt32(IN_MODIFY), name: "b")
    #expect(FileWatch.news([made, changed, made]) == [.changed(["a", "b"])])
    #expect(FileWatch.news([made, overflow]) == [.anything])
    #expect(FileWatch.news([]) == [])
  }

  @Test func `a file or a missing folder is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.put("x", in: "file")
    let queue = DispatchQueue(label: "test")
    for (name, number) in [("file", ENOTDIR), ("none", ENOENT)] {
      let error = #expect(throws: SystemError.self) {
        try FileWatch(folder.path(name), for: .written, on: queue) { _ in }
      }
      #expect(error?.errno == number)
    }
  }
}
