import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// The list as pictures.
struct ShelfScreenTests {
  static func shelf(_ width: Int, _ height: Int) async -> Stage {
    let stage = await Stage(FakeStock(Books.shop), width: width, height: height)
    await stage.scan("9780306406157")
    await stage.press("+")
    return stage
  }

  @Test func `the list at 80 by 24`() async {
    let stage = await Self.shelf(80, 24)
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: find   4 titles · 7 copies
        ISBN               Title ▲                                   Count  Changed
        978-0-8044-2957-3  Moby-Dick; or, The Whale                      0  Jun 14
      ▌ 978-0-306-40615-7  The Time Machine                              7  11:58
        978-957-05-0214-5  紅樓夢                                        2  12:04
        978-7-02-000220-7  西游记                                       −2  2025-06-14













      ────────────────────────────────────────────────────────────────────────────────
       ✓ +1 The Time Machine: 6 → 7, received
       ↵ fix   + plus   - minus   x remove   / filter   ? keys
      """)
  }

  @Test func `the list at 110 by 32 has a pane for the marked book`() async {
    let stage = await Self.shelf(110, 32)
    expectScreen(
      stage, columns: 50..<110, rows: 0..<12,
      """
      x                                           ● live · desk-2
      ────────────────────────────────────────────────────────────

         Count  Changed    │  The Time Machine
             0  Jun 14     │  H. G. Wells · Heinemann
             7  11:58      │  978-0-306-40615-7
             2  12:04      │
            −2  2025-06-14 │  7 copies · low below 2
                           │  shelf A-3 · EUR 9.50
                           │
                           │  11:58        +1 received   desk-2
                           │
      """)
  }

  @Test func `the list at 60 by 15`() async {
    let stage = await Self.shelf(60, 15)
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
       Scan: find   4 titles · 7 copies
        ISBN               Title ▲               Count  Changed
        978-0-8044-2957-3  Moby-Dick; or, Th…        0  Jun 14
      ▌ 978-0-306-40615-7  The Time Machine          7  11:58
        978-957-05-0214-5  紅樓夢                    2  12:04
        978-7-02-000220-7  西游记                   −2  2025-06-14




      ────────────────────────────────────────────────────────────
       ✓ +1 The Time Machine: 6 → 7, received
       ↵ fix   + plus   - minus   x remove   / filter   ? keys
      """)
  }

  @Test func `the list at 40 by 12 has the last digits of the ISBN`() async {
    let stage = await Self.shelf(40, 12)
    expectScreen(
      stage,
      """
       1 Stock  2 3 4 5       ● live · desk-2
      ────────────────────────────────────────
       Scan: find   4 titles · 7 copies
        ISBN    Title ▲                  Count
        429573  Moby-Dick; or, The W…        0
      ▌ 406157  The Time Machine             7
        502145  紅樓夢                       2
        002207  西游记                      −2

      ────────────────────────────────────────
       ✓ +1 The Time Machine: 6 → 7, received
       ↵ fix   + plus   - minus   ? keys
      """)
  }

  @Test func `the list at 20 by 5`() async {
    let stage = await Self.shelf(20, 5)
    expectScreen(
      stage,
      """
       1 Stock  2 3 4 5 ●
        Moby-Dick; or, … █
      ▌ The Time Machine █
        紅樓夢           │
       ✓ +1 The Time Mac…
      """)
  }

  @Test func `the list in ASCII`() async {
    let stage = await Self.shelf(60, 15)
    expectScreen(
      stage, glyphs: .ascii,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    * live . desk-2
      ------------------------------------------------------------
       Scan: find   4 titles . 7 copies
        ISBN               Title ^               Count  Changed
        978-0-8044-2957-3  Moby-Dick; or, Th~        0  Jun 14
      > 978-0-306-40615-7  The Time Machine          7  11:58
        978-957-05-0214-5  紅樓夢                    2  12:04
        978-7-02-000220-7  西游记                   -2  2025-06-14




      ------------------------------------------------------------
       v +1 The Time Machine: 6 -> 7, received
       Enter fix   + plus   - minus   x remove   ? keys
      """)
  }

  @Test func `an empty stock`() async {
    let stage = await Stage(width: 80, height: 15)
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: find   0 titles · 0 copies

        The stock is empty. To begin:

          scan a book              it opens Add
          bookstock import FILE    from a spreadsheet or another program
          bookstock --demo         a small stock to try things on



      ────────────────────────────────────────────────────────────────────────────────

       ↵ fix   + plus   - minus   x remove   / filter   ? keys
      """)
  }

  @Test func `trouble stands in the line of outcomes and in the header`() async {
    let stage = await Self.shelf(60, 15)
    stage.stock.setTrouble(StoreTrouble(code: .busy, sentence: "Desk-1 holds the stock."))
    await stage.pass(.seconds(10))
    await stage.refresh()
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix  ● no store · des…
      ────────────────────────────────────────────────────────────
       Scan: find   4 titles · 7 copies
        ISBN               Title ▲               Count  Changed
        978-0-8044-2957-3  Moby-Dick; or, Th…        0  Jun 14
      ▌ 978-0-306-40615-7  The Time Machine          7  11:58
        978-957-05-0214-5  紅樓夢                    2  12:04
        978-7-02-000220-7  西游记                   −2  2025-06-14




      ────────────────────────────────────────────────────────────
       ! Desk-1 holds the stock.
       ↵ fix   + plus   - minus   x remove   / filter   ? keys
      """)
  }
}
