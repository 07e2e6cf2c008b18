/// Where hyphens stand in an ISBN: the International ISBN Agency's range message.
enum ISBNRanges {
  /// The numbers of one registration group.
  struct GroupEntry: Sendable {
    /// The group with its agency's name.
    let group: RegistrationGroup

    /// Digits of the group after 978 or 979.
    let length: Int

    /// First and last of the ten-digit numbers (978 or 979 as 0 or 1, then nine digits).
    let bounds: ClosedRange<Int64>

    /// The publishers' ranges within the group, ascending.
    let publishers: [PublisherRange]
  }

  /// Publishers whose numbers have the same length.
  struct PublisherRange: Sendable {
    let bounds: ClosedRange<Int64>
    let length: Int
  }

  /// All groups, ascending and not overlapping.
  static let groups: [GroupEntry] = parse(
    message.withUTF8Buffer { String(decoding: $0, as: UTF8.self) })

  /// The group of an ISBN, nil while it has not been assigned.
  ///
  /// Logarithmic in the groups.
  static func group(of isbn: ISBN) -> GroupEntry? {
    let place = place(of: isbn)
    return find(place, in: groups, bounds: \.bounds)
  }

  /// The lengths of group and publisher, nil where either is not defined.
  static func lengths(of isbn: ISBN) -> (group: Int, publisher: Int)? {
    guard let entry = group(of: isbn) else { return nil }
    guard let range = find(place(of: isbn), in: entry.publishers, bounds: \.bounds) else {
      return nil
    }
    return (entry.length, range.length)
  }

  private static func place(of isbn: ISBN) -> Int64 {
    (isbn.number - 9_780_000_000_000) / 10
  }

  private static func find<Entry>(
    _ place: Int64, in entries: [Entry], bounds: (Entry) -> ClosedRange<Int64>
  ) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let range = bounds(entries[middle])
      if place < range.lowerBound {
        high = middle
      } else if place > range.upperBound {
        low = middle + 1
      } else {
        return entries[middle]
      }
    }
    return nil
  }

  private static func parse(_ message: String) -> [GroupEntry] {
    var groups: [GroupEntry] = []
    var head: (group: RegistrationGroup, digits: Substring)?
    var publishers: [PublisherRange] = []
    func close() {
      guard let head, let bounds = bounds(of: head.digits, head.digits) else { return }
      groups.append(
        GroupEntry(
          group: head.group, length: head.digits.count - 1, bounds: bounds,
          publishers: publishers))
    }
    for line in message.split(separator: "\n") {
      if line.first == " ", let digits = head?.digits {
        for range in line.split(separator: " ") {
          let ends = range.split(separator: "-")
          guard let first = ends.first, let last = ends.last else { continue }
          guard let bounds = bounds(of: digits + first, digits + last) else { continue }
          publishers.append(PublisherRange(bounds: bounds, length: first.count))
        }
      } else if let space = line.firstIndex(of: " ") {
        close()
        let prefix = line[..<space]
        let name = String(line[line.index(after: space)...])
        let digits = (prefix.hasPrefix("979") ? "1" : "0") + prefix.dropFirst(4)
        head = (RegistrationGroup(prefix: String(prefix), name: name), digits[...])
        publishers = []
      }
    }
    close()
    return groups
  }

  /// The ten-digit numbers between two beginnings.
  private static func bounds(of first: Substring, _ last: Substring) -> ClosedRange<Int64>? {
    let zeros = String(repeating: "0", count: max(0, 10 - first.count))
    let nines = String(repeating: "9", count: max(0, 10 - last.count))
    guard let low = Int64(first + zeros), let high = Int64(last + nines), low <= high else {
      return nil
    }
    return low...high
  }
}
