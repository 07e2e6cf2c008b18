import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Platform

/// Who rings, and for whom.
@Suite struct ListeningTests {
  private static func listener(
    in folder: TemporaryFolder, besides own: Doorbell? = nil, alsoFor names: Set<String> = [],
    _ heard: DispatchSemaphore
  ) -> DoorbellListener {
    Doorbell.listen(
      in: folder.path, besides: own, alsoFor: names, on: DispatchQueue(label: "test.listening")
    ) { heard.signal() }
  }

  @Test func `nobody rings when nobody listens`() async throws {
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    #expect(try !bell.ring())
    let heard = DispatchSemaphore(value: 0)
    let listener = Self.listener(in: folder, heard)
    #expect(try bell.ring())
    await heard.signalled()
    listener.cancel()
    // The thread that listened lets its lock go a moment later.
    wait { (try? bell.ring()) == false }
  }

  @Test func `a bell is not heard by its own listener, but by all others`() async throws {
    let folder = try TemporaryFolder()
    let (bell, other) = (try Doorbell(in: folder.path), try Doorbell(in: folder.path))
    let (own, others) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let listener = Self.listener(in: folder, besides: bell, own)
    #expect(try !bell.ring())
    #expect(try other.ring())
    await own.signalled()
    let second = Self.listener(in: folder, besides: other, others)
    #expect(try bell.ring())
    await others.signalled()
    listener.cancel()
    wait { (try? other.ring()) == false }
    second.cancel()
  }

  @Test func `a bell that was deleted is attended again`() async throws {
    let folder = try TemporaryFolder()
    let (bell, other) = (try Doorbell(in: folder.path), try Doorbell(in: folder.path))
    let heard = DispatchSemaphore(value: 0)
    let listener = Self.listener(in: folder, besides: bell, heard)
    for _ in 0..<5 {
      #expect(unlink(folder.path(Doorbell.fileName)) == 0)
      // Hung again by who rings; the listener hears of the file, and holds its lock from then on.
      try other.ring()
      wait { (try? other.ring()) == true }
      await heard.signalled()
      while heard.wait(timeout: .now()) == .success {}
    }
    listener.cancel()
  }

  @Test func `a file that takes another's name is heard of`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "data")
    let heard = DispatchSemaphore(value: 0)
    let listener = Self.listener(in: folder, alsoFor: ["data"], heard)
    try folder.put("new", in: "copy")
    #expect(rename(folder.path("copy"), folder.path("data")) == 0)
    await heard.signalled()
    listener.cancel()
  }
}
