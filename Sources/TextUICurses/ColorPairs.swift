/// Which numbers ncurses' pairs of colours have: none is lost, none changes while it is seen.
///
/// A terminal has a limited number of pairs, and a picture may want thousands. A pair keeps its
/// number as long as a row on the screen uses it, and afterwards until the number is needed: the
/// one unused for the longest time goes first. When all are seen at once, the nearest stands in.
package struct ColorPairs: Sendable {
  /// Two colours by ncurses' numbers; −1 is the terminal's own.
  package struct Pair: Hashable, Sendable {
    package var foreground: Int32
    package var background: Int32

    package init(foreground: Int32, background: Int32) {
      self.foreground = foreground
      self.background = background
    }
  }

  /// The number of a pair, and whether it has to be made known to ncurses.
  package struct Place: Equatable, Sendable {
    package var number: Int32
    package var isNew: Bool

    package init(number: Int32, isNew: Bool) {
      self.number = number
      self.isNew = isNew
    }
  }

  private struct Entry: Sendable {
    var pair: Pair
    var uses = 0
    /// Its last ticket in the queue of unused numbers.
    var ticket = 0
  }

  /// Numbers there are, with 0, which is the terminal's own pair and never changes.
  package let limit: Int
  private var numbers: [Pair: Int32] = [:]
  private var entries = [Entry(pair: Pair(foreground: -1, background: -1), uses: 1)]
  private var unused: [(number: Int32, ticket: Int)] = []
  private var head = 0
  private var lastTicket = 0

  package init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Gives a pair its number and counts one use of it.
  package mutating func take(_ pair: Pair) -> Place {
    if pair.foreground == -1 && pair.background == -1 { return Place(number: 0, isNew: false) }
    if let number = numbers[pair] {
      entries[Int(number)].uses += 1
      return Place(number: number, isNew: false)
    }
    if entries.count < limit {
      let number = Int32(entries.count)
      entries.append(Entry(pair: pair, uses: 1))
      numbers[pair] = number
      return Place(number: number, isNew: true)
    }
    if let number = oldestUnused() {
      numbers[entries[Int(number)].pair] = nil
      entries[Int(number)] = Entry(pair: pair, uses: 1)
      numbers[pair] = number
      return Place(number: number, isNew: true)
    }
    let number = nearest(to: pair)
    entries[Int(number)].uses += 1
    return Place(number: number, isNew: false)
  }

  /// Ends one use of a number.
  package mutating func release(_ number: Int32) {
    let index = Int(number)
    guard index > 0, index < entries.count, entries[index].uses > 0 else { return }
    entries[index].uses -= 1
    guard entries[index].uses == 0 else { return }
    lastTicket += 1
    entries[index].ticket = lastTicket
    unused.append((number, lastTicket))
    // Tickets that are out of date are thrown away before there are many.
    if unused.count - head > 4 * limit { dropOldTickets() }
  }

  private mutating func oldestUnused() -> Int32? {
    while head < unused.count {
      let (number, ticket) = unused[head]
      head += 1
      if head > limit {
        unused.removeFirst(head)
        head = 0
      }
      let entry = entries[Int(number)]
      if entry.uses == 0 && entry.ticket == ticket { return number }
    }
    return nil
  }

  private mutating func dropOldTickets() {
    unused = unused[head...].filter { number, ticket in
      entries[Int(number)].uses == 0 && entries[Int(number)].ticket == ticket
    }
    head = 0
  }

  /// The pair whose background, and then foreground, is as near as can be.
  private func nearest(to pair: Pair) -> Int32 {
    func distance(_ other: Pair) -> Int {
      (other.background == pair.background ? 0 : 2) + (other.foreground == pair.foreground ? 0 : 1)
    }
    let index = entries.indices.min { distance(entries[$0].pair) < distance(entries[$1].pair) }
    return Int32(index ?? 0)
  }
}
