/// Encodes the properties of a value, or the pairs of a dictionary.
struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func place(_ key: any CodingKey) -> TreeEncoder {
    encoder.below(encoder.target.child(name(key)), key)
  }

  private func name(_ key: any CodingKey) -> String {
    if encoder.keepsKeys { return key.stringValue }
    switch encoder.options.keyEncodingStrategy {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase: return SnakeCase.text(of: key.stringValue)
    case .custom(let body): return body(codingPath + [key]).stringValue
    }
  }

  func encodeNil(forKey key: Key) { place(key).target.content = .nothing }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place(key).put(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    place(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place(TreeKey("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { place(key) }
}

/// Encodes a list.
struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.target.count }

  private func place() -> TreeEncoder {
    let key = TreeKey(count)
    return encoder.below(encoder.target.append(), key)
  }

  func encodeNil() { _ = place() }

  func encode<Value: Encodable>(_ value: Value) throws { try place().put(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    place().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place().unkeyedContainer() }

  func superEncoder() -> any Encoder { place() }
}

/// Encodes a value that has no parts.
struct SingleTreeEncoder: SingleValueEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.target.content = .nothing }

  func encode<Value: Encodable>(_ value: Value) throws { try encoder.put(value) }
}

/// A key that no type declares: a number in a list, or `super`.
struct TreeKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { self.init(intValue) }
}
