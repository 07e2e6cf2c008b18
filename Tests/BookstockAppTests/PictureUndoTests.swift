import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Taking back after a picture: it is no movement, and no movement goes in its place unasked.
struct PictureUndoTests {
  @Test func `after a picture the first u changes nothing and says what the next takes back`()
    async
  {
    let stage = await PictureFieldTests.fix()
    await stage.press(.escape)
    await stage.press("3")
    await stage.scan("9780306406157")
    let movements = stage.stock.movements
    await stage.press(.alt("5"))
    await stage.scan("9780306406157")
    for _ in 0..<8 { await stage.press(.down) }
    await stage.paste("/home/me/a.jpg")
    await stage.press(.control("s"))
    await stage.press("u")
    #expect(stage.stock.movements == movements)
    #expect(
      stage.hud == "the picture stays (Fix changes it); u again takes back +1 The Time Machine")
    await stage.press("u")
    #expect(stage.stock.movements.last?.undoes == movements.last?.id)
    #expect(stage.hud?.hasPrefix("taken back: +1 The Time Machine") == true)
  }

  @Test func `a new book with a picture is not taken out of stock by the first u`() async {
    let stage = await PictureFieldTests.add()
    for _ in 0..<8 { await stage.press(.down) }
    await stage.paste("/home/me/it.png")
    await stage.press(.control("s"))
    await stage.press("u")
    #expect(stage.stock.book(Books.unknown)?.count == 1)
    #expect(
      stage.hud == "the picture stays (Fix changes it); u again takes back the new book Bel ami")
    await stage.press("u")
    #expect(stage.stock.book(Books.unknown)?.count == 0)
  }

  @Test func `a look-up that goes with every new book is no act of its own`() async {
    let stage = await PictureFieldTests.add()
    await stage.press(.control("s"))
    #expect(stage.pictures.given == ["\(Books.unknown) lookUp"])
    await stage.press("u")
    #expect(stage.stock.book(Books.unknown)?.count == 0)
  }

  @Test func `a picture taken off stays off, and what was fixed with it is named`() async throws {
    let stage = await Stage(FakeStock(Books.shop), pictures: FakePictures(covers: true))
    try stage.stock.setIcon(Books.timeMachine, "covers/1.jpg")
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type("!")
    for _ in 0..<8 { await stage.press(.down) }
    await stage.press(.control("u"))
    await stage.press(.control("s"))
    #expect(stage.pictures.given == ["9780306406157 remove"])
    await stage.press("u")
    #expect(
      stage.hud
        == "the picture stays off (Fix gives one); u again takes back the fix of The Time Machine!")
    await stage.press("u")
    #expect(stage.stock.movements.map(\.reason) == [.correction, .undo])
    #expect(stage.hud?.hasPrefix("taken back: the fix of The Time Machine") == true)
  }

  @Test func `another act after the picture is taken back at once`() async {
    let stage = await PictureFieldTests.fix()
    await stage.press(.control("p"))
    await stage.press(.escape)
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.press("u")
    #expect(stage.hud?.hasPrefix("taken back: +1 The Time Machine") == true)
  }

  @Test func `what may have been done meanwhile is not guessed`() async {
    let stage = await PictureFieldTests.fix()
    await stage.press(.escape)
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.press(.control("z"))
    #expect(stage.suspensions == 1)
    await stage.press(.alt("5"))
    await stage.scan("9780306406157")
    await stage.press(.control("p"))
    await stage.press(.escape)
    await stage.press("u")
    #expect(stage.hud?.hasSuffix("u again takes back this desk's last movement") == true)
  }
}
