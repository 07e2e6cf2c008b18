import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@testable import ImageLoading

/// The folder of pictures: found again, given up in order, and never a danger.
@Suite struct DiskCacheTests {
  private let place: TemporaryPlace
  private let clock = StandingClock()
  private let said = Tape<String>()

  init() throws { place = try TemporaryPlace() }

  private func cache(_ limits: DiskCacheLimits = DiskCacheLimits(), in name: String = "p/q")
    -> DiskCache
  {
    DiskCache(
      folder: place.path(name), limits: limits,
      log: Log(label: "test") { [said] in said.add($0.message) }, now: clock.wall)
  }

  private func entry(_ text: String, version: String? = nil) -> DiskEntry {
    DiskEntry(bytes: Data(text.utf8), version: version)
  }

  private func names(in folder: String = "p/q") throws -> [String] {
    try Folder.names(in: place.path(folder)).sorted()
  }

  private func file(of key: String) -> String { place.path("p/q/" + DiskFileName.name(for: key)) }

  /// Keeps an entry whose file takes exactly so many bytes.
  private func fill(_ cache: DiskCache, _ key: String, _ size: Int) async throws {
    let empty = try #require(DiskEnvelope.file(of: entry(""), key: key)).count
    await cache.store(entry(String(repeating: "x", count: size - empty)), for: key)
  }

  @Test func `img_disk_trim_to_half: over the limit, the oldest go until less than half is left`()
    async throws
  {
    let roomy = cache()
    for key in ["1", "2", "3", "4", "5", "6"] {
      try await fill(roomy, key, 200)
      clock.pass(.seconds(1))
    }
    // Looked at last, though kept first.
    #expect(await roomy.entry(for: "1") != nil)
    let tight = cache(DiskCacheLimits(bytes: 1000))
    await tight.trim()
    #expect(await tight.used == 400)
    for (key, isKept) in [("1", true), ("2", false), ("5", false), ("6", true)] {
      #expect(await (tight.entry(for: key) != nil) == isKept, "\(key)")
    }
  }

  @Test func `keeping more than the limit trims by itself`() async throws {
    let cache = cache(DiskCacheLimits(bytes: 1000))
    for number in 1...20 {
      try await fill(cache, "\(number)", 300)
      clock.pass(.seconds(1))
      #expect(try names().count <= 3)
    }
    #expect(await cache.entry(for: "20") != nil)
  }

  @Test func `what nobody looked at for a week is gone, by either door`() async throws {
    let cache = cache()
    await cache.store(entry("a"), for: "a")
    await cache.store(entry("b"), for: "b")
    clock.pass(.seconds(6 * 24 * 3600))
    #expect(await cache.entry(for: "a") == entry("a"))
    clock.pass(.seconds(2 * 24 * 3600))
    #expect(await cache.entry(for: "b") == nil)
    #expect(try names().count == 1)
    clock.pass(.seconds(6 * 24 * 3600))
    await cache.trim()
    #expect(try names().isEmpty)
  }

  @Test func `a version stays with its bytes, and a newer one takes their place`() async {
    let (cache, other) = (cache(), cache())
    await cache.store(entry("a", version: "1"), for: "k")
    #expect(await other.entry(for: "k") == entry("a", version: "1"))
    await other.store(entry("b"), for: "k")
    #expect(await cache.entry(for: "k") == entry("b"))
    await cache.remove("k")
    #expect(await other.entry(for: "k") == nil)
  }

  @Test func `names are the key's digest and what is safe of its extension`() {
    let digest = "900150983cd24fb0d6963f7d28e17f72"
    #expect(DiskFileName.name(for: "abc") == digest)
    let long = String(repeating: "x", count: 223)
    for (key, isNamed) in [
      ("gs://s/a.JPG", true), ("a." + long.dropLast(), true), ("a." + long, false), ("a.", false),
      ("a.b/c", false), ("a./../../etc/passwd", false), ("a.\u{0}", false), ("a.é", false),
      ("a.b%2Fc", false), ("", false),
    ] {
      let name = DiskFileName.name(for: key)
      #expect(name.utf8.count <= 255 && DiskFileName.isEntry(name))
      #expect(name.contains(".") == isNamed, "\(name)")
    }
    for name in ["." + digest, digest + ".", digest + "/a", digest.uppercased(), "a.jpg", ""] {
      #expect(!DiskFileName.isEntry(name), "\(name)")
    }
    #expect(DiskFileName.isTemporary(DiskFileName.temporary()))
    for name in [".tmp", "..tmp", ".x.tmp", "a.tmp", ".12345678901234567.tmp"] {
      #expect(!DiskFileName.isTemporary(name), "\(name)")
    }
  }

