import Inventory
import Testing

@Suite struct RepeatFilterTests {
  private typealias Read = (code: String, began: Int, ended: Int)

  private func repeats(_ reads: [Read], in filter: RepeatFilter = RepeatFilter()) -> [Bool] {
    let start = ContinuousClock.now
    var filter = filter
    return reads.map { read in
      filter.isRepeat(
        of: read.code, began: start + .milliseconds(read.began),
        ended: start + .milliseconds(read.ended))
    }
  }

  @Test func `only the same code again at once is a repeat`() {
    let reads: [Read] = [
      ("a", 0, 20), ("a", 320, 340), ("a", 641, 660), ("b", 670, 690), ("a", 700, 720),
    ]
    #expect(repeats(reads) == [false, true, false, false, false])
  }

  @Test func `the window is settable within its bounds`() {
    #expect(
      repeats([("a", 0, 0), ("a", 0, 0)], in: RepeatFilter(window: .zero)) == [false, false])
    #expect(RepeatFilter(window: .seconds(60)).window == RepeatFilter.widest)
  }
}
