import Foundation
import JSONTree

/// Decodes what stands at one place.
struct TreeDecoder: Decoder {
  let options: Database.Decoder
  let node: Node
  let codingPath: [any CodingKey]
  /// Whether keys stay as they are: those of a dictionary.
  var keepsKeys = false

  init(_ options: Database.Decoder, _ node: Node, codingPath: [any CodingKey]) {
    self.options = options
    self.node = node
    self.codingPath = codingPath
  }

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .branch(let children, _) = node else {
      throw mismatch([String: Any].self, "children")
    }
    return KeyedDecodingContainer(KeyedTreeDecoder<Key>(children, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let list = node.list else { throw mismatch([Any].self, "a list") }
    return UnkeyedTreeDecoder(list: list, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleTreeDecoder(decoder: self)
  }

  /// The decoder of a place below.
  func below(_ node: Node, _ key: any CodingKey) -> TreeDecoder {
    TreeDecoder(options, node, codingPath: codingPath + [key])
  }
}

// MARK: - Values

/// A dictionary whose keys are data, not the names of properties.
private protocol NamedByData {}

extension Dictionary: NamedByData where Key == String {}

extension TreeDecoder {
  /// Decodes a value.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let found: Any? =
      switch type {
      case is Bool.Type: try required(node.bool, type, "true or false")
      case is String.Type: try required(node.string, type, "a text")
      case is Double.Type: try number(type)
      case is Float.Type: Float(try number(type))
      case let type as any FixedWidthInteger.Type: try integer(type)
      case is Date.Type: try date()
      case is Data.Type: try data()
      case is URL.Type: try url()
      case is Decimal.Type: try decimal()
      default: nil
      }
    // Asked for in two steps: nothing would pass as any optional.
    if let found, let value = found as? Value { return value }
    return try decode(type)
  }

  private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var decoder = self
    decoder.keepsKeys = type is any NamedByData.Type
    return try Value(from: decoder)
  }

  private func required<Value>(_ value: Value?, _ type: Any.Type, _ wanted: String) throws -> Value
  {
    guard let value else { throw mismatch(type, wanted) }
    return value
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let number = try required(node.double, type, "a number")
    guard let value = node.integer.flatMap(Integer.init(exactly:)) else {
      throw fault("The number \(number) does not fit \(type).")
    }
    return value
  }

  private func number(_ type: Any.Type) throws -> Double {
    if case .convertFromString(let infinity, let negativeInfinity, let nan) =
      options.nonConformingFloatDecodingStrategy, let text = node.string
    {
      switch text {
      case infinity: return .infinity
      case negativeInfinity: return -.infinity
      case nan: return .nan
      default: break
      }
    }
    return try required(node.double, type, "a number")
  }

  private func decimal() throws -> Decimal {
    if let integer = node.integer { return Decimal(integer) }
    let number = try number(Decimal.self)
    // By its text: 9.95 is meant, not the nearest double's digits.
    return Decimal(string: "\(number)") ?? Decimal(number)
  }

  private func url() throws -> URL {
    let text = try required(node.string, URL.self, "a text")
    guard let url = URL(string: text) else { throw fault("The text is no address.") }
    return url
  }

  private func date() throws -> Date {
    switch options.dateDecodingStrategy {
    case .deferredToDate: return try decode(Date.self)
    case .secondsSince1970: return Date(timeIntervalSince1970: try number(Date.self))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try number(Date.self) / 1000)
    case .iso8601:
      let text = try required(node.string, Date.self, "a text")
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw fault("The text is no date of the form 2026-10-05T12:30:00Z.")
      }
      return date
    case .formatted(let formatter):
      let text = try required(node.string, Date.self, "a text")
      guard let date = formatter.date(from: text) else {
        throw fault("The text is no date of the form that the formatter reads.")
      }
      return date
    case .custom(let body): return try body(self)
    }
  }

  private func data() throws -> Data {
    switch options.dataDecodingStrategy {
    case .deferredToData: return try decode(Data.self)
    case .base64:
      guard let data = Data(base64Encoded: try required(node.string, Data.self, "a text")) else {
        throw fault("The text is not base 64.")
      }
      return data
    case .custom(let body): return try body(self)
    }
  }
}

// MARK: - Faults

extension TreeDecoder {
  /// Something else stands here than was wanted, or nothing.
  func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
    let found =
      switch node {
      case .empty: "nothing"
      case .leaf(.bool, _): "true or false"
      case .leaf(.integer, _), .leaf(.double, _): "a number"
      case .leaf(.string, _): "a text"
      case .branch: "children"
      }
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "Wanted \(wanted), found \(found).")
    return node.isEmpty ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func fault(_ reason: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
  }
}
