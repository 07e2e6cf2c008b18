import TestSupport
import Testing

@testable import TextUI

struct AbilityProbeTests {
  private func probe(
    type: String = "xterm-256color", tmux: Bool = false, screen: Bool = false,
    colors: TerminalAbilities.Colors = .palette, images: ImageSetting = .auto
  ) -> AbilityProbe {
    AbilityProbe(type: type, isInTmux: tmux, isInScreen: screen, colors: colors, images: images)
  }

  /// What a terminal's bytes make of a probe, and the events that are left for the program.
  private func hear(
    _ text: String, _ probe: AbilityProbe, splitAt place: Int? = nil
  ) -> (probe: AbilityProbe, rest: [InputEvent]) {
    var (probe, decoder) = (probe, InputDecoder())
    decoder.expectsAnswers = true
    let bytes = Array(text.replacing("^", with: "\u{1B}").utf8)
    let events =
      decoder.feed(bytes.prefix(place ?? 0)) + decoder.feed(bytes.dropFirst(place ?? 0))
    let rest = events.filter { event in
      guard case .reply(let reply) = event else { return true }
      return !probe.hear(reply)
    }
    return (probe, rest)
  }

  private static let kitty = "^P>|kitty(0.26.5)^\\^[6;20;10t^_Gi=31;OK^\\^[?62;c"
  private static let xterm = "^P>|XTerm(379)^\\^[6;19;9t^[?63;1;2;4;6;9;15;22c"
  private static let mlterm = "^[6;22;10t^[?63;1;2;3;4;7;29c"
  private static let vte = "^P>|VTE(7006)^\\^[?65;1;9c"

  @Test(arguments: [
    (kitty, TerminalAbilities.PictureForm.kitty),
    (xterm, .sixel(cell: PixelSize(width: 9, height: 19))),
    (mlterm, .sixel(cell: PixelSize(width: 10, height: 22))), (vte, .cells),
    ("^P>|tmux 3.3a^\\^[?1;2;4c", .cells), ("^[?62;4c", .cells), ("", .cells),
    ("^_Gi=31;EINVAL:no^\\^[?62c", .cells), ("^_Gi=32;OK^\\^[?62c", .cells),
    ("^[?4c", .cells),
  ])
  func `a terminal says what it can`(answers: String, form: TerminalAbilities.PictureForm) {
    let (probe, rest) = hear(answers, probe())
    #expect(probe.abilities.pictures == form)
    #expect(rest == [])
  }

  @Test(arguments: [kitty, xterm, mlterm, vte])
  func `answers cut anywhere are the same, and a scan around them is whole`(answers: String) {
    let code = "9780306406157"
    let text = code + answers + code + "\r"
    let (whole, typed) = hear(text, probe())
    #expect(typed.count == 2 * code.count + 1)
    for place in 0...text.utf8.count {
      let (split, rest) = hear(text, probe(), splitAt: place)
      #expect(split.abilities == whole.abilities)
      #expect(rest == typed, "cut at \(place)")
    }
  }

  @Test func `an answer may pause anywhere while answers are expected`() {
    let bytes = Array("\u{1B}P>|kitty\u{1B}\\".utf8)
    for place in 1..<bytes.count {
      var decoder = InputDecoder()
      decoder.expectsAnswers = true
      let events = decoder.feed(bytes.prefix(place))
      #expect(events == [] && decoder.patience == InputDecoder.answerPatience)
      let rest = decoder.feed(bytes.dropFirst(place))
      #expect(rest == [.reply("P>|kitty")])
    }
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B])
    #expect(decoder.patience == InputDecoder.escapePatience)
  }

  @Test func `hostile answers change nothing and break nothing`() {
    let sizes = ["0;0", "-1;5", "9999999999999999999;8", "16", "8;9;10", "300;8", ";", "a;b"]
    for size in sizes {
      let (probe, rest) = hear("^[6;\(size)t", probe())
      #expect(probe.abilities.cellPixels == nil, "\(size)")
      #expect(rest.isEmpty || size == "a;b")
    }
    let long = String(repeating: "kitty", count: 100_000)
    #expect(!hear("^P>|x\(long)^\\", probe()).probe.knowsFrames)
    var random = SeededGenerator()
    let alphabet = Array("^[P_G>?|;0123456789ctqi=OK\\\u{7}".replacing("^", with: "\u{1B}").utf8)
    for _ in 0..<2_000 {
      var (probe, decoder) = (probe(), InputDecoder())
      let bytes = (0..<40).compactMap { _ in alphabet.randomElement(using: &random) }
      for case .reply(let reply) in decoder.feed(bytes) + decoder.flush() {
        _ = probe.hear(reply)
      }
      if let cell = probe.abilities.cellPixels {
        #expect((1...256).contains(cell.width) && (1...256).contains(cell.height))
      }
    }
  }

  @Test func `the questions fit the terminal`() {
    func asked(_ probe: AbilityProbe) -> String {
      var probe = probe
      let bytes = probe.questions()
      #expect(probe.isWaiting == !bytes.isEmpty)
      return String(decoding: bytes, as: UTF8.self)
    }
    let usual = asked(probe())
    #expect(usual.hasSuffix("\u{1B}[c") && usual.contains("_G"))
    #expect(!asked(probe(tmux: true)).contains("_G"))
    #expect(!asked(probe(type: "screen-256color")).contains("_G"))
    #expect(asked(probe(images: .off)) == "")
    #expect(asked(probe(type: "linux")) == "")
  }

  @Test func `the last answer ends the waiting, and a later one still counts`() {
    var probe = probe()
    _ = probe.questions()
    let isLastHeard = probe.hear("[?62;c")
    #expect(isLastHeard && !probe.isWaiting)
    let isLateHeard = probe.hear("_Gi=31;OK")
    #expect(isLateHeard && probe.abilities.pictures == .kitty)
    let others = ["[1;2R", "]11;rgb:0/0/0"].map { probe.hear($0) }
    #expect(others == [false, false])
  }

  @Test func `the terminal's own word on its cells stands above the kernel's`() {
    var probe = probe()
    probe.setCell(width: 8, height: 16)
    #expect(probe.abilities.cellPixels == PixelSize(width: 8, height: 16))
    _ = probe.hear("[6;19;9t")
    probe.setCell(width: 8, height: 16)
    #expect(probe.abilities.cellPixels == PixelSize(width: 9, height: 19))
  }

  @Test func `what is chosen counts, but not through a multiplexer`() {
    func form(
      _ images: ImageSetting, tmux: Bool = false, ascii: Bool = false,
      colors: TerminalAbilities.Colors = .palette
    ) -> TerminalAbilities.PictureForm {
      var abilities = hear(
        Self.kitty, probe(tmux: tmux, colors: colors, images: images)
      ).probe.abilities
      abilities.isASCII = ascii
      return abilities.pictures
    }
    let cell = PixelSize(width: 10, height: 20)
    #expect(
      ImageSetting.allCases.map { form($0) } == [.kitty, .cells, .kitty, .sixel(cell: cell), .none])
    #expect(
      ImageSetting.allCases.map { form($0, tmux: true) } == [.cells, .cells, .cells, .cells, .none])
    #expect(
      ImageSetting.allCases.map { form($0, ascii: true) }
        == [.cells, .cells, .cells, .cells, .none])
    #expect(form(.auto, colors: .none) == .cells)
    #expect(form(.kitty, colors: .none) == .kitty)
    #expect(ImageSetting(rawValue: "sixels") == nil)
  }
}
