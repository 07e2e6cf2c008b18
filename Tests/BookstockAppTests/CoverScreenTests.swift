import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Covers on the screens, as pictures.
struct CoverScreenTests {
  static func stage(
    _ width: Int, _ height: Int, covers: Bool = true, abilities: TerminalAbilities? = .colored
  ) async -> Stage {
    let stage = await Stage(
      FakeStock(Books.shop), width: width, height: height, pictures: FakePictures(covers: covers))
    if let abilities { await stage.tell(abilities) }
    return stage
  }

  @Test func `the pane of the marked book begins with its cover`() async {
    let stage = await Self.stage(110, 32)
    await stage.scan("9780306406157")
    expectScreen(
      stage, columns: 70..<110, rows: 2..<29,
      """

       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │  TTTTTTTTTTTTTTTTTTT
       │
       │  The Time Machine
       │  H. G. Wells · Heinemann
       │  978-0-306-40615-7
       │
       │  6 copies · low below 2
       │  shelf A-3 · EUR 9.50
       │
       │
       │
       │
       │
      """)
  }

  @Test func `a book without a cover has quiet corners in its place`() async {
    let stage = await Self.stage(100, 24, covers: false)
    await stage.scan("9780306406157")
    expectScreen(
      stage, columns: 60..<100, rows: 2..<22,
      """

       │  ┌─    ─┐
       │
       │     no
       │   cover
       │
       │  └─    ─┘
       │
       │  The Time Machine
       │  H. G. Wells · Heinemann
       │  978-0-306-40615-7
       │
       │  6 copies · low below 2
       │  shelf A-3 · EUR 9.50
       │
       │
       │
       │
       │
      ────────────────────────────────────────
      """)
  }

  @Test func `a cover that cannot be shown says why in its place`() async {
    let stage = await Self.stage(110, 32, abilities: nil)
    stage.pictures.change { $0.covers[Books.mobyDick] = .failed("The network is away.") }
    await stage.tell(.colored)
    expectScreen(
      stage, columns: 70..<110, rows: 2..<20,
      """

       │  ┌─               ─┐
       │
       │
       │
       │
       │
       │    The network is
       │         away.
       │
       │
       │
       │
       │
       │  └─               ─┘
       │
       │  Moby-Dick; or, The Whale
       │  Herman Melville
      """)
    expectScreen(
      stage, glyphs: .ascii, columns: 70..<110, rows: 2..<20,
      """

       |  +-               -+
       |
       |
       |
       |
       |
       |    The network is
       |         away.
       |
       |
       |
       |
       |
       |  +-               -+
       |
       |  Moby-Dick; or, The Whale
       |  Herman Melville
      """)
  }

  @Test func `the desk has the cover left of the last scan`() async {
    let stage = await Self.stage(80, 24)
    await stage.press("3")
    await stage.scan("9780306406157")
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: +1  received   12 then a scan: 12 copies           this run: 1 · 1 title

         TTTTTTTTT   T H E   T I M E   M A C H I N E
         TTTTTTTTT
         TTTTTTTTT   978-0-306-40615-7  ·  H. G. Wells
         TTTTTTTTT
         TTTTTTTTT   █▀▀     ▀▀█
         TTTTTTTTT   █▀█  →   █     ✓ +1 received
         TTTTTTTTT   ▀▀▀      ▀

         11:58:07      +1  The Time Machine                                   6 →   7








      ────────────────────────────────────────────────────────────────────────────────

       u undo   c count repeat   a add unknown   r reason   ↵ correct   ? keys
      """)
    await stage.scan(Books.unknown.text)
    expectScreen(
      stage, rows: 2..<16,
      """
       Scan: +1  received   12 then a scan: 12 copies           this run: 1 · 1 title

                     9 7 9 - 1 0 - 9 0 6 3 6 - 0 7 - 1




                     ?   N O T   I N   S T O C K


         11:58:07       ?  979-10-90636-07-1                  not in stock: a adds it
         11:58:07      +1  The Time Machine                                   6 →   7


      """)
  }

  @Test func `a tall desk has a larger cover`() async {
    let stage = await Self.stage(110, 32)
    await stage.press("3")
    await stage.scan("9780306406157")
    expectScreen(
      stage, columns: 0..<60, rows: 2..<18,
      """
       Scan: +1  received   12 then a scan: 12 copies

         TTTTTTTTTTTTT   T H E   T I M E   M A C H I N E
         TTTTTTTTTTTTT
         TTTTTTTTTTTTT   978-0-306-40615-7  ·  H. G. Wells
         TTTTTTTTTTTTT
         TTTTTTTTTTTTT   █▀▀     ▀▀█
         TTTTTTTTTTTTT   █▀█  →   █     ✓ +1 received
         TTTTTTTTTTTTT   ▀▀▀      ▀
         TTTTTTTTTTTTT
         TTTTTTTTTTTTT
         TTTTTTTTTTTTT

         11:58:07      +1  The Time Machine


      """)
  }

  @Test func `the form has the cover at the right`() async {
    let stage = await Self.stage(110, 32)
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type("!")
    expectScreen(
      stage, columns: 16..<110,
      """
      tock  2 Add  3 Plus  4 Minus  5 Fix                                           ● live · desk-2
      ──────────────────────────────────────────────────────────────────────────────────────────────
      nged: title

      8-0-306-40615-7                                                  TTTTTTTTTTTTTTTTTTTTTTTTTTT
      e Time Machine!                        was The Time Machine      TTTTTTTTTTTTTTTTTTTTTTTTTTT
       G. Wells                                                        TTTTTTTTTTTTTTTTTTTTTTTTTTT
      inemann                                                          TTTTTTTTTTTTTTTTTTTTTTTTTTT
      50                                                               TTTTTTTTTTTTTTTTTTTTTTTTTTT
      R                                                                TTTTTTTTTTTTTTTTTTTTTTTTTTT
      3                                                                TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT
                                                                       TTTTTTTTTTTTTTTTTTTTTTTTTTT





      ──────────────────────────────────────────────────────────────────────────────────────────────

      eave   Tab next field   Shift-Tab back   ^P cover   F1 keys
      """)
  }

  @Test func `Add shows the cover of a book that is in stock already`() async {
    let stage = await Self.stage(110, 24)
    await stage.press("2")
    await stage.scan("9780306406157")
    expectScreen(
      stage, columns: 16..<110,
      """
      tock  2 Add  3 Plus  4 Minus  5 Fix                                           ● live · desk-2
      ──────────────────────────────────────────────────────────────────────────────────────────────


                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
      ady:                                                                   TTTTTTTTTTTTTTTTTTTTT
      ine                                                                    TTTTTTTTTTTTTTTTTTTTT
      15-7                                                                   TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
       counts one copy more                                                  TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT
                                                                             TTTTTTTTTTTTTTTTTTTTT

      ──────────────────────────────────────────────────────────────────────────────────────────────

      e copy more   ↵ type an ISBN   u undo   ? keys
      """)
  }
}
