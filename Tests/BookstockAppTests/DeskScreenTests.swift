import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Plus and Minus as pictures.
struct DeskScreenTests {
  static func desk(_ width: Int, _ height: Int) async -> Stage {
    let stage = await Stage(FakeStock(Books.shop), width: width, height: height)
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.type("12")
    await stage.scan("9789570502145")
    await stage.scan("9789570502145", pause: .milliseconds(100))
    await stage.scan("9791090636071")
    await stage.scan("9780306406158")
    await stage.scan("9780306406157")
    return stage
  }

  @Test func `the desk at 80 by 24`() async {
    let stage = await Self.desk(80, 24)
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: +1  received   12 then a scan: 12 copies         this run: 14 · 2 titles

         T H E   T I M E   M A C H I N E

         978-0-306-40615-7  ·  H. G. Wells

         ▀▀█     █▀█
          █   →  █▀█    ✓ +1 received
          ▀      ▀▀▀

         11:58:07      +1  The Time Machine                                   7 →   8
         11:58:07       ✗  9780306406158  The check digit is wrong; scan again or co…
         11:58:07       ?  979-10-90636-07-1                  not in stock: a adds it
         11:58:07       ·  紅樓夢                        repeat ignored (c counts it)
         11:58:07     +12  紅樓夢                                             2 →  14
         11:58:07      +1  The Time Machine                                   6 →   7



      ────────────────────────────────────────────────────────────────────────────────

       u undo   c count repeat   a add unknown   r reason   ↵ correct   ? keys
      """)
  }

  @Test func `the desk at 110 by 32`() async {
    let stage = await Self.desk(110, 32)
    expectScreen(
      stage, columns: 16..<110, rows: 2..<18,
      """
      ved   12 then a scan: 12 copies                                       this run: 14 · 2 titles

       E   M A C H I N E

      15-7  ·  H. G. Wells


        ✓ +1 received


       +1  The Time Machine                                                                 7 →   8
        ✗  9780306406158             The check digit is wrong; scan again or compare with the book.
        ?  979-10-90636-07-1                                                not in stock: a adds it
        ·  紅樓夢                                                      repeat ignored (c counts it)
      +12  紅樓夢                                                                           2 →  14
       +1  The Time Machine                                                                 6 →   7
      """)
  }

  @Test func `the desk at 60 by 15`() async {
    let stage = await Self.desk(60, 15)
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
       Scan: +1  received                 this run: 14 · 2 titles
         T H E   T I M E   M A C H I N E
         7 → 8   ✓ +1 received

         11:58:07      +1  The Time Machine               7 →   8
         11:58:07       ✗  9780306406158  The check digit is wro…
         11:58:07       ?  979-10-90636-07-1  not in stock: a ad…
         11:58:07       ·  紅樓夢      repeat ignored (c counts …
         11:58:07     +12  紅樓夢                         2 →  14
         11:58:07      +1  The Time Machine               6 →   7
      ────────────────────────────────────────────────────────────

       u undo   c count repeat   a add unknown   ? keys
      """)
  }

  @Test func `the desk at 20 by 5`() async {
    let stage = await Self.desk(20, 5)
    expectScreen(
      stage,
      """
       1 2 3 Plus  4 5  ●
       Scan: +1  received
       The Time Machine
       7 → 8   ✓ +1 rece…

      """)
  }

  @Test func `the desk below 20 by 5 is the last scan in one line`() async {
    let stage = await Self.desk(19, 4)
    expectScreen(
      stage,
      """
      ✓ +1 8 The Time Ma…



      """)
  }

  @Test func `a desk that has seen nothing yet`() async {
    let stage = await Stage(FakeStock(Books.shop), width: 60, height: 15)
    await stage.press("4")
    expectScreen(
      stage,
      """
        1 Stock  2 Add  3 Plus  4 Minus  5 Fix    ● live · desk-2
      ────────────────────────────────────────────────────────────
       Scan: −1  sold                      this run: 0 · 0 titles


         Scan a book: one copy fewer.
         Type a number first for more copies.





      ────────────────────────────────────────────────────────────

       u undo   c count repeat   a add unknown   ? keys
      """)
  }

  @Test func `a quantity being typed`() async {
    let stage = await Self.desk(80, 24)
    await stage.type("12")
    expectScreen(
      stage, rows: 0..<4,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
       Scan: +12  received   then scan, or ↵ corrects         this run: 14 · 2 titles

      """)
  }

  @Test func `the help of Plus`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.press("?")
    expectScreen(
      stage,
      """
       bookstock   1 Stock  2 Add  3 Plus  4 Minus  5 Fix             ● live · desk-2
      ────────────────────────────────────────────────────────────────────────────────
        Keys on Plus

        scan             Counts the book in, at once
        12 scan          A number before a scan counts so many copies
        12 ↵             A number alone corrects the last scan
        u                Take back this desk's last movement
        c                Count the newest repeat or failed scan
        a                Add the newest unknown code
        r                Choose the next reason
        ↵                Correct the last scan to the number typed
        Esc              Drop the number that was typed
        ↑                Newer scans
        ↓                Older scans
        q                Quit; what is pending is written first
        ? F1             The keys of this screen
        d F4             Downloads and uploads under way
        i                Pictures off, or on again
        Tab              The tab to the right
        Shift-Tab        The tab to the left                                        ▼
      ────────────────────────────────────────────────────────────────────────────────

       Esc close
      """)
  }
}
