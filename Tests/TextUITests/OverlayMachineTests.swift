import TestSupport
import Testing

@testable import TextUI

struct OverlayMachineTests {
  private static let cell = PixelSize(width: 8, height: 16)
  private static let start = ContinuousClock.now
  private let first = Rect(x: 5, y: 2, width: 4, height: 3)
  /// The first place written over: erased cells alone do not take sixels away.
  private let blanked = "^7^[0m^[3;6H    ^[4;6H    ^[5;6H    ^8"

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  private func sixel(_ name: String) -> TerminalPicture {
    TerminalPicture(
      identity: name, size: first.size, symbols: [],
      overlay: .sixel(Array("\u{1B}Pq\(name)\u{1B}\\".utf8), cell: Self.cell))
  }

  private func kitty(_ name: String, _ number: UInt32) -> TerminalPicture {
    TerminalPicture(
      identity: "\(name) \(number)", size: first.size, symbols: [],
      overlay: .kitty(
        number: number,
        transmission: Array("\u{1B}_Ga=t,q=2,i=\(number);\(name)\u{1B}\\".utf8)))
  }

  /// Plans a screen at a number of milliseconds.
  private func plan(
    _ machine: inout OverlayMachine, _ pictures: [PlacedPicture], hasMoved: Bool = false,
    form: TerminalAbilities.PictureForm = .sixel(cell: Self.cell), at milliseconds: Int
  ) -> OverlayMachine.Plan {
    machine.plan(
      pictures, form: form, hasMoved: hasMoved, at: Self.start + .milliseconds(milliseconds))
  }

  @Test func `a picture comes at once on a quiet screen and is not sent again`() {
    var machine = OverlayMachine()
    let places = [PlacedPicture(sixel("one"), in: first)]
    let shown = plan(&machine, places, at: 0)
    #expect(text(shown.after) == "^7^[3;6H^Pqone^\\^8")
    #expect(shown.reserved == [first] && shown.before == [] && !shown.isStill)
    let again = plan(&machine, places, at: 1)
    #expect(again.after == [] && again.before == [] && again.redrawn == nil)
    #expect(again.reserved == [first] && again.isStill)
    #expect(machine.deadline == nil)
  }

  @Test func `a scrolled screen drops the picture until it is quiet`() {
    var machine = OverlayMachine()
    let places = [PlacedPicture(sixel("one"), in: first)]
    _ = plan(&machine, places, at: 0)
    let moved = plan(&machine, places, hasMoved: true, at: 100)
    #expect(moved.reserved == [] && moved.after == [] && moved.redrawn == 2..<5)
    #expect(text(moved.before) == blanked)
    #expect(machine.deadline == Self.start + .milliseconds(180))
    let stillMoving = plan(&machine, places, hasMoved: true, at: 150)
    #expect(stillMoving.after == [] && stillMoving.redrawn == nil && stillMoving.before == [])
    #expect(machine.deadline == Self.start + .milliseconds(230))
    // A clock that ticks on the screen puts nothing off.
    let ticked = plan(&machine, places, at: 229)
    #expect(ticked.after == [])
    #expect(machine.deadline == Self.start + .milliseconds(230))
    let quiet = plan(&machine, places, at: 230)
    #expect(!quiet.after.isEmpty && quiet.reserved == [first])
    #expect(machine.deadline == nil)
  }

  @Test func `pictures that follow fast upon one another wait`() {
    var machine = OverlayMachine()
    _ = plan(&machine, [PlacedPicture(sixel("one"), in: first)], at: 0)
    let second = plan(&machine, [PlacedPicture(sixel("two"), in: first)], at: 40)
    #expect(second.after == [] && second.redrawn == 2..<5 && second.reserved == [])
    let third = plan(&machine, [PlacedPicture(sixel("three"), in: first)], at: 60)
    #expect(third.after == [] && third.redrawn == nil)
    #expect(machine.deadline == Self.start + .milliseconds(140))
    let last = plan(&machine, [PlacedPicture(sixel("three"), in: first)], at: 140)
    #expect(text(last.after).contains("three"))
  }

