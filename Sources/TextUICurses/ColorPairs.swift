/// Which numbers ncurses' pairs of colours have: none is lost, none changes while it is seen.
///
/// A terminal has a limited number of pairs, and a picture may want thousands. A pair keeps its
/// number as long as a row on the screen uses it, and afterwards until no number is left: then all
/// that are not used are freed at once. ncurses looks through the whole screen whenever it is told
/// another meaning of one number (measured: 0.1 ms, thousands of times for one picture).
/// When all are seen at the same time, the nearest stands in.
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

  /// What ncurses has to be told before a number is used.
  package enum News: Equatable, Sendable {
    case nothing
    /// The number has this meaning from now on; it had none.
    case new
    /// All numbers lose their meaning, but for those in use.
    case allAnew
  }

  private struct Entry: Sendable {
    var pair: Pair
    var uses: Int
  }

  /// Numbers there are, with 0, which is the terminal's own pair and never changes.
  package let limit: Int
  private var numbers: [Pair: Int32] = [:]
  private var entries = [Entry(pair: Pair(foreground: -1, background: -1), uses: 1)]
  private var free: [Int32] = []
  /// Uses that have ended, but whose cells are still on the terminal.
  private var ended: [Int32] = []
  /// All numbers were in use, and none has been released since.
  private var isFull = false

  package init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The numbers in use with their meanings, the taken one among them.
  package var meanings: [(number: Int32, pair: Pair)] {
    entries.indices.dropFirst().filter { entries[$0].uses > 0 }
      .map { (Int32($0), entries[$0].pair) }
  }

  /// Gives a pair its number and counts one use of it.
  package mutating func take(_ pair: Pair) -> (number: Int32, news: News) {
    if pair.foreground == -1 && pair.background == -1 { return (0, .nothing) }
    if let number = numbers[pair] {
      entries[Int(number)].uses += 1
      return (number, .nothing)
    }
    var news = News.new
    if entries.count < limit {
      entries.append(Entry(pair: pair, uses: 1))
      let number = Int32(entries.count - 1)
      numbers[pair] = number
      return (number, news)
    }
    if free.isEmpty && !isFull {
      freeUnused()
      news = .allAnew
    }
    guard let number = free.popLast() else {
      isFull = true
      let number = nearest(to: pair)
      entries[Int(number)].uses += 1
      return (number, .nothing)
    }
    entries[Int(number)] = Entry(pair: pair, uses: 1)
    numbers[pair] = number
    return (number, news)
  }

  /// Ends one use of a number; it keeps its meaning until the change is on the terminal.
  package mutating func release(_ number: Int32) {
    if number > 0 { ended.append(number) }
  }

  /// What was released is not seen any more.
  package mutating func settle() {
    guard !ended.isEmpty else { return }
    for number in ended { entries[Int(number)].uses -= 1 }
    ended.removeAll(keepingCapacity: true)
    isFull = false
  }

  private mutating func freeUnused() {
    for index in entries.indices.dropFirst() where entries[index].uses == 0 {
      numbers[entries[index].pair] = nil
      free.append(Int32(index))
    }
  }

  /// The pair whose background, and then foreground, is the same if there is one.
  private func nearest(to pair: Pair) -> Int32 {
    func distance(_ index: Int) -> Int {
      let other = entries[index].pair
      return (other.background == pair.background ? 0 : 2)
        + (other.foreground == pair.foreground ? 0 : 1)
    }
    return Int32(entries.indices.min { distance($0) < distance($1) } ?? 0)
  }
}
