import TestSupport
import Testing

@testable import TextUI

struct InputDecoderTests {
  private func events(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.feed(Array(text.utf8))
  }

  private static let keys: [(String, KeyPress)] = [
    ("a", .character("a")), ("紅", .character("紅")), ("\r", .enter), ("\n", .enter), ("\t", .tab),
    ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{3}", .control("c")), ("\0", .control(" ")),
    ("\u{1F}", .control("_")), ("\u{1B}1", .alt("1")), ("\u{1B}é", .alt("é")),
    ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5A", .up), ("\u{1B}[B", .down),
    ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home), ("\u{1B}[1~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}[2~", .insert),
    ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)),
    ("\u{1B}[[A", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[[E", .function(5)),
    ("\u{1B}[17~", .function(6)), ("\u{1B}[24~", .function(12)), ("\u{1B}[1;2R", .function(3)),
    ("\u{1B}[97;5u", .control("a")), ("\u{1B}[27;5;65~", .control("a")), ("\u{1B}[13;5u", .enter),
    ("\u{1B}Oy", .character("9")), ("\u{1B}OM", .enter), ("\u{1B}[5$", .pageUp),
    ("\u{1B}\u{7F}", .control("w")),
  ]

  @Test(arguments: keys) func `a key is known by its bytes`(bytes: String, key: KeyPress) {
    #expect(events(bytes) == [.key(key)])
    #expect(events(bytes + "x") == [.key(key), .key(.character("x"))])
  }

  @Test func `a character may come in pieces`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0xE7, 0xB4]) == [])
    #expect(decoder.patience == InputDecoder.sequencePatience)
    #expect(decoder.feed([0x85]) == [.key(.character("紅"))])
    #expect(decoder.patience == nil)
  }

  @Test func `only time makes an Escape a key`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.patience == InputDecoder.escapePatience)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.feed(Array("\u{1B}[".utf8)) == [])
    #expect(decoder.flush() == [.key(.alt("["))])
    #expect(decoder.feed(Array("\u{1B}\u{1B}[A".utf8)) == [.key(.escape), .key(.up)])
    #expect(decoder.feed(Array("\u{1B}\r".utf8)) == [.key(.escape), .key(.enter)])
  }

  @Test func `an unfinished sequence is no key`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[<35;10".utf8)) == [])
    #expect(decoder.patience == InputDecoder.sequencePatience)
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("q".utf8)) == [.key(.character("q"))])
  }

  @Test func `unknown sequences are swallowed whole`() {
    #expect(events("\u{1B}[1;2;3x\u{1B}[99~\u{1B}[57358u\u{1B}Oza") == [.key(.character("a"))])
    #expect(
      events("\u{1B}[" + String(repeating: "1;", count: 500) + "Aa") == [.key(.character("a"))])
  }

  @Test func `broken UTF-8 becomes the replacement character and loses nothing behind it`() {
    var decoder = InputDecoder()
    let bad = InputEvent.key(.character("\u{FFFD}"))
    #expect(
      decoder.feed([0xFF, 0xC3, 0x61, 0xE0, 0x80, 0x0D]) == [
        bad, bad, .key(.character("a")), bad, bad, .key(.enter),
      ])
  }

  @Test func `answers of the terminal are not keys`() {
    #expect(events("\u{1B}[?62;4c") == [.reply("[?62;4c")])
    #expect(events("\u{1B}_Gi=31;OK\u{1B}\\") == [.reply("_Gi=31;OK")])
    #expect(
      events("\u{1B}]11;rgb:0/0/0\u{7}q") == [
        .reply("]11;rgb:0/0/0"), .key(.character("q")),
      ])
    #expect(events("\u{1B}P>|xterm(379)\u{1B}\\") == [.reply("P>|xterm(379)")])
  }

  @Test func `the mouse speaks two dialects`() {
    #expect(events("\u{1B}[<0;10;5M") == [.mouse(MouseEvent(.press(.left), at: Point(x: 9, y: 4)))])
    #expect(events("\u{1B}[<0;10;5m") == [.mouse(MouseEvent(.release, at: Point(x: 9, y: 4)))])
    #expect(events("\u{1B}[<65;1;1M") == [.mouse(MouseEvent(.wheelDown, at: Point(x: 0, y: 0)))])
    #expect(
      events("\u{1B}[<34;2;2M") == [
        .mouse(MouseEvent(.drag(.right), at: Point(x: 1, y: 1)))
      ])
    #expect(events("\u{1B}[<66;2;2M") == [])
    var decoder = InputDecoder()
    #expect(
      decoder.feed([0x1B, 0x5B, 0x4D, 32, 42, 37]) == [
        .mouse(MouseEvent(.press(.left), at: Point(x: 9, y: 4)))
      ])
    #expect(
      decoder.feed([0x1B, 0x5B, 0x4D, 96, 223, 255]) == [
        .mouse(MouseEvent(.wheelUp, at: Point(x: 190, y: 222)))
      ])
  }

  @Test func `a paste is never keys`() {
    #expect(
      events("\u{1B}[200~9780306406157\r\nq\u{1B}[A\rz\u{1B}[201~x") == [
        .paste("9780306406157\nq\u{1B}[A\nz"), .key(.character("x")),
      ])
    #expect(events("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    #expect(events("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }

  @Test func `a paste over the limit is refused whole`() {
    let size = InputDecoder.pasteLimit
    let text = String(repeating: "9", count: size)
    #expect(events("\u{1B}[200~" + text + "\u{1B}[201~") == [.paste(text)])
    #expect(
      events("\u{1B}[200~" + text + "x\u{1B}[201~q") == [
        .pasteRefused(bytes: size + 1), .key(.character("q")),
      ])
  }

  @Test func `a paste without an end is over after a while`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~abc".utf8)) == [])
    #expect(decoder.patience == InputDecoder.pastePatience)
    #expect(decoder.flush() == [.paste("abc")])
  }

  @Test func `events do not depend on how the bytes are split`() {
    var random = SeededGenerator()
    let pieces =
      Self.keys.map { Array($0.0.utf8) } + [
        [0x1B], Array("\u{1B}[200~ab".utf8), Array("\u{1B}[201~".utf8), [0xE7, 0xB4], [0xFF],
        Array("\u{1B}]0;t".utf8), Array("\u{1B}\\".utf8), [0x1B, 0x5B, 0x4D, 40, 50], [0x9B],
        Array("\u{1B}[<0;1".utf8), Array("\u{1B}_G".utf8),
      ]
    for _ in 0..<1_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Bool.random(using: &random) {
          bytes += pieces.randomElement(using: &random) ?? []
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      var whole = InputDecoder()
      var split = InputDecoder()
      let expected = whole.feed(bytes)
      var found: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        found += split.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(found == expected, "\(bytes)")
      #expect(split.flush() == whole.flush(), "\(bytes)")
      #expect(split.patience == nil)
    }
  }
}
