import TestSupport
import Testing

@testable import ImageLoading

/// Budgets and order, against a list that is searched through.
@Suite struct MemoryCacheTests {
  private typealias Cache = MemoryCache<Picture>

  private func entry(_ content: UInt64, cost: Int = 10, md5: String? = nil) -> Cache.Entry {
    Cache.Entry(
      image: Picture(text: "\(content)", byteCount: cost), content: content,
      marks: VersionMarks(md5: md5 ?? "\(content)", version: nil))
  }

  @Test func `the longest unused goes, and neither budget is ever exceeded`() {
    var random = SeededGenerator()
    for _ in 0..<Thorough.pick(50, thorough: 1_000) {
      let (bytes, count) = (
        Int.random(in: 0...60, using: &random), Int.random(in: 0...6, using: &random)
      )
      var cache = Cache(bytes: bytes, count: count)
      // Longest unused first.
      var naive: [(id: ImageID, entry: Cache.Entry)] = []
      for step in 0..<300 {
        let id = ImageID("\(Int.random(in: 0..<9, using: &random))", .original)
        if Bool.random(using: &random) {
          let kept = entry(UInt64(step), cost: Int.random(in: -1...30, using: &random))
          cache.keep(kept, for: id)
          naive.removeAll { $0.id == id }
          guard max(1, kept.image.byteCount) <= bytes, count > 0 else { continue }
          naive.append((id, kept))
          while naive.count > count || cost(naive) > bytes { naive.removeFirst() }
        } else if step % 17 == 0 {
          cache.remove(key: id.key)
          naive.removeAll { $0.id == id }
        } else {
          let place = naive.firstIndex { $0.id == id }
          let found = cache.entry(for: id)?.content
          #expect(found == place.map { naive[$0].entry.content })
          if let place { naive.append(naive.remove(at: place)) }
        }
        #expect(cache.bytes == cost(naive) && cache.count == naive.count)
        #expect(cache.bytes <= bytes && cache.count <= count)
      }
    }
  }

  private func cost(_ kept: [(id: ImageID, entry: Cache.Entry)]) -> Int {
    kept.reduce(0) { $0 + max(1, $1.entry.image.byteCount) }
  }

  @Test func `a newer content drops the older in all sizes, and an older one changes nothing`() {
    var cache = Cache(bytes: 1000, count: 100)
    let whole = ImageID("a", .original)
    let small = ImageID("a", .fitting(width: 1, height: 1))
    cache.keep(entry(1), for: whole)
    cache.keep(entry(2), for: small)
    #expect(cache.count == 1)
    cache.keep(entry(1), for: whole)
    cache.keep(entry(1), for: small)
    let (first, second) = (cache.entry(for: whole)?.content, cache.entry(for: small)?.content)
    #expect(first == nil && second == 2)
  }

  @Test func `the same content read twice is kept in both sizes`() {
    var cache = Cache(bytes: 1000, count: 100)
    let whole = ImageID("a", .original)
    let small = ImageID("a", .fitting(width: 1, height: 1))
    cache.keep(entry(1, md5: "m"), for: whole)
    cache.keep(entry(2, md5: "m"), for: small)
    #expect(cache.count == 2)
    cache.remove(key: "a")
    #expect(cache.count == 0 && cache.bytes == 0)
  }

  @Test func `failures are forgotten in time, and the oldest when there are too many`() {
    var failures = FailureMemory(for: .seconds(10), limit: 20)
    let start = ContinuousClock.now
    for number in 0..<100 {
      failures.remember("\(number)", now: start + .milliseconds(number))
      #expect(failures.count <= 20)
      let blocks = failures.blocks("\(number)", now: start + .milliseconds(number))
      #expect(blocks)
    }
    let oldest = failures.blocks("0", now: start + .seconds(1))
    #expect(failures.count >= 18 && !oldest)
    let late = failures.blocks("99", now: start + .seconds(11))
    #expect(!late)
  }
}
