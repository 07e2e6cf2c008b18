import TestSupport
import Testing

@testable import Inventory

private let modes: [ScanMode] = [.desk, .keys, .text]
private let clean = "9780306406157"

@Suite struct ScanDecoderTests {
  @Test(arguments: Speed.allCases, DeskBench.Suffix.allCases)
  func `scans come out whole at every speed with every end`(
    _ speed: Speed, _ suffix: DeskBench.Suffix
  ) {
    var numbers = SeededGenerator()
    for mode in modes {
      var bench = DeskBench(mode)
      var expected: [String] = []
      for _ in 0..<25 {
        let isbn = ISBN.random(&numbers)
        let form = Int.random(in: 0..<5, using: &numbers)
        var text = isbn.text
        if form == 0, let ten = isbn.isbn10, !ten.hasPrefix("97") { text = ten }
        if form == 1 { text += "51299" }
        if form == 2, suffix != .nothing || mode != .text { text = "]E0" + text }
        expected.append(text)
        bench.scan(text, suffix) { speed.gap(&numbers) }
        bench.wait(400)
      }
      #expect(bench.texts == expected, "\(mode) \(speed) \(suffix)")
      #expect(bench.acted.isEmpty, "\(mode) \(speed) \(suffix)")
    }
  }

  @Test(arguments: Speed.allCases, [DeskBench.Suffix.carriageReturn, .both, .tab])
  func `five hundred scans back to back are neither lost nor doubled`(
    _ speed: Speed, _ suffix: DeskBench.Suffix
  ) {
    for mode in speed == .instant ? modes : [.keys] {
      var numbers = SeededGenerator()
      var bench = DeskBench(mode)
      let expected = (0..<500).map { _ in ISBN.random(&numbers).text }
      for text in expected {
        bench.scan(text, suffix) { speed.gap(&numbers) }
        bench.wait(speed.gap(&numbers))
      }
      bench.wait(1000)
      #expect(bench.texts == expected, "\(mode)")
      #expect(bench.acted.isEmpty, "\(mode)")
    }
  }

  @Test(arguments: modes)
  func `five hundred scans at one instant without any end are told apart`(_ mode: ScanMode) {
    var numbers = SeededGenerator()
    var bench = DeskBench(mode)
    let expected = (0..<500).map { _ in ISBN.random(&numbers).text }
    for text in expected { bench.type(text) { 0 } }
    bench.wait(1000)
    #expect(bench.texts == expected)
    #expect(bench.acted.isEmpty)
  }

  @Test(arguments: Speed.allCases, [12, 1, 9999, 97])
  func `a quantity before a scan acts as keys however fast it came`(
    _ speed: Speed, _ quantity: Int
  ) {
    var numbers = SeededGenerator()
    for pause in [0, 5, 40, 150, 5000] {
      for suffix in DeskBench.Suffix.allCases {
        var bench = DeskBench(.desk)
        let isbn = ISBN.random(&numbers).text
        // Thirteen digits that happen to be valid one place to the left would be ambiguous.
        bench.type(String(quantity)) { speed.gap(&numbers) }
        bench.wait(pause)
        bench.scan(isbn, suffix) { speed.gap(&numbers) }
        bench.wait(1000)
        #expect(bench.texts == [isbn], "\(speed) \(pause) \(suffix)")
        #expect(bench.acted == String(quantity).map { String($0) }, "\(speed) \(pause)")
      }
    }
  }

  @Test(arguments: Speed.allCases, DeskBench.Suffix.allCases)
  func `a scan in the middle of typed text leaves the text alone`(
    _ speed: Speed, _ suffix: DeskBench.Suffix
  ) {
    var numbers = SeededGenerator()
    for pause in [0, 30, 200] {
      var bench = DeskBench(.text)
      bench.type("Moby") { 130 }
      bench.wait(pause)
      bench.scan(clean, suffix) { speed.gap(&numbers) }
      bench.wait(400)
      bench.type("-Dick") { 130 }
      bench.wait(1000)
      #expect(bench.texts == [clean], "\(pause)")
      #expect(bench.acted.joined() == "Moby-Dick", "\(pause)")
    }
  }

  @Test(arguments: Speed.allCases)
  func `a scan begun by a tab's key is taken back`(_ speed: Speed) {
    var numbers = SeededGenerator()
    var bench = DeskBench(.keys)
    bench.press(.character("4"), "4")
    #expect(bench.acted == ["4"], "the first key acts at once")
    bench.decoder.mode = .desk
    bench.wait(speed.gap(&numbers))
    bench.scan("006381333931", .carriageReturn) { speed.gap(&numbers) }
    #expect(bench.texts == ["4006381333931"])
    #expect(bench.acted.isEmpty)
    #expect(bench.takenBack == 1)
  }

  @Test func `a tab's key, a quantity and a scan at one instant are told apart`() {
    var bench = DeskBench(.keys)
    bench.scan("312" + clean, .carriageReturn) { 0 }
    #expect(bench.texts == [clean])
    #expect(bench.acted == ["3", "1", "2"])
  }

  @Test(arguments: Speed.allCases, modes)
  func `two codes without an end between them are two scans`(_ speed: Speed, _ mode: ScanMode) {
    var numbers = SeededGenerator()
    for suffix in DeskBench.Suffix.allCases {
      var bench = DeskBench(mode)
      bench.scan(clean + "9780804429573", suffix) { speed.gap(&numbers) }
      bench.wait(1000)
      #expect(bench.texts == [clean, "9780804429573"])
      #expect(bench.acted.isEmpty)
    }
  }

