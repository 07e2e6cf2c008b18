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

  @Test func `pairs in use never change, whatever is taken and released`() {
    var random = SeededGenerator()
    for limit in [1, 2, 8, 64] {
      var pairs = ColorPairs(limit: limit)
      // What ncurses would know, and which rows use which number for which pair.
      var known: [Int32: ColorPairs.Pair] = [:]
      var rows: [[(Int32, ColorPairs.Pair, isExact: Bool)]] = Array(repeating: [], count: 6)
      for _ in 0..<3_000 {
        let row = Int.random(in: 0..<rows.count, using: &random)
        let before = rows[row]
        rows[row] = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          let pair = ColorPairs.Pair(
            foreground: Int32.random(in: 0..<20, using: &random),
            background: Int32.random(in: 0..<20, using: &random))
          let place = pairs.take(pair)
          #expect(place.number < limit)
          if place.isNew { known[place.number] = pair }
          return (place.number, pair, known[place.number] == pair)
        }
        for (number, _, _) in before { pairs.release(number) }
        for (number, pair, isExact) in rows.joined() where isExact {
          #expect(known[number] == pair)
        }
        let distinct = Set(rows.joined().map(\.1)).count + Set(before.map(\.1)).count
        if distinct < limit - 1 { #expect(!rows[row].contains { !$0.isExact }) }
      }
    }
  }

  @Test func `a number is reused when all are taken, the longest unused first`() {
    var pairs = ColorPairs(limit: 3)
    func pair(_ number: Int32) -> ColorPairs.Pair { .init(foreground: number, background: 0) }
    let (one, two) = (pairs.take(pair(1)), pairs.take(pair(2)))
    #expect(one == .init(number: 1, isNew: true) && two == .init(number: 2, isNew: true))
    pairs.release(2)
    pairs.release(1)
    let again = pairs.take(pair(2))
    #expect(again == .init(number: 2, isNew: false))
    pairs.release(2)
    let third = pairs.take(pair(3))
    #expect(third == .init(number: 1, isNew: true))
    let fourth = pairs.take(pair(4))
    #expect(fourth == .init(number: 2, isNew: true))
    let fifth = pairs.take(pair(5))
    #expect(!fifth.isNew)
    let own = pairs.take(.init(foreground: -1, background: -1))
    #expect(own == .init(number: 0, isNew: false))
  }
}
