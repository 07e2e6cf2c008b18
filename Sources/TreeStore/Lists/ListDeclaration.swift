package import JSONTree

/// An ordered list of a location's children, kept exact in every commit.
///
/// Firebase: `.indexOn`. A query in that order is then answered from the list, a total of the
/// location costs one row, and with `sum` so does the sum of a number below each child. Declaring a
/// list twice changes nothing.
package struct ListDeclaration: Hashable, Sendable {
  /// The location whose children are listed.
  package var path: Path
  /// The order; `.key` makes totals and ranks by key cheap, rows are in that order anyway.
  package var ordering: Ordering
  /// A number below each child, summed over all children; nil for none.
  package var sum: Path?

  package init(_ path: Path, by ordering: Ordering, sum: Path? = nil) {
    self.path = path
    self.ordering = ordering
    self.sum = sum
  }
}

/// A list of the words in some texts of a location's children, for searching as one types.
package struct TextDeclaration: Hashable, Sendable {
  /// The location whose children are searched.
  package var path: Path
  /// The texts below each child whose words are listed.
  package var children: [Path]

  package init(_ path: Path, children: [Path]) {
    self.path = path
    self.children = children
  }
}

extension Ordering {
  /// The order as the file names it: `value`, `child/author`.
  var stored: String {
    switch self {
    case .key: "key"
    case .value: "value"
    case .priority: "priority"
    case .child(let path): "child\(path)"
    case .folded(let path): "folded\(path)"
    }
  }

  /// Reads an order as the file names it; nil when it is none.
  init?(stored text: String) {
    func path(after name: String) -> Path? {
      guard text.hasPrefix(name + "/") else { return nil }
      return try? Path(String(text.dropFirst(name.count)))
    }
    switch text {
    case "key": self = .key
    case "value": self = .value
    case "priority": self = .priority
    default:
      if let path = path(after: "child") {
        self = .child(path)
      } else if let path = path(after: "folded") {
        self = .folded(path)
      } else {
        return nil
      }
    }
  }
}
