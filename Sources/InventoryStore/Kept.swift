import Inventory
import JSONTree

/// What an act replaced in one book, so that undo can put it back.
struct Kept {
  /// The names of the replaced fields; nil when the whole record was replaced.
  let fields: [Key]?
  /// The replaced fields, or the whole record; empty when there was no book.
  let before: Node
  /// The movement of the act for this book.
  var movement: String?

  init(fields: [Key], of record: Node) {
    self.fields = fields
    before = Node(fields.compactMap { record[$0].isEmpty ? nil : ($0, record[$0]) })
  }

  init(whole record: Node) {
    fields = nil
    before = record
  }

  init?(node: Node) {
    if node.isEmpty { return nil }
    before = node[Field.before]
    fields = node[Field.fields].string.map { names in
      names.split(separator: "/").compactMap { try? Key(String($0)) }
    }
    movement = node[Field.movement].string
  }

  var node: Node {
    var children: [(Key, Node)] = [(Field.before, before)]
    if let fields {
      let names = fields.map(\.name).joined(separator: "/")
      children.append((Field.fields, .leaf(.string(names))))
    }
    if let movement {
      children.append((Field.movement, .leaf(.string(movement))))
    }
    return Node(children)
  }
}
