import JSONTree
import RealtimeDatabase

/// What observers are told of a step, by comparing the whole answers before and after it.
enum NaiveEvents {
  /// The lines of a newcomer: every child added, then the value.
  static func initial(_ query: NaiveQuery, in root: NaiveTree) -> [String] {
    var previous: String?
    var lines: [String] = []
    for child in query.children(of: root) {
      lines.append(line("added", child, after: previous))
      previous = child.key
    }
    return lines + [value(query, in: root)]
  }

  /// The lines of a step; none when what the query gives is the same.
  static func step(_ query: NaiveQuery, from old: NaiveTree, to new: NaiveTree) -> [String] {
    guard query.value(in: old) != query.value(in: new) else { return [] }
    let (before, after) = (query.children(of: old), query.children(of: new))
    let oldByKey = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
    let newKeys = Set(after.map(\.key))
    var lines = before.filter { !newKeys.contains($0.key) }.map { "removed \($0.key) = \($0.tree)" }
    var (added, moved, changed): ([String], [String], [String]) = ([], [], [])
    var previous: String?
    for child in after {
      if let old = oldByKey[child.key] {
        if query.index(of: old) != query.index(of: child) {
          moved.append(line("moved", child, after: previous))
        }
        if old.tree != child.tree { changed.append(line("changed", child, after: previous)) }
      } else {
        added.append(line("added", child, after: previous))
      }
      previous = child.key
    }
    lines += added + moved + changed
    return lines + [value(query, in: new)]
  }

  private static func line(
    _ word: String, _ child: NaiveQuery.Child, after previous: String?
  ) -> String {
    "\(word) \(child.key) after \(previous ?? "-") = \(child.tree)"
  }

  private static func value(_ query: NaiveQuery, in root: NaiveTree) -> String {
    "value \(query.value(in: root))"
  }

  /// The line of an event as the product reports it.
  static func line(
    _ type: DataEventType, _ snapshot: DataSnapshot, _ previous: String?
  ) -> String {
    let tree = NaiveTree(snapshot.node)
    switch type {
    case .value: return "value \(tree)"
    case .childRemoved: return "removed \(snapshot.key) = \(tree)"
    case .childAdded: return "added \(snapshot.key) after \(previous ?? "-") = \(tree)"
    case .childMoved: return "moved \(snapshot.key) after \(previous ?? "-") = \(tree)"
    case .childChanged: return "changed \(snapshot.key) after \(previous ?? "-") = \(tree)"
    }
  }
}
