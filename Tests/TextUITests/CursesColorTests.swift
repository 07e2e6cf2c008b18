import TestSupport
import Testing
import TextUI

@testable import TextUICurses

struct CursesColorTests {
  @Test func `a colour becomes the nearest there is`() {
    func number(_ red: UInt8, _ green: UInt8, _ blue: UInt8, of count: Int) -> Int32 {
      CursesPalette(count: count).number(.rgb(red: red, green: green, blue: blue))
    }
    #expect(number(255, 0, 0, of: 256) == 196)
    #expect(number(0, 0, 0, of: 256) == 16)
    #expect(number(255, 255, 255, of: 256) == 231)
    #expect(number(128, 128, 128, of: 256) == 244)
    #expect(number(255, 10, 10, of: 16) == 9)
    #expect(number(200, 0, 0, of: 8) == 1)
    #expect(number(9, 8, 7, of: 1 << 24) == 0x090807)
    #expect(number(1, 2, 3, of: 0) == -1)
    // The first eight values would be the palette's.
    for blue in UInt8(0)..<8 { #expect(number(0, 0, blue, of: 1 << 24) >= 8) }
    #expect(CursesPalette(count: 256).number(.default) == -1)
    #expect(CursesPalette(count: 1 << 24).number(.palette(3)) == 3)
  }

  @Test func `of 256 colours none is nearer than the one taken`() {
    let steps = [0, 95, 135, 175, 215, 255]
    var colors: [(Int, Int, Int)] = []
    for red in steps {
      for green in steps { for blue in steps { colors.append((red, green, blue)) } }
    }
    for step in 0..<24 { colors.append((8 + 10 * step, 8 + 10 * step, 8 + 10 * step)) }
    var random = SeededGenerator()
    let palette = CursesPalette(count: 256)
    for _ in 0..<2_000 {
      let parts = (0..<3).map { _ in Int(UInt8.random(in: 0...255, using: &random)) }
      func distance(_ color: (Int, Int, Int)) -> Int {
        let (red, green, blue) = (color.0 - parts[0], color.1 - parts[1], color.2 - parts[2])
        return red * red + green * green + blue * blue
      }
      let number = palette.number(
        .rgb(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2])))
      #expect(distance(colors[Int(number) - 16]) == colors.map(distance).min(), "\(parts)")
    }
  }

  @Test func `what is seen never changes its colours, whatever is taken and released`() {
    var random = SeededGenerator()
    for limit in [1, 2, 8, 64, 300] {
      var pairs = ColorPairs(limit: limit)
      // What ncurses knows; what stands in the rows, and what stood there before this screen.
      var known: [Int32: ColorPairs.Pair] = [:]
      var rows: [[(number: Int32, pair: ColorPairs.Pair)]] = Array(repeating: [], count: 6)
      for _ in 0..<1_000 {
        let before = rows
        for row in rows.indices where Bool.random(using: &random) {
          rows[row] = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            let pair = ColorPairs.Pair(
              foreground: Int32.random(in: 0..<20, using: &random),
              background: Int32.random(in: 0..<20, using: &random))
            let (number, news) = pairs.take(pair)
            #expect(number < limit)
            if news == .new { known[number] = pair }
            if news == .allAnew {
              known = Dictionary(uniqueKeysWithValues: pairs.meanings.map { ($0.number, $0.pair) })
            }
            // With few numbers another pair may stand in; with enough it is the very same.
            let stands = known[number] ?? pair
            if limit == 300 { #expect(stands == pair) }
            return (number, stands)
          }
          for (number, _) in before[row] { pairs.release(number) }
        }
        for (number, pair) in (rows + before).joined() where number > 0 {
          #expect(known[number] == pair)
        }
        pairs.settle()
      }
    }
  }

  @Test func `numbers are freed when all are taken, but not before they are off the screen`() {
    var pairs = ColorPairs(limit: 3)
    func take(_ number: Int32) -> String {
      let (number, news) = pairs.take(.init(foreground: number, background: number))
      return "\(number) \(news)"
    }
    let own = pairs.take(.init(foreground: -1, background: -1)).number
    #expect(own == 0)
    let taken = [take(1), take(2), take(2)]
    #expect(taken == ["1 new", "2 new", "2 nothing"])
    pairs.release(1)
    let early = take(3)
    #expect(early.hasSuffix("nothing"))
    pairs.settle()
    let known = take(1)
    #expect(known == "1 nothing")
    pairs.release(1)
    pairs.settle()
    let freed = take(4)
    #expect(freed == "1 allAnew")
    #expect(pairs.meanings.map(\.number) == [1, 2])
  }
}
