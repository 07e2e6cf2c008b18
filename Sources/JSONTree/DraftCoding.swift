/// A step of a write as bytes, server values unresolved: what the store keeps of writes to be made
/// later.
///
/// Exact: a step that was read is the step that was written. One head byte a part. Drafts: `00` a
/// tree without server values, `01` a value and its priority, `02` a server value and its priority,
/// `03` a priority and children (their number, then each key and draft, in key order). Priorities:
/// `00` none, `01` a value, `02` a server value. Server values: `00` the time, `01` an increment,
/// `02` a path (its number of keys, then each) and what is added. A step is a draft, or `04` and a
/// priority. Trees, values and keys have their length before them; trees and values are in the
/// records' own coding. Numbers are LEB128.
package enum DraftCoding {
  static let node: UInt8 = 0x00
  static let leaf: UInt8 = 0x01
  static let server: UInt8 = 0x02
  static let branch: UInt8 = 0x03
  static let priorityStep: UInt8 = 0x04

  static let absent: UInt8 = 0x00
  static let scalar: UInt8 = 0x01
  static let serverPriority: UInt8 = 0x02

  static let timestamp: UInt8 = 0x00
  static let increment: UInt8 = 0x01
  static let number: UInt8 = 0x02

  /// The bytes of a step without its place.
  package static func encode(_ step: Write.Step) -> [UInt8] {
    var bytes: [UInt8] = []
    switch step {
    case .set(_, let draft): append(draft, to: &bytes)
    case .priority(_, let priority):
      bytes.append(priorityStep)
      append(priority, to: &bytes)
    }
    return bytes
  }

  /// The step of bytes at a place; all of them must belong to it.
  package static func decode(
    _ bytes: [UInt8], at path: Path
  ) throws(TreeSyntaxError) -> Write.Step {
    var cursor = DraftCursor(bytes)
    let step: Write.Step
    if bytes.first == priorityStep {
      _ = try cursor.byte()
      step = .priority(path, try cursor.priority())
    } else {
      step = .set(path, try cursor.draft(levels: Limits.depth))
    }
    guard cursor.isAtEnd else { throw DraftCursor.corrupt }
    return step
  }

  private static func append(_ draft: Draft, to bytes: inout [UInt8]) {
    switch draft {
    case .node(let tree):
      bytes.append(node)
      append(counted: NodeCoding.encode(tree), to: &bytes)
    case .leaf(let value, let priority):
      bytes.append(leaf)
      append(value, to: &bytes)
      append(priority, to: &bytes)
    case .server(let value, let priority):
      bytes.append(server)
      append(value, to: &bytes)
      append(priority, to: &bytes)
    case .branch(let children, let priority):
      bytes.append(branch)
      append(priority, to: &bytes)
      append(children.count, to: &bytes)
      for (key, child) in children.sorted(by: { $0.key < $1.key }) {
        append(key, to: &bytes)
        append(child, to: &bytes)
      }
    }
  }

  private static func append(_ priority: PriorityDraft, to bytes: inout [UInt8]) {
    switch priority {
    case .absent: bytes.append(absent)
    case .scalar(let value):
      bytes.append(scalar)
      append(value, to: &bytes)
    case .server(let value):
      bytes.append(serverPriority)
      append(value, to: &bytes)
    }
  }

  private static func append(_ value: ServerValue, to bytes: inout [UInt8]) {
    switch value {
    case .timestamp: bytes.append(timestamp)
    case .increment(let amount):
      bytes.append(increment)
      append(amount, to: &bytes)
    case .number(let path, let amount):
      bytes.append(number)
      append(path.keys.count, to: &bytes)
      for key in path.keys { append(key, to: &bytes) }
      append(amount, to: &bytes)
    }
  }

  private static func append(_ value: Scalar, to bytes: inout [UInt8]) {
    append(counted: NodeCoding.encode(.leaf(value)), to: &bytes)
  }

  private static func append(_ key: Key, to bytes: inout [UInt8]) {
    append(counted: Array(key.name.utf8), to: &bytes)
  }

  private static func append(counted part: [UInt8], to bytes: inout [UInt8]) {
    append(part.count, to: &bytes)
    bytes.append(contentsOf: part)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var number = number
    while number >= 0x80 {
      bytes.append(UInt8(number & 0x7F) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(number))
  }
}
