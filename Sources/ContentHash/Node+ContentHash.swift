public import JSONTree

extension Node {
  /// A name for the content: equal trees have equal hashes, priorities included.
  ///
  /// Base64 of a SHA-1, 28 characters; empty for nothing. Numbers are hashed as doubles, so that
  /// neighbours beyond 2^53 share a hash. Costs a pass over the tree. Firebase: the hash that a
  /// transaction is sent with, children in default order (its iOS library takes them in key order
  /// where each has a priority, unlike the others).
  public var contentHash: String {
    String(decoding: hashBytes, as: UTF8.self)
  }

  /// The hash as ASCII.
  private var hashBytes: [UInt8] {
    var text: [UInt8] = []
    switch self {
    case .empty: return []
    case .leaf(let scalar, let priority):
      Node.append(priority, to: &text)
      Node.append(scalar, to: &text)
    case .branch(let children, let priority):
      if isEmpty { return [] }
      Node.append(priority, to: &text)
      for (key, child) in Node.inDefaultOrder(children) {
        text.append(colon)
        text.append(contentsOf: key.name.utf8)
        text.append(colon)
        text.append(contentsOf: child.hashBytes)
      }
    }
    return SHA1.base64(of: text)
  }

  /// By priority, then by key; without priorities that is the order in which they are kept.
  private static func inDefaultOrder(_ children: Children) -> [(key: Key, node: Node)] {
    let pairs = children.map { (key: $0.key, node: $0.node) }
    guard pairs.contains(where: { $0.node.priority != nil }) else { return pairs }
    return Query(.root).select(from: Node(children)).map { (key: $0.key, node: $0.node) }
  }

  private static func append(_ priority: Scalar?, to text: inout [UInt8]) {
    guard let priority else { return }
    text.append(contentsOf: "priority:".utf8)
    append(priority, to: &text)
    text.append(colon)
  }

  private static func append(_ scalar: Scalar, to text: inout [UInt8]) {
    switch scalar {
    case .bool(let value): text.append(contentsOf: (value ? "boolean:true" : "boolean:false").utf8)
    case .integer(let value): append(Double(value), to: &text)
    case .double(let value): append(value, to: &text)
    case .string(let value):
      text.append(contentsOf: "string:".utf8)
      text.append(contentsOf: value.utf8)
    }
  }

  private static func append(_ number: Double, to text: inout [UInt8]) {
    text.append(contentsOf: "number:".utf8)
    // The two zeros are one value.
    let bits = number == 0 ? 0 : number.bitPattern
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      text.append(hexDigits[Int(bits >> shift & 0xF)])
    }
  }
}

private let colon = UInt8(ascii: ":")
private let hexDigits = Array("0123456789abcdef".utf8)
