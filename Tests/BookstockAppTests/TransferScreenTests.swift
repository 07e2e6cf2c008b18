import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// The panel of downloads and uploads, as pictures.
struct TransferScreenTests {
  static let some: [Transfer] = [
    Transfer(
      id: "1", title: "The Time Machine", kind: .download, completed: 1_234_567,
      total: 3_400_000, state: .running),
    Transfer(id: "2", title: "紅樓夢", kind: .lookUp, state: .running),
    Transfer(
      id: "3", title: "Moby-Dick; or, The Whale", kind: .upload, completed: 120_000,
      total: 340_000, state: .paused),
    Transfer(id: "4", title: "西游记", kind: .download, total: 2_000, state: .waiting),
    Transfer(
      id: "5", title: "Bel ami", kind: .download, completed: 900, total: 900, state: .done),
    Transfer(
      id: "6", title: "Nana", kind: .download,
      state: .failed("The server has nothing under this address.")),
    Transfer(
      id: "7", title: "Germinal", kind: .download, completed: 500, total: 1_000,
      state: .cancelled),
  ]

  static func stage(_ width: Int, _ height: Int, _ list: [Transfer] = some) async -> Stage {
    let stage = await Stage(FakeStock(Books.shop), width: width, height: height)
    stage.pictures.change { $0.transfers = list }
    await stage.settle()
    await stage.press("d")
    return stage
  }

  @Test func `the panel at 80 by 24`() async {
    expectScreen(
      await Self.stage(80, 24),
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix        ▼ 3  ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
        Downloads and uploads                       3 under way · 1 paused · 1 failed

      ▌ The Time Machine               ▕████░░░░░░░░▏      1.2 of 3.4 MB  loading
        紅樓夢                         ▕░░░░░░░░░░░░▏                     looking up
        Moby-Dick; or, The Whale       ▕████░░░░░░░░▏      120 of 340 kB  paused
        西游记                         ▕░░░░░░░░░░░░▏        0 B of 2 kB  waiting
        Bel ami                        ▕████████████▏              900 B  done
        Nana                           ✗ The server has nothing under this address.
        Germinal                       ▕██████░░░░░░▏      500 B of 1 kB  cancelled










      ────────────────────────────────────────────────────────────────────────────────
       ✗ Nana: The server has nothing under this address.
       p pause   r resume   x cancel   Esc close
      """)
  }

  @Test func `the panel at 110 columns`() async {
    expectScreen(
      await Self.stage(110, 15), columns: 16..<110,
      """
      tock  2 Add  3 Plus  4 Minus  5 Fix                                      ▼ 3  ● live · desk-2
      ──────────────────────────────────────────────────────────────────────────────────────────────
      uploads                                                     3 under way · 1 paused · 1 failed

      ne                                       ▕██████░░░░░░░░░░░░▏      1.2 of 3.4 MB  loading
                                               ▕░░░░░░░░░░░░░░░░░░▏                     looking up
       The Whale                               ▕██████░░░░░░░░░░░░▏      120 of 340 kB  paused
                                               ▕░░░░░░░░░░░░░░░░░░▏        0 B of 2 kB  waiting
                                               ▕██████████████████▏              900 B  done
                                               ✗ The server has nothing under this address.
                                               ▕█████████░░░░░░░░░▏      500 B of 1 kB  cancelled

      ──────────────────────────────────────────────────────────────────────────────────────────────
      ver has nothing under this address.
      ume   x cancel   Esc close
      """)
  }

  @Test func `the panel at 60 by 20`() async {
    expectScreen(
      await Self.stage(60, 20), rows: 0..<12,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix  ▼ 3  ● live · de…
      ────────────────────────────────────────────────────────────
        Downloads and uploads   3 under way · 1 paused · 1 failed

      ▌ The Time Machine                  ▕██░░░░░░▏  loading
        紅樓夢                            ▕░░░░░░░░▏  looking up
        Moby-Dick; or, The Whale          ▕██░░░░░░▏  paused
        西游记                            ▕░░░░░░░░▏  waiting
        Bel ami                           ▕████████▏  done
        Nana  ✗ The server has nothing under this address.
        Germinal                          ▕████░░░░▏  cancelled

      """)
  }

