import Foundation
import JSONTree

/// A place that is being encoded.
///
/// A class, because containers fill what their parents already hold.
final class EncodedValue {
  enum Content {
    case nothing
    case scalar(Scalar)
    case children([String: EncodedValue])
    case list([EncodedValue])
  }

  var content = Content.nothing

  /// As `Draft(bridging:)` reads it, exactly.
  var exact: Any? {
    switch content {
    case .nothing: nil
    case .scalar(let scalar): scalar
    case .children(let children): children.compactMapValues(\.exact)
    case .list(let values): values.map(\.exact)
    }
  }

  /// As Foundation code expects it.
  var plain: Any {
    switch content {
    case .nothing: NSNull()
    case .scalar(let scalar): scalar.bridged
    case .children(let children): children.mapValues(\.plain)
    case .list(let values): values.map(\.plain)
    }
  }

  /// The child with that key, made when missing.
  func child(_ key: String) -> EncodedValue {
    var children: [String: EncodedValue] = [:]
    if case .children(let present) = content { children = present }
    // Taken out before it is changed, so that nothing is copied.
    content = .nothing
    let child = children[key] ?? EncodedValue()
    children[key] = child
    content = .children(children)
    return child
  }

  /// A new element at the end.
  func append() -> EncodedValue {
    var values: [EncodedValue] = []
    if case .list(let present) = content { values = present }
    content = .nothing
    let value = EncodedValue()
    values.append(value)
    content = .list(values)
    return value
  }

  /// The number of elements.
  var count: Int {
    if case .list(let values) = content { values.count } else { 0 }
  }
}

/// Encodes one value into its place.
struct TreeEncoder: Encoder {
  let options: Database.Encoder
  let target: EncodedValue
  let codingPath: [any CodingKey]
  /// Whether keys stay as they are: those of a dictionary.
  var keepsKeys = false

  init(_ options: Database.Encoder, _ target: EncodedValue, codingPath: [any CodingKey]) {
    self.options = options
    self.target = target
    self.codingPath = codingPath
  }

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .children = target.content {} else { target.content = .children([:]) }
    return KeyedEncodingContainer(KeyedTreeEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = target.content {} else { target.content = .list([]) }
    return UnkeyedTreeEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleTreeEncoder(encoder: self)
  }

  /// The encoder of a place below.
  func below(_ target: EncodedValue, _ key: any CodingKey) -> TreeEncoder {
    TreeEncoder(options, target, codingPath: codingPath + [key])
  }
}

// MARK: - Values

/// A dictionary whose keys are data, not the names of properties.
private protocol NamedByData {}

extension Dictionary: NamedByData where Key == String {}

extension TreeEncoder {
  /// Encodes a value.
  func put<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let value as Bool: put(.bool(value))
    case let value as String: put(.string(value))
    case let value as Double: try put(number: value)
    case let value as Float: try put(number: Double(value))
    case let value as any BinaryInteger: try put(integer: value)
    case let value as Date: try put(date: value)
    case let value as Data: try put(data: value)
    case let value as URL: put(.string(value.absoluteString))
    case let value as Decimal: put(decimal: value)
    default: try encode(value)
    }
  }

  private func put(_ scalar: Scalar) {
    target.content = .scalar(scalar)
  }

  private func encode(_ value: some Encodable) throws {
    var encoder = self
    encoder.keepsKeys = value is any NamedByData
    try value.encode(to: encoder)
  }

  private func put(integer value: some BinaryInteger) throws {
    guard let integer = Int64(exactly: value) else {
      throw fault(value, "A whole number has at most 64 bits, with its sign.")
    }
    put(.integer(integer))
  }

  private func put(number value: Double) throws {
    if value.isFinite { return put(.double(value)) }
    switch options.nonConformingFloatEncodingStrategy {
    case .throw: throw fault(value, "A number must be finite.")
    case .convertToString(let infinity, let negativeInfinity, let nan):
      put(.string(value.isNaN ? nan : value < 0 ? negativeInfinity : infinity))
    }
  }

  private func put(decimal value: Decimal) {
    // By its text: the nearest double is the one that reads the same.
    let text = value.description
    put(Int64(text).map(Scalar.integer) ?? .double(Double(text) ?? .nan))
  }

  private func put(date: Date) throws {
    switch options.dateEncodingStrategy {
    case .deferredToDate: try encode(date)
    case .secondsSince1970: put(whole: date.timeIntervalSince1970)
    case .millisecondsSince1970: put(whole: date.timeIntervalSince1970 * 1000)
    case .iso8601: put(.string(date.formatted(.iso8601)))
    case .formatted(let formatter): put(.string(formatter.string(from: date)))
    case .custom(let body): try body(date, self)
    }
  }

  /// Puts a number as an integer when it is one.
  private func put(whole value: Double) {
    put(Int64(exactly: value).map(Scalar.integer) ?? .double(value))
  }

  private func put(data: Data) throws {
    switch options.dataEncodingStrategy {
    case .deferredToData: try encode(data)
    case .base64: put(.string(data.base64EncodedString()))
    case .custom(let body): try body(data, self)
    }
  }

  private func fault(_ value: Any, _ reason: String) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
  }
}
