/// Writes a JSON document of any length, in export form, part by part.
///
/// Whoever uses it opens and closes parents; it puts the commas, and gives the text away whenever
/// enough has come together. Characters are escaped as by `JSONWriter`.
package struct JSONStreamWriter {
  /// Takes the next bytes of the document.
  package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// How much text comes together before it is given away.
  private static let chunkBytes = 256 * 1024

  private let writer: JSONWriter
  private let sink: Sink
  private var bytes: [UInt8] = []
  /// For each open parent, whether nothing stands in it yet.
  private var isFirst: [Bool] = []
  /// Bytes that have been given away.
  package private(set) var written: Int64 = 0

  /// Creates a writer.
  package init(isPretty: Bool = false, to sink: @escaping Sink) {
    writer = JSONWriter(form: .export, isPretty: isPretty)
    self.sink = sink
    bytes.reserveCapacity(JSONStreamWriter.chunkBytes + 4096)
  }

  /// Begins a parent: the document's root without a name, any other by its key.
  package mutating func open(_ name: String? = nil) throws {
    if let name { appendName(name) }
    bytes.append(0x7B)
    isFirst.append(true)
  }

  /// Ends the innermost parent.
  package mutating func close() throws {
    let isEmpty = isFirst.removeLast()
    writer.close(0x7D, to: &bytes, level: isEmpty ? 0 : isFirst.count)
    try giveAway()
  }

  /// Writes a whole node: the document's root without a name, any other by its key.
  package mutating func write(_ node: Node, _ name: String? = nil) throws {
    if let name { appendName(name) }
    writer.append(node, to: &bytes, level: isFirst.count)
    try giveAway()
  }

  /// Writes the priority of the innermost parent.
  package mutating func write(priority: Scalar) throws {
    try write(.leaf(priority), ".priority")
  }

  /// Ends the document with a line feed.
  package mutating func finish() throws {
    bytes.append(0x0A)
    try giveAway(all: true)
  }

  private mutating func appendName(_ name: String) {
    if isFirst.last == false { bytes.append(0x2C) }
    if !isFirst.isEmpty { isFirst[isFirst.count - 1] = false }
    writer.appendName(name, to: &bytes, level: isFirst.count)
  }

  private mutating func giveAway(all: Bool = false) throws {
    guard all || bytes.count >= JSONStreamWriter.chunkBytes else { return }
    try bytes.withUnsafeBytes { try sink($0) }
    written += Int64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }
}
