public import Foundation
import JSONTree

extension Database {
  /// Turns `Encodable` values into what the tree can hold.
  ///
  /// Straight and exactly: whole numbers of 64 bits keep every digit, `true` is not 1. Nothing
  /// (nil, an empty list or dictionary) leaves nothing behind. The strategies are those of
  /// `JSONEncoder`; dates want one, because without it they are seconds since 2001. What the tree
  /// cannot hold (a key with `.`, a number beyond 64 bits) is an `EncodingError`. Firebase:
  /// `Database.Encoder`.
  public class Encoder {
    /// How dates are written.
    public enum DateEncodingStrategy {
      /// As the date encodes itself: seconds since 2001.
      case deferredToDate
      /// As a number of seconds since 1970.
      case secondsSince1970
      /// As a number of milliseconds since 1970, like the server value `timestamp`.
      case millisecondsSince1970
      /// As a text like `2026-10-05T12:30:00Z`.
      case iso8601
      /// As a text that a formatter makes.
      case formatted(DateFormatter)
      /// As a closure encodes them.
      case custom((Date, any Swift.Encoder) throws -> Void)
    }

    /// How bytes are written.
    public enum DataEncodingStrategy {
      /// As they encode themselves: a list of numbers.
      case deferredToData
      /// As a text in base 64.
      case base64
      /// As a closure encodes them.
      case custom((Data, any Swift.Encoder) throws -> Void)
    }

    /// How numbers are written that are none or have no end.
    public enum NonConformingFloatEncodingStrategy {
      /// Not: an error is thrown.
      case `throw`
      /// As these texts.
      case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the names of properties become keys; those of dictionaries stay as they are.
    public enum KeyEncodingStrategy {
      /// As they are.
      case useDefaultKeys
      /// `shelfMark` becomes `shelf_mark`.
      case convertToSnakeCase
      /// As a closure makes them of the whole way down.
      case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// How dates are written.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
    /// How bytes are written.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// How numbers are written that are none or have no end.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
    /// How the names of properties become keys.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// What the types that are encoded may look up.
    public var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Creates an encoder.
    public init() {}

    /// Encodes to what `setValue` and `updateChildValues` take: dictionaries, lists, texts,
    /// numbers, Booleans, and `NSNull` for nothing.
    public func encode<Value: Encodable>(_ value: Value) throws -> Any {
      let encoded = try encoded(value)
      _ = try Encoder.draft(encoded, of: value)
      return encoded.plain
    }

    /// Encodes to what a write carries.
    func draft<Value: Encodable>(of value: Value) throws -> Draft {
      try Encoder.draft(try encoded(value), of: value)
    }

    private func encoded(_ value: some Encodable) throws -> EncodedValue {
      let result = EncodedValue()
      try TreeEncoder(self, result, codingPath: []).put(value)
      return result
    }

    private static func draft(_ encoded: EncodedValue, of value: Any) throws -> Draft {
      do {
        return try Draft(bridging: encoded.exact)
      } catch {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: [], debugDescription: error.description, underlyingError: error))
      }
    }
  }
}
