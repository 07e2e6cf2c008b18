import Testing

@testable import Inventory

private let clean = "9780306406157"

/// What a person types, beside and between scans.
@Suite struct TypingTests {
  @Test(arguments: [0, 5, 40, 120, 300, 2000])
  func `a quantity alone and Enter are keys`(_ gap: Int) {
    var bench = DeskBench(.desk)
    bench.scan("12", .carriageReturn) { gap }
    bench.wait(1000)
    #expect(bench.acted == ["1", "2", "Enter"])
    #expect(bench.scans.isEmpty)
  }

  @Test(arguments: [0, 5, 40, 120, 300, 2000], [clean, "080442957X", "978-0-306-40615-7"])
  func `a code typed by hand counts at the desk at any speed`(_ gap: Int, _ text: String) {
    var bench = DeskBench(.desk)
    bench.scan(text, .carriageReturn) { gap }
    bench.wait(1000)
    #expect(bench.texts == [text])
    #expect(bench.acted.isEmpty)
  }

  @Test func `a wrong code typed by hand is handed out to be refused`() {
    var bench = DeskBench(.desk)
    bench.scan("9780306406158", .carriageReturn) { 200 }
    #expect(bench.texts == ["9780306406158"])
    #expect(bench.acted.isEmpty)
  }

  @Test func `a digit taken away by hand is not part of the code`() {
    var bench = DeskBench(.desk)
    bench.type("97803064061588") { 150 }
    bench.press(.erase, "Backspace")
    bench.press(.erase, "Backspace")
    bench.type("7") { 0 }
    bench.end(.carriageReturn) { 150 }
    #expect(bench.texts == [clean])
  }

  @Test(arguments: [100, 130, 400])
  func `text typed into a field by a person stays there`(_ gap: Int) {
    for text in ["The Time Machine", "12.50", clean, "1984", "ISBN 978"] {
      var bench = DeskBench(.text)
      bench.scan(text, .carriageReturn) { gap }
      bench.wait(1000)
      #expect(bench.acted == text.map { String($0) } + ["Enter"])
      #expect(bench.scans.isEmpty)
    }
  }

  @Test(arguments: ["Moby-Dick", "12.50", "1299", "紅樓夢", "a 1-2-3", "2026-11"])
  func `text that arrives at one instant in a field stays there`(_ text: String) {
    var bench = DeskBench(.text)
    bench.scan(text, .carriageReturn) { 0 }
    bench.wait(1000)
    #expect(bench.acted == text.map { String($0) } + ["Enter"])
    #expect(bench.scans.isEmpty)
  }

  @Test(arguments: ["jjjj", "qu", "1", "12", "3\u{20}4"])
  func `keys that are no scan act in their order`(_ text: String) {
    for gap in [0, 30, 100] {
      var bench = DeskBench(.keys)
      bench.type(text) { gap }
      bench.press(.other, "Down")
      bench.wait(1000)
      #expect(bench.acted == text.map { String($0) } + ["Down"])
      #expect(bench.scans.isEmpty)
    }
  }

  @Test func `what cannot be taken back waits until it is no scan`() {
    var bench = DeskBench(.keys)
    bench.decoder.irrevocable = ["u"]
    bench.press(.character("u"), "u")
    #expect(bench.acted.isEmpty)
    bench.wait(79)
    #expect(bench.acted.isEmpty)
    bench.wait(1)
    #expect(bench.acted == ["u"])
    bench.scan("u" + clean, .carriageReturn) { 5 }
    #expect(bench.acted == ["u"])
    #expect(bench.texts == ["u" + clean])
  }

  @Test func `Alt and a digit alone is a key`() {
    var bench = DeskBench(.text)
    bench.press(.alt("3"), "Alt-3")
    bench.wait(500)
    bench.press(.alt("x"), "Alt-x")
    #expect(bench.acted == ["Alt-3", "Alt-x"])
  }
}
