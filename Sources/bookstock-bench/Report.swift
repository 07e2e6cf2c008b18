import Glibc
import JSONTree

/// Prints measures as they come: lines of a table, or JSON lines.
struct Report {
  let isJSON: Bool

  /// Prints the table's head and where it is measured.
  func begin(_ options: Options, in folder: TemporaryFolder) {
    if isJSON { return }
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var load = 0.0
    getloadavg(&load, 1)
    print(
      "\(Double(options.books).grouped) books, \(cores) cores, load \(load.fixed(1)), "
        + "in \(folder.kind)")
    if load > Double(cores) {
      print("Others keep the cores busy: rows that wait for the disk measure the scheduler.")
    }
    print("")
    line("row", "ours", "p99", "peer", "p99", "ratio", "target", "met")
    flush()
  }

  /// Prints a measure.
  func add(_ measure: Measure) {
    isJSON ? print(JSONWriter().text(document(of: measure))) : addLine(measure)
    flush()
  }

  private func addLine(_ measure: Measure) {
    guard let ours = measure.ours else {
      print("\(measure.name.padded(to: Report.widths[0]))  \(measure.note ?? "not measured")")
      return
    }
    func text(_ value: Double?) -> String { value.map(measure.unit.text) ?? "" }
    line(
      measure.name, text(ours.median), text(ours.p99), text(measure.peer?.median),
      text(measure.peer?.p99), measure.ratio?.fixed(2) ?? "",
      measure.targets.map { $0.text(in: measure.unit) }.joined(separator: ", "),
      measure.isMet.map { $0 ? "yes" : "no" } ?? "",
      (ours.rounds.count == 1 ? "1 round" : "\(ours.rounds.count) rounds")
        + (measure.note.map { "; \($0)" } ?? ""))
  }

  /// Columns of the row's name, of the four figures, of the ratio, the target and the verdict.
  private static let widths = [22, 11, 10, 11, 10, 6, 28, 4]

  private func line(_ cells: String...) {
    var text = ""
    for (index, cell) in cells.enumerated() {
      if index >= Report.widths.count {
        text += cell
        continue
      }
      let width = Report.widths[index]
      let isWord = index == 0 || index >= 6
      text += (isWord ? cell.padded(to: width) : cell.aligned(to: width)) + "  "
    }
    while text.last == " " { text.removeLast() }
    print(text)
  }

  private func document(of measure: Measure) -> Node {
    func number(_ value: Double?) -> Node {
      guard let value, value.isFinite else { return .empty }
      return .leaf(.double(value))
    }
    func side(_ series: Series?) -> Node {
      guard let series else { return .empty }
      return Node([("median", number(series.median)), ("p99", number(series.p99))])
    }
    let targets = measure.targets.map { Node.leaf(.string($0.text(in: measure.unit))) }
    return Node([
      ("row", .leaf(.string(measure.name))),
      ("unit", .leaf(.string(measure.unit.rawValue))),
      ("ours", side(measure.ours)), ("peer", side(measure.peer)),
      ("ratio", number(measure.ratio)), ("targets", Node(list: targets)),
      ("met", measure.isMet.map { .leaf(.bool($0)) } ?? .empty),
      ("rounds", measure.ours.map { .leaf(.integer(Int64($0.rounds.count))) } ?? .empty),
      ("note", measure.note.map { .leaf(.string($0)) } ?? .empty),
    ])
  }

  private func flush() {
    fflush(nil)
  }
}
