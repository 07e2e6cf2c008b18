import BookstockApp
import Inventory
import Testing
import TextUI

/// What is said of a picture on its way, until it is known how that ended.
struct PictureEndingTests {
  /// A transfer that gives a book its cover.
  private static func cover(
    _ state: Transfer.State, _ id: String = "1", kind: Transfer.Kind = .upload,
    of book: StockKey = Books.timeMachine
  ) -> Transfer {
    Transfer(id: id, title: "The Time Machine", kind: kind, state: state, book: book)
  }

  /// A desk that has just given a book a picture.
  private static func given() async -> Stage {
    let stage = await PictureFieldTests.fix()
    await stage.paste("/home/me/a.jpg")
    await stage.press(.control("s"))
    await stage.list([cover(.running)])
    #expect(stage.hud == "The Time Machine: its picture is on its way")
    return stage
  }

  @Test(arguments: [
    (Transfer.State.done, "The Time Machine: its picture is there"),
    (.failed("The disk is full."), "The Time Machine: The disk is full."),
    (.cancelled, "The Time Machine: its picture was cancelled"),
  ])
  func `what is said of a picture on its way gives way to how that ended`(
    state: Transfer.State, words: String
  ) async {
    let stage = await Self.given()
    await stage.list([Self.cover(state)])
    #expect(stage.hud == words)
  }

  @Test func `a picture that takes its time is spoken of until it is there, or something waits`()
    async
  {
    let stage = await Self.given()
    await stage.pass(.seconds(40))
    #expect(stage.hud == "The Time Machine: its picture is on its way")
    await stage.list([Self.cover(.done)])
    #expect(stage.hud == "The Time Machine: its picture is there")
    await stage.pass(.seconds(7))
    #expect(stage.hud == nil)
    let other = await Self.given()
    await other.hear(.notice("The network is away."))
    await other.pass(.seconds(7))
    #expect(other.hud == "The network is away.")
    let paused = await Self.given()
    await paused.list([Self.cover(.paused)])
    await paused.pass(.seconds(7))
    #expect(paused.hud == nil)
  }

  @Test func `a picture that was there before anybody looked is said to be there`() async {
    let stage = await PictureFieldTests.fix()
    await stage.paste("/home/me/a.jpg")
    await stage.press(.control("s"))
    await stage.list([Self.cover(.done)])
    #expect(stage.hud == "The Time Machine: its picture is there")
  }

  @Test func `what was fixed with the picture is said with how it ended`() async {
    let stage = await PictureFieldTests.fix()
    await stage.paste("/home/me/a.jpg")
    await stage.press(.down)
    await stage.paste("https://example.org/book")
    await stage.press(.control("s"))
    await stage.list([Self.cover(.done)])
    #expect(stage.hud == "fixed: The Time Machine (link); its picture is there")
  }

  @Test func `something newer stays, and another book's picture changes nothing`() async {
    let stage = await Self.given()
    await stage.list([Self.cover(.running), Self.cover(.done, "2", of: Books.mobyDick)])
    #expect(stage.hud == "The Time Machine: its picture is on its way")
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.press("u")
    let newer = stage.hud
    await stage.list([Self.cover(.done)])
    #expect(stage.hud == newer)
  }

  @Test func `of two pictures of a book the last one tells the end`() async {
    let stage = await Self.given()
    await stage.list([Self.cover(.done), Self.cover(.waiting, "2")])
    #expect(stage.hud == "The Time Machine: its picture is on its way")
    await stage.list([Self.cover(.done), Self.cover(.done, "2")])
    #expect(stage.hud == "The Time Machine: its picture is there")
  }

  @Test func `a picture taken off is said to be off when it is, a look-up what it found`()
    async throws
  {
    let stage = await Stage(
      FakeStock(Books.shop), pictures: FakePictures(covers: true, looksUp: true))
    try stage.stock.setIcon(Books.timeMachine, "covers/1.jpg")
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.press(.control("p"))
    await stage.press(.control("p"))
    await stage.list([Self.cover(.failed("Open Library has no cover of this book."), kind: .lookUp)]
    )
    #expect(stage.hud == "The Time Machine: Open Library has no cover of this book.")
    #expect(stage.state.hud?.kind == .note)
    for _ in 0..<8 { await stage.press(.down) }
    await stage.press(.control("u"))
    await stage.press(.control("s"))
    await stage.list([Self.cover(.done, "2")])
    #expect(stage.hud == "The Time Machine: its picture is taken off")
  }
}
