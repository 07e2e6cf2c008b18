import Glibc
import Testing

@testable import Platform

/// Names in our folder that belong to others: links to their files, pipes and folders.
@Suite struct ForeignFileTests {
  /// What has the name instead of a file of ours.
  enum Kind: CaseIterable, Sendable {
    case link, danglingLink, pipe, folder
  }

  private let folder: TemporaryFolder
  private let precious = "nobody's bytes but mine"

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func make(_ kind: Kind, at name: String) throws {
    switch kind {
    case .link:
      try AtomicFile.write(Array(precious.utf8), to: path("precious"))
      #expect(symlink("precious", path(name)) == 0)
    case .danglingLink: #expect(symlink("precious", path(name)) == 0)
    case .pipe: #expect(mkfifo(path(name), 0o600) == 0)
    case .folder: #expect(mkdir(path(name), 0o700) == 0)
    }
  }

  private func expectUntouched(_ kind: Kind) throws {
    guard kind == .link else {
      #expect(!folder.names().contains("precious"))
      return
    }
    let bytes = try FileDescriptor(opening: path("precious"), .readOnly).readToEnd()
    #expect(String(decoding: bytes, as: UTF8.self) == precious)
  }

  @Test(arguments: Kind.allCases) func `a queue needs a file of its own`(kind: Kind) throws {
    try make(kind, at: "lock")
    #expect(throws: SystemError.self) { _ = try folder.writerQueue() }
    try expectUntouched(kind)
  }

  @Test(arguments: Kind.allCases) func `a queue does not go over to another's`(kind: Kind) throws {
    let queue = try folder.writerQueue()
    #expect(unlink(path("lock")) == 0)
    try make(kind, at: "lock")
    #expect(throws: WriterQueueError.self) {
      try queue.enter(deadline: .now.advanced(by: .seconds(60)))
    }
    try expectUntouched(kind)
  }

  @Test(arguments: Kind.allCases) func `a bell needs a file of its own`(kind: Kind) throws {
    try make(kind, at: Doorbell.fileName)
    #expect(throws: SystemError.self) { _ = try Doorbell(in: folder.path) }
    try expectUntouched(kind)
  }

  @Test(arguments: Kind.allCases) func `a lock needs a file of its own`(kind: Kind) throws {
    try make(kind, at: "client")
    #expect(throws: SystemError.self) { _ = try FileLock.attempt(at: path("client")) }
    #expect(try FileLock.make(at: path("client")) == nil)
    try expectUntouched(kind)
  }
}