  @Test func `every damage is found, and the file removed`() async throws {
    let cache = cache()
    let whole = try #require(DiskEnvelope.file(of: entry("picture", version: "7"), key: "k"))
    #expect(DiskEnvelope.read(whole, key: "k") == .entry(entry("picture", version: "7")))
    #expect(DiskEnvelope.read(whole, key: "other") == .otherKey)
    for length in 0..<whole.count {
      #expect(DiskEnvelope.read(Array(whole[..<length]), key: "k") == .damaged)
      for bit in 0..<8 {
        var changed = whole
        changed[length] ^= 1 << bit
        #expect(DiskEnvelope.read(changed, key: "k") == .damaged)
      }
    }
    await cache.store(entry("a"), for: "k")
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: file(of: "k")))
    #expect(await cache.entry(for: "k") == nil)
    #expect(try names().isEmpty)
  }

  @Test func `lengths that lie lead nowhere`() {
    for (key, version) in [(UInt32.max, UInt32.max), (9, 0), (0, 9), (4097, 0), (0, 257)] {
      for count in [0, 8, 5000] {
        let file = DiskEnvelopeForgery.file(body: count, key: key, version: version)
        #expect(DiskEnvelope.read(file, key: "") == .damaged || count == 5000)
      }
    }
  }

  @Test func `a link, a pipe and a folder are never followed nor read`() async throws {
    let cache = cache()
    let secret = try place.write("secret", to: "secret")
    await cache.store(entry("x"), for: "x")
    // Even where it leads to a whole picture of that very key.
    let picture = try #require(DiskEnvelope.file(of: entry("picture"), key: "link"))
    let elsewhere = try place.write(Data(picture), to: "elsewhere")
    #expect(symlink(elsewhere, file(of: "link")) == 0)
    #expect(mkfifo(file(of: "pipe"), 0o600) == 0)
    #expect(mkdir(file(of: "folder"), 0o700) == 0)
    for key in ["link", "pipe", "folder"] { #expect(await cache.entry(for: key) == nil) }
    #expect(try names().count == 2, "link and pipe are removed, a folder is not touched")
    #expect(symlink(secret, file(of: "link")) == 0)
    await cache.store(entry("picture"), for: "link")
    #expect(await cache.entry(for: "link") == entry("picture"))
    #expect(symlink(secret, file(of: "other")) == 0)
    await cache.trim()
    #expect(access(file(of: "other"), F_OK) != 0)
    #expect(try place.text(of: "secret") == "secret")
    await cache.store(entry("picture"), for: "folder")
    #expect(await cache.entry(for: "folder") == nil)
  }

  @Test func `other people's files stay, and what a dead process left goes`() async throws {
    var limits = DiskCacheLimits(bytes: 1)
    limits.largestFile = 1000
    let cache = cache(limits)
    for name in ["notes.txt", ".0123456789abcdef.tmp", String(repeating: "a", count: 32)] {
      try place.write("mine", to: "p/q/" + name)
    }
    // Longer than any file of ours, and longer than all numbers together.
    #expect(
      truncate(try place.write("", to: "p/q/" + String(repeating: "b", count: 32)), 1 << 42) == 0)
    await cache.trim()
    // The clock of this test stands in another year than the files' times.
    #expect(try names() == ["notes.txt"])
  }

  @Test func `an overlong file is neither kept nor read`() async throws {
    var limits = DiskCacheLimits()
    limits.largestFile = 100
    let (small, large) = (cache(limits), cache())
    try await fill(small, "a", 101)
    #expect(await large.entry(for: "a") == nil)
    try await fill(large, "a", 101)
    #expect(await small.entry(for: "a") == nil)
    try await fill(small, "a", 100)
    #expect(await small.entry(for: "a") != nil)
    let key = String(repeating: "k", count: 5000)
    await large.store(entry("a"), for: key)
    #expect(await large.entry(for: key) == nil)
  }

  @Test func `where nothing can be written it goes on without, and says so once`() async throws {
    try place.write("a file", to: "file")
    let cache = cache(in: "file/pictures")
    for key in ["a", "b"] {
      await cache.store(entry(key), for: key)
      #expect(await cache.entry(for: key) == nil)
    }
    await cache.trim()
    #expect(said.all.count == 1)
    let depot = Depot("a")
    let studio = Studio(depot, folder: place.path("file/pictures"))
    #expect(try await studio.load("a") == "a none")
    #expect(try await studio.load("a") == "a memory")
  }

  @Test func `several processes keep and trim in one folder`() async throws {
    let (key, count) = ("shared", 200)
    let caches = (0..<4).map { _ in cache(DiskCacheLimits(bytes: 3000)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, cache) in caches.enumerated() {
        group.addTask {
          for step in 0..<count {
            await cache.store(entry("\(number)-\(step)", version: "\(number)"), for: key)
            await cache.store(entry("\(step)"), for: "\(step % 50)")
            guard let found = await cache.entry(for: key) else { continue }
            let text = String(decoding: found.bytes, as: UTF8.self)
            #expect(text.first == found.version?.first && text.dropFirst().first == "-")
            if step % 50 == number { await cache.trim() }
          }
        }
      }
      try await group.waitForAll()
    }
    await caches[0].trim()
    #expect(try names().allSatisfy(DiskFileName.isEntry), "nothing half is left")
  }
}
