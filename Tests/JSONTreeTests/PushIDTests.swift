import TestSupport
import Testing

@testable import JSONTree

struct PushIDTests {
  @Test(
    arguments: [
      (1, "-------0"), (64, "------0-"), (1_421_337_857_236, "-JfiKcnJ"),
      (1_700_000_000_000, "-NjEtLV-"), (140_737_488_355_327, "Uzzzzzzz"),
    ] as [(Int64, String)])
  func `the first eight characters are the milliseconds`(_ now: Int64, _ prefix: String) {
    var ids = PushID()
    let id = ids.next(at: now)
    #expect(id.name.hasPrefix(prefix))
    #expect(id.name.utf8.count == 20)
    #expect(id.integer == nil)
  }

  private func next(after random: String) -> String {
    let digits = random.utf8.map { UInt8(PushID.letters.firstIndex(of: $0) ?? 0) }
    var ids = PushID(milliseconds: 5, random: digits)
    return ids.next(at: 5).name
  }

  @Test func `in the same millisecond the random part counts up with carry`() {
    #expect(next(after: "------------") == "-------4-----------0")
    #expect(next(after: "-----------z") == "-------4----------0-")
    #expect(next(after: "a-zzzzzzzzzz") == "-------4a0----------")
    #expect(next(after: "zzzzzzzzzzzz") == "-------5------------")
  }

  @Test func `ids sort as they were made, also when the clock steps back a little`() {
    var random = RandomTree()
    var ids = PushID()
    var now: Int64 = 1_700_000_000_000
    var last = ids.next(at: now, using: &random.generator)
    for _ in 0..<5_000 {
      now += Int64(random.int(-20...25))
      let id = ids.next(at: now, using: &random.generator)
      agree(last < id, true, "\(last) \(id)")
      last = id
    }
    #expect(ids.next(at: 1).name.hasPrefix("-------0"))
    #expect(ids.next(at: -1).name.hasPrefix("-------0"))
    #expect(ids.next(at: .max).name.utf8.count == 20)
  }

  @Test func `two generators make different ids`() {
    var (one, other) = (PushID(), PushID())
    #expect(one.next(at: 1) != other.next(at: 1))
  }
}