  @Test func `the panel at 40 columns, in ASCII`() async {
    expectScreen(
      await Self.stage(40, 14), glyphs: .ascii,
      """
       1 Stock  2 3 4 5  v 3  * live . desk-2
      ----------------------------------------
        Downloads and uploads

      > The Time Machine          loading
        紅樓夢                    looking up
        Moby-Dick; or, The Whale  paused
        西游记                    waiting
        Bel ami                   done
        Nana  x The server has nothing unde~
        Germinal                  cancelled
      ----------------------------------------
       x Nana: The server has nothing under ~
       p pause   r resume   x cancel
      """)
  }

  @Test func `the panel at 20 by 5, and below in one line`() async {
    let stage = await Self.stage(20, 5)
    await stage.press("j")
    expectScreen(
      stage,
      """
       1 Stock  2 3 4 5 ●
        Downloads and uplo
        The Time …   36% █
      ▌ 紅樓夢         … │
       ✗ Nana: The serve…
      """)
    await stage.resize(19, 4)
    expectScreen(
      stage,
      """
      3 under way · 1 pa…



      """)
  }

  @Test func `a fault that its line has no room for stands whole below while it is marked`() async {
    let sentence =
      "At http://127.0.0.1:8080/covers/moby-dick.jpg there is no picture: it looks like text; "
      + "these are taken: GIF, JPEG, PNG, WEBP."
    let list = [
      Transfer(id: "1", title: "Moby-Dick", kind: .download, state: .failed(sentence)),
      Transfer(id: "2", title: "Nana", kind: .download, total: 900, state: .running),
    ]
    let stage = await Self.stage(80, 16, list)
    await stage.press("g")
    expectScreen(
      stage, rows: 2..<6,
      """
        Downloads and uploads                                  1 under way · 1 failed

      ▌ Moby-Dick  ✗ At http://127.0.0.1:8080/covers/moby-dick.jpg there is no pict…
        Nana                           ▕░░░░░░░░░░░░▏         0 of 900 B  loading
      """)
    #expect(stage.screen.contains("\n  ✗ At http://127.0.0.1:8080/covers/moby-dick.jpg"))
    #expect(stage.screen.contains("GIF, JPEG, PNG, WEBP."))
    await stage.press("j")
    #expect(!stage.screen.contains("GIF, JPEG, PNG, WEBP."))
    for height in 1..<16 { await stage.resize(80, height) }
  }

  @Test func `a panel without transfers says so`() async {
    expectScreen(
      await Self.stage(60, 10, []),
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
        Downloads and uploads

        Nothing is being loaded or stored.


      ────────────────────────────────────────────────────────────

       p pause   r resume   x cancel   Esc close
      """)
  }

  @Test func `a hundred transfers scroll, and the mark stays in view`() async {
    let list = (0..<100).map {
      Transfer(id: "\($0)", title: "Book \($0)", kind: .download, state: .waiting)
    }
    let stage = await Self.stage(60, 12, list)
    await stage.press("G")
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix      ▼ 100  ● live
      ────────────────────────────────────────────────────────────
        Downloads and uploads                       100 under way

        Book 95                           ▕░░░░░░░░▏  waiting    │
        Book 96                           ▕░░░░░░░░▏  waiting    │
        Book 97                           ▕░░░░░░░░▏  waiting    │
        Book 98                           ▕░░░░░░░░▏  waiting    │
      ▌ Book 99                           ▕░░░░░░░░▏  waiting    █
      ────────────────────────────────────────────────────────────

       p pause   r resume   x cancel   Esc close
      """)
    await stage.press(.home)
    expectScreen(
      stage, rows: 2..<6,
      """
        Downloads and uploads                       100 under way

      ▌ Book 0                            ▕░░░░░░░░▏  waiting    █
        Book 1                            ▕░░░░░░░░▏  waiting    │
      """)
  }
}
