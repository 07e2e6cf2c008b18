import Foundation
import JSONTree

/// Reads Swift and Foundation values in export form, with `.value`, `.priority` and `.sv`.
extension Draft {
  /// Reads what a write carries; refuses what the tree cannot hold.
  ///
  /// Nothing: nil, `NSNull`, empty dictionaries and arrays. Values: `String`, `Bool`, all integers,
  /// `Double`, `Float`, `NSNumber`, and the tree's own types. Children: dictionaries with text
  /// keys, arrays. Firebase: what can be stored.
  init(bridging value: Any?) throws(TreeSyntaxError) {
    self = try Draft.read(value, levels: Limits.depth, at: "")
  }

  private static func read(
    _ value: Any?, levels: Int, at place: String
  ) throws(TreeSyntaxError) -> Draft {
    guard let value = unwrapped(value) else { return .empty }
    switch value {
    case is NSNull: return .empty
    case let node as Node: return .node(node)
    case let draft as Draft: return draft
    case let value as JSONTree.ServerValue: return .server(value)
    default: break
    }
    if let scalar = Scalar(bridging: value) { return .node(.leaf(scalar)) }
    if let pairs = dictionary(value) {
      return try object(pairs, levels: levels, at: place)
    }
    if let elements = value as? [Any] {
      let pairs = elements.enumerated().map { (String($0.offset), $0.element) }
      return try children(pairs, priority: .absent, levels: levels, at: place)
    }
    throw TreeSyntaxError(
      .badValue,
      "A \(type(of: value)) cannot be stored: only texts, numbers, Booleans, "
        + "dictionaries with text keys and arrays.", at: place)
  }

  private static func object(
    _ pairs: [(String, Any)], levels: Int, at place: String
  ) throws(TreeSyntaxError) -> Draft {
    var rest: [(String, Any)] = []
    var special: [String: Any] = [:]
    for (name, value) in pairs {
      if name.hasPrefix(".") { special[name] = value } else { rest.append((name, value)) }
    }
    let priority = try readPriority(special.removeValue(forKey: ".priority"), at: place)
    if let server = special.removeValue(forKey: ".sv") {
      guard rest.isEmpty, special.isEmpty else {
        throw TreeSyntaxError(.badServerValue, "A server value stands alone.", at: place)
      }
      return .server(try readServerValue(server, at: place), priority: priority)
    }
    if let value = special.removeValue(forKey: ".value") {
      guard rest.isEmpty, special.isEmpty else {
        throw TreeSyntaxError(.badValue, "Beside \".value\" there are no children.", at: place)
      }
      return try leaf(value, priority: priority, at: place)
    }
    if let name = special.keys.first {
      throw TreeSyntaxError(.badKey, "A key must not hold '.'.", at: "\(place)/\(name)")
    }
    return try children(rest, priority: priority, levels: levels, at: place)
  }

  private static func leaf(
    _ value: Any, priority: PriorityDraft, at place: String
  ) throws(TreeSyntaxError) -> Draft {
    switch try read(value, levels: 1, at: place) {
    case .node(.empty): return .empty
    case .node(.leaf(let scalar, _)): return scalar.draft(with: priority)
    case .server(let server, _): return .server(server, priority: priority)
    case .node(.branch), .leaf, .branch:
      throw TreeSyntaxError(
        .badValue, "\".value\" is a text, a number or a Boolean.", at: place)
    }
  }

  private static func children(
    _ pairs: [(String, Any)], priority: PriorityDraft, levels: Int, at place: String
  ) throws(TreeSyntaxError) -> Draft {
    // Checked on the way down, so that a value that holds itself cannot exhaust the stack.
    guard levels > 0 else {
      throw TreeSyntaxError(.tooDeep, "A value has at most \(Limits.depth) levels.", at: place)
    }
    var nodes: [(Key, Node)] = []
    var drafts: [Key: Draft] = [:]
    for (name, value) in pairs {
      let key: Key
      do {
        key = try Key(name)
      } catch {
        throw TreeSyntaxError(error.code, error.reason, at: "\(place)/\(name)")
      }
      let draft = try read(value, levels: levels - 1, at: "\(place)/\(name)")
      if let node = draft.node { nodes.append((key, node)) } else { drafts[key] = draft }
    }
    if drafts.isEmpty {
      switch priority {
      case .absent: return .node(Node(nodes))
      case .scalar(let priority): return .node(Node(nodes, priority: priority))
      case .server: break
      }
    }
    for (key, node) in nodes { drafts[key] = .node(node) }
    return drafts.isEmpty ? .empty : .branch(drafts, priority: priority)
  }

  /// Reads a priority: nothing, a number, a text or a server value.
  static func readPriority(_ value: Any?, at place: String) throws(TreeSyntaxError) -> PriorityDraft
  {
    guard let priority = try read(value, levels: 1, at: place).asPriority else {
      throw TreeSyntaxError(
        .badPriority, "A priority is a number, a text or a server value.", at: place)
    }
    if case .scalar(.bool) = priority {
      throw TreeSyntaxError(.badPriority, "A priority is a number or a text.", at: place)
    }
    return priority
  }

  private static func readServerValue(
    _ value: Any, at place: String
  ) throws(TreeSyntaxError) -> JSONTree.ServerValue {
    if case .string("timestamp") = Scalar(bridging: value) { return .timestamp }
    if let pairs = dictionary(value), pairs.count == 1, pairs[0].0 == "increment",
      let amount = Scalar(bridging: pairs[0].1), amount.isNumber
    {
      return .increment(amount)
    }
    throw TreeSyntaxError(.badServerValue, "This server value is not known.", at: place)
  }

  /// The pairs of any dictionary with text keys; nil when it is none.
  private static func dictionary(_ value: Any) -> [(String, Any)]? {
    if let pairs = value as? [String: Any] { return pairs.map { ($0.key, $0.value) } }
    guard let pairs = value as? [AnyHashable: Any] else { return nil }
    var named: [(String, Any)] = []
    for (key, value) in pairs {
      guard let name = key.base as? String else { return nil }
      named.append((name, value))
    }
    return named
  }

  /// The value inside any number of optionals.
  private static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    guard let optional = value as? any Unwrappable else { return value }
    return unwrapped(optional.content)
  }
}

/// An optional whose type is not known here: dictionaries of optionals are bridged as `Any`.
private protocol Unwrappable {
  var content: Any? { get }
}

extension Optional: Unwrappable {
  fileprivate var content: Any? { self }
}

extension Scalar {
  /// The leaf of this value with a priority.
  fileprivate func draft(with priority: PriorityDraft) -> Draft {
    switch priority {
    case .absent: .node(.leaf(self))
    case .scalar(let priority): .node(.leaf(self, priority: priority))
    case .server: .leaf(self, priority: priority)
    }
  }
}
