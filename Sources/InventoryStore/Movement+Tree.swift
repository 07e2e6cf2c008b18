package import Inventory
package import JSONTree

extension Movement {
  /// Reads a movement; nil when the node is none (no key, no change).
  package init?(id: Key, node: Node) {
    guard let text = node[Field.isbn].text, let key = StockKey(text),
      let change = node[Field.change].integer
    else { return nil }
    self.init(
      id: id.name, key: key, change: Int(change), old: Int(node[Field.old].integer ?? 0),
      new: Int(node[Field.new].integer ?? 0),
      reason: Reason(rawValue: node[Field.reason].string ?? "") ?? .correction,
      desk: node[Field.desk].string ?? "", user: node[Field.user].string ?? "",
      at: node[Field.at].integer ?? 0)
    note = node[Field.note].string
    undoes = node[Field.undoes].string
    session = node[Field.session].string
  }
}

/// A movement about to be written: old and new count are filled in under the writer's lock.
struct MovementDraft {
  let key: StockKey
  let change: Int
  let reason: Reason
  let desk: Desk
  var note: String?
  var undoes: String?
  var session: String?

  /// The movement as a write carries it.
  ///
  /// `counts` are those before and after, where the caller guards them; otherwise the store reads
  /// them from the book's count at the moment of the commit.
  func draft(counts: (old: Int, new: Int)? = nil) -> Draft {
    let place = Places.count(key)
    var children: [Key: Draft] = [
      Field.isbn: .text(key.text), Field.change: .node(Node(change)),
      Field.reason: .text(reason.rawValue), Field.desk: .text(desk.name),
      Field.user: .text(desk.user), Field.at: .server(.timestamp),
      Field.old: counts.map { .node(Node($0.old)) }
        ?? .server(.number(at: place, plus: .integer(0))),
      Field.new: counts.map { .node(Node($0.new)) }
        ?? .server(.number(at: place, plus: .integer(Int64(change)))),
    ]
    if let note, !note.isEmpty { children[Field.note] = .text(note) }
    if let undoes { children[Field.undoes] = .text(undoes) }
    if let session { children[Field.session] = .text(session) }
    return .branch(children)
  }
}

extension Draft {
  static func text(_ text: String) -> Draft { .node(.leaf(.string(text))) }
  static func number(_ number: Int64) -> Draft { .node(.leaf(.integer(number))) }
}
