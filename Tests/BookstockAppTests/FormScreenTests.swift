import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Add, Fix and a question as pictures.
struct FormScreenTests {
  static func form() async -> Stage {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type("!")
    await stage.press(.down, .down, .down)
    await stage.type("x")
    await stage.press(.control("s"))
    return stage
  }

  @Test func `the form with a wrong field`() async {
    let stage = await Self.form()
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: fix   changed: title, price

        ISBN        978-0-306-40615-7
        Title       The Time Machine!                        was The Time Machine
        Author      H. G. Wells
        Publisher   Heinemann
      ▌ Price       9.50x         ✗ a number such as 12.50, or empty
        Currency    EUR
        Shelf       A-3
        Low below   2
        Count       6
        Picture
        Link
        Note





      ────────────────────────────────────────────────────────────────────────────────
       ✗ not saved: see the fields marked
       ^S save   Esc leave   Tab next field   Shift-Tab back   ^P cover   F1 keys
      """)
  }

  @Test func `a question over the form`() async {
    let stage = await Self.form()
    await stage.press(.escape)
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: fix   changed: title, price

        ISBN        978-0-306-40615-7
        Title       The Time Machine!                        was The Time Machine
        Author      H. G. Wells
        Publisher   Heinemann
      ▌ Price       9.50x         ✗ a number such as 12.50, or empty
        Currency    EUR    ┌─ Leave without saving? ────────────┐
        Shelf       A-3    │ What was typed here would be lost. │
        Low below   2      │                                    │
        Count       6      │ y leave   n stay                   │
        Picture            └────────────────────────────────────┘
        Link
        Note





      ────────────────────────────────────────────────────────────────────────────────
       ✗ not saved: see the fields marked
       y yes   n no
      """)
  }

  @Test func `Add waits for a scan`() async {
    let stage = await Stage(FakeStock(Books.shop), width: 60, height: 15)
    await stage.press("2")
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
       Scan: add

         Scan a new book to add it.
         Or press ↵ and type its ISBN.






      ────────────────────────────────────────────────────────────

       ↵ type an ISBN   u undo   ? keys
      """)
  }

  @Test func `Add has found a book that is in stock`() async {
    let stage = await Stage(FakeStock(Books.shop), width: 60, height: 15)
    await stage.press("2")
    await stage.scan("9780306406157")
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
       Scan: add

         In stock already:
         The Time Machine
         978-0-306-40615-7
         6 copies

         e fixes it, + counts one copy more


      ────────────────────────────────────────────────────────────

       e fix it   + one copy more   ↵ type an ISBN   ? keys
      """)
  }
}
