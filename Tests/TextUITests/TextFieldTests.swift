import Testing

@testable import TextUI

struct TextFieldTests {
  private func edited(_ text: String, _ keys: [KeyPress]) -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.handle(key) }
    return field
  }

  private func drawn(_ field: TextField, width: Int) -> (row: String, cursor: Int?) {
    var canvas = Canvas(size: Size(width: width, height: 1))
    field.draw(on: &canvas, x: 0, y: 0, width: width, hasFocus: true)
    return (canvas.rows[0], canvas.cursor?.at.x)
  }

  @Test(arguments: [
    ([KeyPress.backspace], "紅樓"), ([.left, .backspace], "紅夢"), ([.home, .delete], "樓夢"),
    ([.home, .character("a")], "a紅樓夢"), ([.left, .control("u")], "夢"),
    ([.left, .control("k")], "紅樓"), ([.control("w")], ""), ([.end, .right, .delete], "紅樓夢"),
    ([.home, .left, .backspace], "紅樓夢"),
  ])
  func `keys edit whole characters`(keys: [KeyPress], text: String) {
    #expect(edited("紅樓夢", keys).text == text)
  }

  @Test func `words are left and taken away`() {
    #expect(edited("the time  machine", [.control("w")]).text == "the time  ")
    #expect(edited("the time  ", [.control("w")]).text == "the ")
    #expect(edited("the time", [.alt("b"), .character("x")]).text == "the xtime")
    #expect(edited("the time", [.home, .alt("f"), .character("x")]).text == "thex time")
  }

  @Test func `a mark typed after its letter joins it`() {
    let field = edited("", [.character("e"), .character("\u{301}"), .character("x")])
    #expect(field.text == "éx")
    #expect(field.caret == 2)
    #expect(edited("👩👧", [.left, .character("\u{200D}")]).text == "👩‍👧")
  }

  @Test func `other keys are not the field's`() {
    var field = TextField("a")
    for key in [KeyPress.enter, .escape, .tab, .up, .control("c"), .function(1), .alt("1")] {
      let isTaken = field.handle(key)
      #expect(!isTaken)
    }
    #expect(field.text == "a")
  }

  @Test func `a paste becomes one line within the limit`() {
    var field = TextField("", limit: 5)
    field.insert("a\nb\u{1B}\tcdefgh")
    #expect(field.text == "a b c")
    field.insert("x")
    #expect(field.text == "a b c")
    field.insert("\u{301}")
    #expect(field.text == "a b c\u{301}")
    field.set(String(repeating: "\u{301}", count: 1_000_000))
    #expect(field.text.utf8.count <= 100)
  }

  @Test func `the field scrolls so that the cursor stays in view`() {
    var field = TextField("abcdefghijkl")
    #expect(drawn(field, width: 6) == ("jkl", 3))
    _ = field.handle(.home)
    #expect(drawn(field, width: 6) == ("abcdef", 0))
    field.set("紅樓夢紅樓夢")
    #expect(drawn(field, width: 5).cursor == 4)
    #expect(drawn(TextField("abc"), width: 0) == ("", nil))
  }

  @Test func `any editing keeps the cursor inside the text`() {
    var random = SeededText()
    let keys: [KeyPress] = [
      .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("k"), .alt("b"),
      .alt("f"), .control("u"),
    ]
    for _ in 0..<300 {
      var field = TextField("", limit: 20)
      for _ in 0..<30 {
        if Bool.random(using: &random.generator) {
          field.insert(random.text(length: 4))
        } else {
          _ = field.handle(keys.randomElement(using: &random.generator) ?? .left)
        }
        #expect((0...field.text.count).contains(field.caret))
        let cursor = drawn(field, width: 7).cursor ?? -1
        #expect((0..<7).contains(cursor), "\(field)")
      }
    }
  }
}
