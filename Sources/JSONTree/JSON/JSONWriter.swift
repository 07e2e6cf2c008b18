/// Writes trees as JSON text.
///
/// Children stand in key order. Characters that could harm a terminal (C0, DEL, C1, line and
/// paragraph separators, bidirectional controls) are escaped.
public struct JSONWriter: Sendable, Hashable {
  /// What the text keeps of a tree.
  public enum Form: Sendable, Hashable {
    /// Values only, lists where the array rule makes them.
    ///
    /// Firebase: `value`.
    case plain
    /// Everything, with `.value` and `.priority`, never lists.
    ///
    /// Firebase: `format=export`.
    case export
  }

  /// What the text keeps.
  public var form: Form
  /// Whether it is laid out in lines, two spaces a level.
  public var isPretty: Bool

  /// Creates a writer; by default plain and on one line.
  public init(form: Form = .plain, isPretty: Bool = false) {
    self.form = form
    self.isPretty = isPretty
  }

  /// The tree as a text.
  public func text(_ node: Node) -> String {
    String(decoding: bytes(node), as: UTF8.self)
  }

  /// The tree as a text in UTF-8.
  public func bytes(_ node: Node) -> [UInt8] {
    var bytes: [UInt8] = []
    append(node, to: &bytes)
    return bytes
  }

  /// Appends the tree as a text in UTF-8; `level` levels of indentation are around it.
  public func append(_ node: Node, to bytes: inout [UInt8], level: Int = 0) {
    switch node {
    case .empty: append(word: "null", to: &bytes)
    case .leaf(let scalar, let priority):
      guard form == .export, let priority else { return append(scalar, to: &bytes) }
      bytes.append(0x7B)
      appendName(".value", to: &bytes, level: level + 1)
      append(scalar, to: &bytes)
      bytes.append(0x2C)
      appendName(".priority", to: &bytes, level: level + 1)
      append(priority, to: &bytes)
      close(0x7D, to: &bytes, level: level)
    case .branch(let children, let priority):
      if node.isEmpty {
        append(word: "null", to: &bytes)
      } else if form == .plain, let list = node.list {
        append(list, to: &bytes, level: level)
      } else {
        append(children, form == .export ? priority : nil, to: &bytes, level: level)
      }
    }
  }

  private func append(
    _ children: Children, _ priority: Scalar?, to bytes: inout [UInt8], level: Int
  ) {
    bytes.append(0x7B)
    var isFirst = true
    for (key, child) in children {
      if !isFirst { bytes.append(0x2C) }
      isFirst = false
      appendName(key.name, to: &bytes, level: level + 1)
      append(child, to: &bytes, level: level + 1)
    }
    if let priority {
      bytes.append(0x2C)
      appendName(".priority", to: &bytes, level: level + 1)
      append(priority, to: &bytes)
    }
    close(0x7D, to: &bytes, level: level)
  }

  private func append(_ list: [Node], to bytes: inout [UInt8], level: Int) {
    bytes.append(0x5B)
    for (index, node) in list.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      newLine(in: &bytes, level: level + 1)
      append(node, to: &bytes, level: level + 1)
    }
    close(0x5D, to: &bytes, level: level)
  }

  func appendName(_ name: String, to bytes: inout [UInt8], level: Int) {
    newLine(in: &bytes, level: level)
    JSONWriter.append(quoted: name, to: &bytes)
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
  }

  func close(_ bracket: UInt8, to bytes: inout [UInt8], level: Int) {
    newLine(in: &bytes, level: level)
    bytes.append(bracket)
  }

  private func newLine(in bytes: inout [UInt8], level: Int) {
    guard isPretty else { return }
    bytes.append(0x0A)
    for _ in 0..<level {
      bytes.append(0x20)
      bytes.append(0x20)
    }
  }

  private func append(word: StaticString, to bytes: inout [UInt8]) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private func append(_ scalar: Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case .bool(let value): append(word: value ? "true" : "false", to: &bytes)
    case .integer(let value): JSONWriter.append(integer: value, to: &bytes)
    case .string(let text): JSONWriter.append(quoted: text, to: &bytes)
    case .double(let value):
      if let integer = Int64(exactly: value) {
        JSONWriter.append(integer: integer, to: &bytes)
      } else if value.isFinite {
        bytes.append(contentsOf: value.description.utf8)
      } else {
        // No tree holds it; JSON has no word for it.
        append(word: "null", to: &bytes)
      }
    }
  }
}