  @Test func `the same code twice in one burst is one scan and a repeat`() {
    var bench = DeskBench(.keys)
    bench.scan(clean + clean, .carriageReturn) { 1 }
    var filter = RepeatFilter()
    let repeats = bench.scans.map {
      filter.isRepeat(of: $0.text, began: $0.began, ended: $0.ended)
    }
    #expect(repeats == [false, true])
  }

  @Test(arguments: Speed.allCases)
  func `equal neighbours are all kept`(_ speed: Speed) {
    var numbers = SeededGenerator()
    for mode in modes {
      var bench = DeskBench(mode)
      bench.scan("3700408421526", .carriageReturn) { speed.gap(&numbers) }
      bench.wait(400)
      bench.scan("9791111111115", .carriageReturn) { speed.gap(&numbers) }
      #expect(bench.texts == ["3700408421526", "9791111111115"])
    }
  }

  @Test(
    arguments: Speed.allCases,
    ["çè_à\"à-'à-&(è", "íýáéšéžčéž+řý", "(&*)#)^$)^!%&", "９７８０３０６４０６１５７"])
  func `scans through another keyboard layout are taken`(_ speed: Speed, _ text: String) {
    var numbers = SeededGenerator()
    for mode in modes {
      for suffix in DeskBench.Suffix.allCases {
        var bench = DeskBench(mode)
        bench.scan(text, suffix) { speed.gap(&numbers) }
        bench.wait(1000)
        #expect(bench.texts == [text], "\(mode) \(suffix)")
        #expect(bench.acted.isEmpty, "\(mode) \(suffix)")
        #expect(Code.parse(text).isbn?.text == clean)
      }
    }
  }

  @Test(
    arguments: [
      "*\(clean)*", "\u{2}\(clean)\u{3}", "d\(clean)", "]C10109780306406157",
      "https://id.gs1.org/01/09780306406157", "\(clean) 90000", "ISBN\(clean)",
    ], modes)
  func `what scanners put around a code comes with it`(_ text: String, _ mode: ScanMode) {
    for gap in [0, 5, 40] {
      var bench = DeskBench(mode)
      bench.scan(text, .carriageReturn) { gap }
      bench.wait(1000)
      #expect(bench.texts == [text], "\(gap)")
      #expect(bench.acted.isEmpty, "\(gap)")
    }
  }

  @Test(arguments: ["057", "0057", "57"], [0, 1, 5, 10])
  func `digits sent as Alt codes are a scan, and close no dialog`(_ form: String, _ gap: Int) {
    var bench = DeskBench(.keys)
    let zeros = String(repeating: "0", count: form.count - 2)
    for digit in clean.utf8 {
      for character in zeros + String(digit) {
        bench.press(.alt(character), "Alt-\(character)")
        bench.wait(gap)
      }
    }
    bench.press(.enter, "Enter")
    bench.wait(1000)
    #expect(bench.texts == [clean])
    #expect(bench.acted.isEmpty)
  }

  @Test(arguments: ["978030640615", "97803064061", "780306406157", "51299"])
  func `a damaged scan is handed out to be refused and never becomes keys`(_ text: String) {
    for mode in [ScanMode.keys, .desk] {
      for gap in [0, 5, 40] {
        var bench = DeskBench(mode)
        bench.scan(text, .carriageReturn) { gap }
        bench.wait(1000)
        #expect(bench.texts == [text])
        #expect(bench.acted.isEmpty)
        #expect(Code.parse(text).isbn == nil)
      }
    }
  }

  @Test func `a scan that falters for a moment is one scan`() {
    for mode in [ScanMode.keys, .desk] {
      var bench = DeskBench(mode)
      bench.type("97803064") { 10 }
      bench.wait(250)
      bench.scan("06157", .carriageReturn) { 10 }
      #expect(bench.texts == [clean])
      #expect(bench.acted.isEmpty)
    }
  }

  @Test func `further empty ends belong to the scan for a while only`() {
    var bench = DeskBench(.keys)
    bench.scan(clean, .both) { 0 }
    bench.wait(200)
    bench.press(.enter, "Enter")
    #expect(bench.acted.isEmpty)
    bench.wait(200)
    bench.press(.enter, "Enter")
    #expect(bench.acted == ["Enter"])
  }

  @Test func `random keys never trap, and none is lost`() {
    var numbers = SeededGenerator()
    let characters = Array("0123456789xX-]d*é&( \u{2}\u{3}９ab")
    for _ in 0..<400 {
      var bench = DeskBench([ScanMode.desk, .keys, .text].randomElement(using: &numbers) ?? .keys)
      var pressed = 0
      for _ in 0..<Int.random(in: 0...80, using: &numbers) {
        let character = characters.randomElement(using: &numbers) ?? "0"
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0: bench.press(.other, "Down")
        case 1: bench.press(.alt(character), "Alt-\(character)")
        default: bench.press(.character(character), String(character))
        }
        pressed += 1
        bench.wait([0, 0, 0, 5, 40, 90, 400].randomElement(using: &numbers) ?? 0)
      }
      bench.wait(1000)
      let scanned = bench.texts.reduce(0) { $0 + $1.count }
      // A desk's entry may still be open; all its keys have acted.
      #expect(bench.acted.count + scanned == pressed || bench.texts.contains { $0.isEmpty })
    }
  }
}
