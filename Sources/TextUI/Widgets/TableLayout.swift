/// Which columns of a table are shown in a width, where, and how wide.
struct TableLayout: Equatable {
  struct Place: Equatable {
    /// The column's index in the table.
    var column: Int
    var x: Int
    var width: Int
  }

  /// Between two columns.
  static let gap = 2
  /// Before the first column: the mark and a space.
  static let margin = 2

  private(set) var places: [Place] = []

  /// Drops the columns that do not fit, lowest priority first, and shares out what is left.
  init(_ columns: [TableColumn], width: Int) {
    let room = width - Self.margin
    var shown = Array(columns.indices)
    while shown.count > 1, Self.width(of: shown.map { columns[$0].minimum }) > room,
      let victim = shown.min(by: { (columns[$0].priority, $1) < (columns[$1].priority, $0) })
    {
      shown.removeAll { $0 == victim }
    }
    guard room > 0, !shown.isEmpty else { return }
    var widths = shown.map { min(columns[$0].minimum, room) }
    var rest = room - Self.width(of: widths)
    let dearest = shown.indices.sorted {
      (columns[shown[$1]].priority, $0) < (columns[shown[$0]].priority, $1)
    }
    for index in dearest {
      let more = min(rest, max(0, columns[shown[index]].ideal - widths[index]))
      widths[index] += more
      rest -= more
    }
    let flexible = shown.indices.filter { columns[shown[$0]].isFlexible }
    for (turn, index) in flexible.enumerated() {
      let share = rest / (flexible.count - turn)
      widths[index] += share
      rest -= share
    }
    var x = Self.margin
    for (index, width) in zip(shown, widths) {
      places.append(Place(column: index, x: x, width: width))
      x += width + Self.gap
    }
  }

  private static func width(of widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }
}