  @Test func `a covered picture goes and comes back without being transmitted twice`() {
    var machine = OverlayMachine()
    let picture = kitty("AAAA", 7)
    let open = [PlacedPicture(picture, in: first)]
    let covered = [PlacedPicture(picture, in: first, isCovered: true)]
    let sent = plan(&machine, open, form: .kitty, at: 0)
    #expect(
      text(sent.after)
        == "^_Ga=t,q=2,i=7;AAAA^\\^7^[3;6H^_Ga=p,i=7,p=1,c=4,r=3,C=1,q=2^\\^8")
    let gone = plan(&machine, covered, form: .kitty, at: 500)
    #expect(text(gone.before) == "^_Ga=d,d=i,i=7,p=1,q=2^\\")
    #expect(gone.reserved == [] && gone.redrawn == nil)
    let back = plan(&machine, open, form: .kitty, at: 900)
    #expect(text(back.after) == "^7^[3;6H^_Ga=p,i=7,p=1,c=4,r=3,C=1,q=2^\\^8")
    let goodbye = text(machine.leave())
    #expect(goodbye == "^_Ga=d,d=I,i=7,q=2^\\" && machine.isIdle)
  }

  @Test func `a number that stands for another picture now is transmitted again`() {
    var machine = OverlayMachine()
    _ = plan(&machine, [PlacedPicture(kitty("AAAA", 7), in: first)], form: .kitty, at: 0)
    let other = plan(
      &machine, [PlacedPicture(kitty("BBBB", 7), in: first)], form: .kitty, at: 500)
    #expect(text(other.before) == "^_Ga=d,d=i,i=7,p=1,q=2^\\")
    #expect(text(other.after).hasPrefix("^_Ga=d,d=I,i=7,q=2^\\^_Ga=t,q=2,i=7;BBBB^\\"))
  }

  @Test func `a terminal never holds more than its share and never loses what is shown`() {
    var machine = OverlayMachine()
    var held: Set<Int> = []
    let count = KittyShelf.limit * 3
    for number in 1...count {
      let plan = plan(
        &machine, [PlacedPicture(kitty("AAAA", UInt32(number)), in: first)], form: .kitty,
        at: number * 1_000)
      held.insert(number)
      for match in text(plan.after).matches(of: /d=I,i=(\d+)/) {
        held.remove(Int(match.output.1) ?? 0)
      }
      #expect(held.contains(number) && held.count <= KittyShelf.limit)
    }
    let freed = text(machine.leave()).matches(of: /d=I,i=(\d+)/).compactMap { Int($0.output.1) }
    #expect(Set(freed) == held)
  }

  @Test func `a wiped neighbour is painted again`() {
    var machine = OverlayMachine()
    let other = Rect(x: 20, y: 4, width: 4, height: 3)
    let both = [PlacedPicture(sixel("one"), in: first), PlacedPicture(sixel("two"), in: other)]
    _ = plan(&machine, both, at: 0)
    let one = plan(&machine, [both[1]], at: 500)
    #expect(one.redrawn == 2..<5)
    #expect(text(one.after) == "^7^[5;21H^Pqtwo^\\^8")
    #expect(one.reserved == [other] && one.isStill)
  }

  @Test func `what the terminal cannot show stays cells`() {
    let places = [
      PlacedPicture(sixel("one"), in: first), PlacedPicture(kitty("AAAA", 7), in: first),
      PlacedPicture(TerminalPicture(identity: "", size: first.size, symbols: []), in: first),
    ]
    let forms: [TerminalAbilities.PictureForm] = [
      .none, .cells, .kitty, .sixel(cell: Self.cell),
      .sixel(cell: PixelSize(width: 9, height: 16)),
    ]
    let shown = forms.map { form in
      var machine = OverlayMachine()
      return plan(&machine, places, form: form, at: 0).reserved.count
    }
    #expect(shown == [0, 0, 1, 1, 0])
  }

  @Test func `a screen painted anew drops everything first`() {
    var machine = OverlayMachine()
    let places = [PlacedPicture(kitty("AAAA", 7), in: first)]
    _ = plan(&machine, places, form: .kitty, at: 0)
    machine.clear()
    let cleared = plan(&machine, places, form: .kitty, at: 500)
    // The terminal may have freed it with the screen.
    #expect(text(cleared.before) == "^_Ga=d,d=i,i=7,p=1,q=2^\\^_Ga=d,d=I,i=7,q=2^\\")
    #expect(cleared.after == [] && cleared.reserved == [])
    #expect(machine.deadline == Self.start + .milliseconds(580))
    let quiet = plan(&machine, places, form: .kitty, at: 580)
    #expect(quiet.reserved == [first] && text(quiet.after).contains("a=t"))
  }

  @Test func `leaving wipes sixels off their cells`() {
    var machine = OverlayMachine()
    _ = plan(&machine, [PlacedPicture(sixel("one"), in: first)], at: 0)
    let goodbye = text(machine.leave())
    #expect(goodbye == blanked)
    let more = machine.leave()
    #expect(more == [])
  }

  @Test func `any run of screens leaves exactly the wanted pictures when it is quiet`() {
    var random = SeededGenerator()
    let pictures = (1...5).map { kitty("AAAA", UInt32($0)) } + ["a", "b"].map(sixel)
    for _ in 0..<300 {
      var machine = OverlayMachine()
      var shown: [String] = []
      var now = 0
      for _ in 0..<20 {
        now += Int.random(in: 1...200, using: &random)
        let isKitty = Bool.random(using: &random)
        let places = pictures.shuffled(using: &random).prefix(2).enumerated().map {
          index, picture in
          PlacedPicture(
            picture, in: Rect(x: 10 * index, y: 0, width: 4, height: 3),
            isCovered: Int.random(in: 0..<4, using: &random) == 0)
        }
        if Int.random(in: 0..<6, using: &random) == 0 { machine.clear() }
        let form: TerminalAbilities.PictureForm = isKitty ? .kitty : .sixel(cell: Self.cell)
        _ = plan(
          &machine, places, hasMoved: Bool.random(using: &random), form: form, at: now)
        let last = plan(&machine, places, form: form, at: now + 80)
        now += 80
        let wanted = places.filter { place in
          guard !place.isCovered, let overlay = place.picture.overlay else { return false }
          if case .kitty = overlay.form { return isKitty }
          return !isKitty
        }
        #expect(last.reserved == wanted.map(\.rect))
        #expect(machine.deadline == nil)
        shown = wanted.map(\.picture.identity)
      }
      let goodbye = text(machine.leave())
      if shown.contains("a") || shown.contains("b") { #expect(goodbye.contains("H    ^")) }
      #expect(machine.isIdle)
    }
  }
}
