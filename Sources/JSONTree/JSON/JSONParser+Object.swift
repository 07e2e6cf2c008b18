extension JSONParser {
  /// Reads an object in export form.
  mutating func object(level: Int) throws(TreeSyntaxError) -> Draft {
    let start = position
    position += 1
    var parts = JSONObjectParts(capacity: likelyCount)
    try list(until: 0x7D) { (parser: inout JSONParser) throws(TreeSyntaxError) in
      try parser.member(of: &parts, level: level)
    }
    likelyCount = min(parts.count, JSONParser.mostLikelyCount)
    if let server = parts.server {
      if parts.hasChildren || parts.value != nil {
        throw fault("Nothing but .priority may stand beside .sv", .badValue, at: start)
      }
      return .server(server, priority: parts.priority)
    }
    guard let value = parts.value else { return parts.draft(cache) }
    if parts.hasChildren {
      throw fault("No children may stand beside .value", .badValue, at: start)
    }
    return JSONParser.leaf(value, parts.priority)
  }

  private static func leaf(_ value: Draft, _ priority: PriorityDraft) -> Draft {
    switch (value, priority) {
    case (.node(let node), .absent): .node(node)
    case (.node(let node), .scalar(let priority)): .node(node.settingPriority(priority))
    case (.node(.leaf(let scalar, _)), .server): .leaf(scalar, priority: priority)
    case (.server(let server, _), _): .server(server, priority: priority)
    case (.node, .server), (.leaf, _), (.branch, _): value
    }
  }

  private mutating func member(
    of parts: inout JSONObjectParts, level: Int
  ) throws(TreeSyntaxError) {
    let start = position
    let string = try string()
    if string.mayBeSpecial(in: bytes) {
      let name = try text(string)
      if name.utf8.first == 0x2E {
        return try special(name, of: &parts, at: start)
      }
    }
    let key = try key(string, at: start)
    try checkLevel(level + 1, at: start)
    try colon()
    skipSpace()
    // Most values have no children; they need not become drafts first.
    if peek != 0x7B, peek != 0x5B {
      parts.add(key, try scalar().map { .leaf($0) } ?? .empty)
    } else {
      parts.add(key, try value(level: level + 1))
    }
  }

  /// Reads what stands at a name that begins with a dot.
  private mutating func special(
    _ name: String, of parts: inout JSONObjectParts, at start: Int
  ) throws(TreeSyntaxError) {
    try colon()
    switch name {
    case ".value": parts.value = try plainOrServer()
    case ".sv": parts.server = try serverValue()
    case ".priority": parts.priority = try priority()
    default: throw fault("A key must not hold '.'", .badKey, at: start)
    }
  }

  private mutating func priority() throws(TreeSyntaxError) -> PriorityDraft {
    let start = position
    switch try plainOrServer().asPriority {
    case .none: throw fault("A priority is a number or a text", .badPriority, at: start)
    case .some(.scalar(.bool)):
      throw fault("A priority is a number or a text", .badPriority, at: start)
    case .some(let priority): return priority
    }
  }

  /// Reads a value without children, null, or `{".sv": …}`; nothing nests.
  private mutating func plainOrServer() throws(TreeSyntaxError) -> Draft {
    skipSpace()
    switch peek {
    case 0x7B:
      let start = position
      position += 1
      skipSpace()
      let name = try text(try string())
      try colon()
      guard name == ".sv" else {
        throw fault("A value without children was expected", .badValue, at: start)
      }
      let server = try serverValue()
      skipSpace()
      try expect(0x7D, "}")
      return .server(server)
    case 0x5B: throw fault("A value without children was expected", .badValue)
    default: return .node(try scalar().map { .leaf($0) } ?? .empty)
    }
  }

  /// Reads what stands at `.sv`: `"timestamp"` or `{"increment": number}`.
  private mutating func serverValue() throws(TreeSyntaxError) -> ServerValue {
    skipSpace()
    let start = position
    if peek == 0x22 {
      if try text(try string()) == "timestamp" { return .timestamp }
    } else if peek == 0x7B {
      position += 1
      skipSpace()
      let name = try text(try string())
      try colon()
      skipSpace()
      if name == "increment", let amount = try scalar(), amount.isNumber {
        skipSpace()
        try expect(0x7D, "}")
        return .increment(amount)
      }
    }
    throw fault("Not a known server value", .badServerValue, at: start)
  }
}
