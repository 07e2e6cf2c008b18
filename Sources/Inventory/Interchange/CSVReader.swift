/// Reads tables as people send them: RFC 4180 and what spreadsheets and hands make of it.
///
/// Commas, semicolons or tabs part the cells; lines end in CR LF, LF or CR, mixed too; quotes that
/// are not doubled are kept, but then the cell ends with its line; a quote that is never closed is
/// reported and read as a character.
public struct CSVReader: Sequence, IteratorProtocol, Sendable {
  /// One row of a table.
  public struct Row: Hashable, Sendable {
    /// The line it begins on, from 1.
    public let line: Int

    /// The cells, their quotes taken away.
    public let cells: [String]

  }

  /// What parts the cells.
  public let delimiter: UInt8

  /// The lines on which a quote opens that is never closed.
  public private(set) var unclosedQuotes: [Int] = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// Whether a quote swallowed the rest of the file; from then on cells end with their line.
  private var isRunaway = false

  /// Creates a reader of a text.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - delimiter: What parts the cells, nil to find out: a first line `sep=;` says it, else the
  ///     mark that is most frequent in the first row.
  public init(_ text: FileText, delimiter: UInt8? = nil) {
    bytes = text.bytes
    let first = bytes.prefix { $0 != 10 && $0 != 13 }
    if let said = Self.directive(first) {
      self.delimiter = delimiter ?? said
      place = first.count
      skipLineEnd()
    } else {
      self.delimiter = delimiter ?? Self.mostFrequent(in: bytes)
    }
  }

  /// The next row that holds anything; blank lines are passed over.
  public mutating func next() -> Row? {
    while place < bytes.count {
      let start = line
      let cells = row()
      if cells.contains(where: { !$0.isEmpty }) { return Row(line: start, cells: cells) }
    }
    return nil
  }

  private mutating func row() -> [String] {
    var cells: [String] = []
    while true {
      cells.append(cell())
      guard place < bytes.count else { return cells }
      if bytes[place] == delimiter {
        place += 1
        // A delimiter at the file's end is followed by an empty cell.
        if place == bytes.count {
          cells.append("")
          return cells
        }
      } else {
        skipLineEnd()
        return cells
      }
    }
  }

  private mutating func cell() -> String {
    var opening = place
    while opening < bytes.count, bytes[opening] == 32 { opening += 1 }
    if opening < bytes.count, bytes[opening] == UInt8(ascii: "\""), let text = quoted(opening) {
      return text
    }
    let start = place
    while place < bytes.count, bytes[place] != delimiter, bytes[place] != 10, bytes[place] != 13 {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// A cell in quotes, nil (and nothing read) if they are never closed.
  private mutating func quoted(_ opening: Int) -> String? {
    // After one quote that swallowed the rest of the file, cells end with their line; without
    // this a file full of such quotes would take time in the square of its size. And so they do
    // after a quote in their midst: the first was likely a character, and the next one that
    // closes a cell may stand rows below.
    var maySpanLines = !isRunaway
    var text: [UInt8] = []
    var index = opening + 1
    var lines = 0
    var run = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        text += bytes[run..<index]
        if index + 1 < bytes.count, bytes[index + 1] == byte {
          run = index + 1
          index += 2
          continue
        }
        if let end = endOfCell(index + 1) {
          place = end
          line += lines
          return String(decoding: text, as: UTF8.self)
        }
        run = index
        maySpanLines = false
      } else if byte == 10 || (byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)) {
        if !maySpanLines { break }
        lines += 1
      }
      index += 1
    }
    if index >= bytes.count { isRunaway = true }
    unclosedQuotes.append(line)
    return nil
  }

  /// Where a cell ends whose quote was just closed, nil if more text follows.
  private func endOfCell(_ start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] == 32 { index += 1 }
    guard index < bytes.count else { return index }
    let byte = bytes[index]
    return byte == delimiter || byte == 10 || byte == 13 ? index : nil
  }

  private mutating func skipLineEnd() {
    guard place < bytes.count else { return }
    if bytes[place] == 13, place + 1 < bytes.count, bytes[place + 1] == 10 { place += 1 }
    place += 1
    line += 1
  }

  /// The delimiter that a line such as `sep=;` names.
  ///
  /// Excel writes and obeys it.
  private static func directive(_ line: ArraySlice<UInt8>) -> UInt8? {
    let bare = line.filter { $0 != UInt8(ascii: "\"") }
    guard bare.count == 5, bare.prefix(4).map(\.lowercased) == Array("sep=".utf8) else {
      return nil
    }
    return bare.last
  }

  /// The mark that stands most often in the first row that holds anything, outside quotes.
  private static func mostFrequent(in bytes: [UInt8]) -> UInt8 {
    let marks = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13, counts.contains(where: { $0 > 0 }) { break }
      if let index = marks.firstIndex(of: byte) { counts[index] += 1 }
    }
    var best = 2
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return marks[best]
  }
}
