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
    var buffer = JSONBuffer()
    write(node, to: &buffer, level: 0)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// The tree as a text in UTF-8.
  public func bytes(_ node: Node) -> [UInt8] {
    var buffer = JSONBuffer()
    write(node, to: &buffer, level: 0)
    return Array(buffer.bytes)
  }

  /// Appends the tree as a text in UTF-8; `level` levels of indentation are around it.
  public func append(_ node: Node, to bytes: inout [UInt8], level: Int = 0) {
    var buffer = JSONBuffer()
    write(node, to: &buffer, level: level)
    bytes.append(contentsOf: buffer.bytes)
  }
}

// MARK: - Nodes

extension JSONWriter {
  private func write(_ node: Node, to buffer: inout JSONBuffer, level: Int) {
    switch node {
    case .empty: buffer.append("null")
    case .leaf(let scalar, let priority):
      guard form == .export, let priority else { return write(scalar, to: &buffer) }
      buffer.append(0x7B)
      writeName(".value", to: &buffer, level: level + 1)
      write(scalar, to: &buffer)
      buffer.append(0x2C)
      writeName(".priority", to: &buffer, level: level + 1)
      write(priority, to: &buffer)
      close(0x7D, to: &buffer, level: level)
    case .branch(let children, let priority):
      if children.isEmpty {
        buffer.append("null")
      } else if form == .plain, let list = node.list {
        write(list, to: &buffer, level: level)
      } else {
        write(children, form == .export ? priority : nil, to: &buffer, level: level)
      }
    }
  }

  private func write(
    _ children: Children, _ priority: Scalar?, to buffer: inout JSONBuffer, level: Int
  ) {
    buffer.append(0x7B)
    switch children.storage {
    case .small(let chunk): write(chunk, to: &buffer, level: level)
    case .large(let pieces):
      for (index, chunk) in pieces.chunks.enumerated() {
        if index > 0 { buffer.append(0x2C) }
        write(chunk, to: &buffer, level: level)
      }
    }
    if let priority {
      buffer.append(0x2C)
      writeName(".priority", to: &buffer, level: level + 1)
      write(priority, to: &buffer)
    }
    close(0x7D, to: &buffer, level: level)
  }

  private func write(_ chunk: ChildChunk, to buffer: inout JSONBuffer, level: Int) {
    for index in chunk.nodes.indices {
      if index > 0 { buffer.append(0x2C) }
      writeName(chunk.keys[index].name, to: &buffer, level: level + 1)
      write(chunk.nodes[index], to: &buffer, level: level + 1)
    }
  }

  private func write(_ list: [Node], to buffer: inout JSONBuffer, level: Int) {
    buffer.append(0x5B)
    for (index, node) in list.enumerated() {
      if index > 0 { buffer.append(0x2C) }
      newLine(in: &buffer, level: level + 1)
      write(node, to: &buffer, level: level + 1)
    }
    close(0x5D, to: &buffer, level: level)
  }

  private func writeName(_ name: String, to buffer: inout JSONBuffer, level: Int) {
    newLine(in: &buffer, level: level)
    JSONWriter.write(quoted: name, to: &buffer)
    buffer.append(0x3A)
    if isPretty { buffer.append(0x20) }
  }

  private func close(_ bracket: UInt8, to buffer: inout JSONBuffer, level: Int) {
    newLine(in: &buffer, level: level)
    buffer.append(bracket)
  }

  @inline(__always)
  private func newLine(in buffer: inout JSONBuffer, level: Int) {
    guard isPretty else { return }
    buffer.append(0x0A)
    for _ in 0..<(2 * level) { buffer.append(0x20) }
  }

  private func write(_ scalar: Scalar, to buffer: inout JSONBuffer) {
    switch scalar {
    case .bool(let value): buffer.append(value ? "true" : "false")
    case .integer(let value): buffer.append(integer: value)
    case .string(let text): JSONWriter.write(quoted: text, to: &buffer)
    case .double(let value):
      if let integer = Int64(exactly: value) {
        buffer.append(integer: integer)
      } else if value.isFinite {
        OrderText.bytes(of: value.description) { buffer.append($0) }
      } else {
        // No tree holds it; JSON has no word for it.
        buffer.append("null")
      }
    }
  }
}

// MARK: - Parts

extension JSONWriter {
  /// Appends the name of a child and what stands before its value.
  func appendName(_ name: String, to bytes: inout [UInt8], level: Int) {
    var buffer = JSONBuffer(capacity: 128)
    writeName(name, to: &buffer, level: level)
    bytes.append(contentsOf: buffer.bytes)
  }

  /// Appends the bracket that ends a parent.
  func close(_ bracket: UInt8, to bytes: inout [UInt8], level: Int) {
    var buffer = JSONBuffer(capacity: 128)
    close(bracket, to: &buffer, level: level)
    bytes.append(contentsOf: buffer.bytes)
  }
}
