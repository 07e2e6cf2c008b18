import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// The picture of Add and Fix.
struct PictureFieldTests {
  static func fix(_ code: String = "9780306406157", looksUp: Bool = true) async -> Stage {
    let stage = await Stage(
      FakeStock(Books.shop), pictures: FakePictures(covers: true, looksUp: looksUp))
    await stage.press("5")
    await stage.scan(code)
    for _ in 0..<8 { await stage.press(.down) }
    return stage
  }

  static func add(looksUp: Bool = true) async -> Stage {
    let stage = await Stage(
      FakeStock(Books.shop), pictures: FakePictures(covers: true, looksUp: looksUp))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    await stage.type("Bel ami")
    return stage
  }

  @Test func `a picture alone is given to the book without a movement`() async {
    let stage = await Self.fix()
    #expect(stage.state.ui.fix.focus == .picture)
    await stage.paste("/home/me/my cover.jpg")
    #expect(stage.screen.contains("changed: picture"))
    await stage.press(.control("s"))
    #expect(stage.pictures.given == ["9780306406157 file(\"/home/me/my cover.jpg\")"])
    #expect(stage.stock.movements.isEmpty)
    #expect(stage.hud == "The Time Machine: its picture is on its way")
    #expect(stage.state.ui.fix.isOpen == false)
    await stage.press("u")
    #expect(
      stage.hud
        == "the picture stays (Fix changes it); u again takes back this desk's last movement")
    await stage.press("u")
    #expect(stage.hud == "nothing of this desk's to take back")
  }

  @Test func `a picture beside other fields follows when those are saved`() async {
    let stage = await Self.fix()
    await stage.paste("https://example.org/a.jpg")
    await stage.press(.down)
    await stage.paste("https://example.org/book")
    stage.holdsWrites = true
    await stage.press(.control("s"))
    #expect(stage.pictures.given.isEmpty)
    await stage.release()
    #expect(stage.pictures.given == ["9780306406157 address(\"https://example.org/a.jpg\")"])
    #expect(
      stage.hud
        == "fixed: The Time Machine (link); its picture is on its way")
    #expect(stage.stock.book(Books.timeMachine)?.url == "https://example.org/book")
    #expect(stage.stock.book(Books.timeMachine)?.icon == nil)
  }

  @Test func `a refused fix leaves the picture alone`() async {
    let stage = await Self.fix()
    await stage.paste("/a.jpg")
    await stage.press(.down)
    await stage.type("x")
    stage.stock.setTrouble(StoreTrouble(code: .full, sentence: "The disk is full."))
    await stage.press(.control("s"))
    #expect(stage.hud == "The disk is full.")
    #expect(stage.pictures.given.isEmpty)
    #expect(stage.state.ui.fix.text(.picture) == "/a.jpg")
    stage.stock.setTrouble(nil)
    await stage.press(.control("s"))
    #expect(stage.pictures.given.count == 1)
  }

  @Test func `what stands in the record is shown, may stay, and emptied takes the picture off`()
    async throws
  {
    let stage = await Stage(FakeStock(Books.shop), pictures: FakePictures(covers: true))
    try stage.stock.setIcon(Books.timeMachine, "covers/1.jpg")
    await stage.press("5")
    await stage.scan("9780306406157")
    #expect(stage.state.ui.fix.text(.picture) == "covers/1.jpg")
    await stage.type("!")
    await stage.press(.control("s"))
    #expect(stage.hud == "fixed: The Time Machine! (title)")
    #expect(stage.pictures.given.isEmpty)
    await stage.scan("9780306406157")
    for _ in 0..<8 { await stage.press(.down) }
    await stage.press(.control("u"))
    #expect(stage.screen.contains("was covers/1.jpg"))
    await stage.press(.control("s"))
    #expect(stage.pictures.given == ["9780306406157 remove"])
    #expect(stage.hud == "The Time Machine!: its picture is being taken off")
  }

  @Test func `what is wrong with a path or an address is said beside the field`() async {
    let stage = await Self.fix()
    await stage.type("cover.jpg")
    await stage.press(.control("s"))
    #expect(stage.screen.contains("✗ a path begins with / or"))
    #expect(stage.hud == "not saved: see the fields marked")
    #expect(stage.state.ui.fix.focus == .picture)
    #expect(stage.pictures.given.isEmpty && stage.stock.movements.isEmpty)
  }

  @Test func `a key looks for the cover of a book in stock at once`() async {
    let stage = await Self.fix()
    await stage.press(.control("p"))
    #expect(stage.pictures.given == ["9780306406157 lookUp"])
    #expect(stage.hud == "looking for a cover of 978-0-306-40615-7… (F4 shows how far)")
    #expect(stage.state.ui.fix.isDirty == false)
    #expect(stage.state.ui.fix.text(.picture).isEmpty)
    await stage.press(.function(3))
    #expect(stage.pictures.given.count == 1)
    #expect(stage.hud == "The Time Machine: its cover is looked for already (F4 shows how far)")
  }

  @Test func `a cover that is there is looked up anew only when the key is pressed twice`() async {
    let stage = await Stage(
      FakeStock([
        Book(
          key: Books.timeMachine, title: "The Time Machine",
          icon: "gs://covers/Books/9780306406157.jpg", count: 1)
      ]), pictures: FakePictures(covers: true, looksUp: true))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.press(.control("p"))
    #expect(stage.pictures.given.isEmpty && stage.bells == [2])
    #expect(
      stage.hud
        == "The Time Machine has a picture: the same key again looks for another, which takes "
        + "its place")
    await stage.press(.control("p"))
    #expect(stage.pictures.given == ["9780306406157 lookUp"])
    await stage.press(.control("p"))
    #expect(stage.pictures.given.count == 1)
  }

  @Test func `nothing is looked up when that is off, and nothing for a shop's own code`() async {
    let off = await Self.fix(looksUp: false)
    await off.press(.control("p"))
    #expect(off.hud == "looking books up is turned off")
    #expect(off.pictures.given.isEmpty && off.bells == [2])
    let own = Books.key("2000000000015")
    let stage = await Stage(
      FakeStock([Book(key: own, title: "Postcards", count: 1)]),
      pictures: FakePictures(looksUp: true))
    await stage.press("5")
    await stage.scan("2000000000015")
    await stage.press(.control("p"))
    #expect(stage.hud == "2000000000015 is no ISBN: nobody could know its cover")
    #expect(stage.pictures.given.isEmpty)
  }

  @Test func `a new book's cover is looked up by itself once it is in stock`() async {
    let stage = await Self.add()
    stage.holdsWrites = true
    await stage.press(.control("s"))
    #expect(stage.pictures.given.isEmpty)
    await stage.release()
    #expect(stage.pictures.given == ["\(Books.unknown) lookUp"])
    #expect(stage.hud == "added: Bel ami, 1 copy")
  }

  @Test func `nothing is looked up by itself when that is off`() async {
    let stage = await Self.add(looksUp: false)
    await stage.press(.control("s"))
    #expect(stage.stock.book(Books.unknown) != nil)
    #expect(stage.pictures.given.isEmpty && stage.pictures.asked.isEmpty)
  }

  @Test func `a new book takes the picture that its form names`() async {
    let stage = await Self.add()
    await stage.press(.control("p"))
    for _ in 0..<8 { await stage.press(.down) }
    #expect(stage.screen.contains("looked up when saved"))
    await stage.paste("'/home/me/it.png'")
    #expect(!stage.screen.contains("looked up when saved"))
    await stage.press(.control("s"))
    #expect(stage.pictures.given == ["\(Books.unknown) file(\"/home/me/it.png\")"])
    #expect(stage.hud == "added: Bel ami, 1 copy; its picture is on its way")
  }

  @Test func `a book that another desk added first gets no picture`() async throws {
    let stage = await Self.add()
    try FakeStock.otherDesk(of: stage.stock).add(title: "Bel-Ami", Books.unknown.text)
    await stage.press(.control("s"))
    #expect(stage.hud?.contains("in stock already") == true)
    #expect(stage.pictures.given.isEmpty)
  }

  @Test func `a cover that this desk has given is not said to be another desk's`() async throws {
    let stage = await Self.fix()
    await stage.press(.control("p"))
    try stage.stock.setIcon(Books.timeMachine, "covers/2.jpg")
    await stage.settle()
    #expect(stage.hud?.contains("another desk") == false)
    #expect(stage.state.ui.fix.text(.picture) == "covers/2.jpg")
    #expect(stage.state.ui.fix.isDirty == false)
    await stage.press(.escape)
    await stage.press(.alt("1"))
    #expect(stage.state.data.marks.isEmpty)
    await stage.press(.alt("5"))
    await stage.scan("9780804429573")
    try stage.stock.setIcon(Books.mobyDick, "covers/3.jpg")
    await stage.settle()
    #expect(stage.hud == "another desk changed: picture")
  }
}

