import JSONTree

/// Decodes the properties of a value, or the pairs of a dictionary.
struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: TreeDecoder
  /// The children by the names under which they are asked for.
  private let children: [String: Node]

  init(_ children: Children, decoder: TreeDecoder) {
    self.decoder = decoder
    // Of two keys that become one name the first stands.
    let named = children.map { (Self.name($0.key.name, decoder), $0.node) }
    self.children = Dictionary(named) { first, _ in first }
  }

  private static func name(_ key: String, _ decoder: TreeDecoder) -> String {
    if decoder.keepsKeys { return key }
    switch decoder.options.keyDecodingStrategy {
    case .useDefaultKeys: return key
    case .convertFromSnakeCase: return SnakeCase.name(of: key)
    case .custom(let body):
      return body(decoder.codingPath + [TreeKey(key)]).stringValue
    }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { children.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { children[key.stringValue] != nil }

  private func place(_ key: any CodingKey) throws -> TreeDecoder {
    guard let node = children[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "There is no child \"\(key.stringValue)\"."))
    }
    return decoder.below(node, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try place(key).node.isEmpty }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try place(key).value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try place(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try place(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try place(TreeKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }
}

/// Decodes a list; its holes are nil.
struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
  let list: [Node]
  let decoder: TreeDecoder
  private(set) var currentIndex = 0

  init(list: [Node], decoder: TreeDecoder) {
    self.list = list
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { list.count }
  var isAtEnd: Bool { currentIndex >= list.count }

  private func place(_ type: Any.Type) throws -> TreeDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [TreeKey(currentIndex)],
          debugDescription: "The list has \(list.count) elements."))
    }
    return decoder.below(list[currentIndex], TreeKey(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard try place(Any?.self).node.isEmpty else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try place(type).value(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try place([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try place([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let place = try place((any Decoder).self)
    currentIndex += 1
    return place
  }
}

/// Decodes a value that has no parts.
struct SingleTreeDecoder: SingleValueDecodingContainer {
  let decoder: TreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.node.isEmpty }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}