/// What a person may write for a picture.
struct CoverSourceTests {
  @Test(arguments: [
    ("/a/b.jpg", CoverSource.file("/a/b.jpg")), ("~/b.jpg", .file("~/b.jpg")),
    ("./b", .file("./b")), ("../b c.png", .file("../b c.png")),
    ("  '/a/my cover.jpg' ", .file("/a/my cover.jpg")),
    ("\"/a/my cover.jpg\"", .file("/a/my cover.jpg")),
    (#"/a/my\ cover\(1\).jpg"#, .file("/a/my cover(1).jpg")), (#"/a/b\n"#, .file(#"/a/b\n"#)),
    (#"/a\\b\"#, .file(#"/a\b\"#)),
    ("https://a.org", .address("https://a.org")), ("HTTP://a/b?c", .address("HTTP://a/b?c")),
    ("https://[::1]:80/a", .address("https://[::1]:80/a")),
  ])
  func `paths and addresses are told apart`(text: String, source: CoverSource) throws {
    #expect(try CoverSource(typed: text) == source)
  }

  @Test(arguments: [
    ("", "a path, an address, or empty"), ("''", "a path, an address, or empty"),
    ("cover.jpg", "a path begins with / or ~/, an address with https://"),
    ("www.example.org/a.jpg", "a path begins with / or ~/, an address with https://"),
    ("/a/", "this is a folder: name a picture in it"),
    ("ftp://a/b", "an address begins with https:// or http://"),
    ("file:///a.jpg", "an address begins with https:// or http://"),
    ("https://", "this address names no server"), ("http:///a", "this address names no server"),
    ("https://?a", "this address names no server"),
    ("https://a/b c", "an address has no blanks"),
    ("/" + String(repeating: "x", count: 5_000), "too long for a path"),
    ("https://a/" + String(repeating: "x", count: 5_000), "too long for an address"),
  ])
  func `what is neither is told so`(text: String, sentence: String) {
    #expect {
      _ = try CoverSource(typed: text)
    } throws: { error in
      (error as? CoverSource.Problem)?.sentence == sentence
    }
  }
}
