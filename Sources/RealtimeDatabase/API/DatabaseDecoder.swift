public import Foundation
public import JSONTree

extension Database {
  /// Makes `Decodable` values of what the tree holds.
  ///
  /// Straight and exactly: whole numbers of 64 bits keep every digit, 1 is not `true`. Children
  /// whose keys are numbers are read as a list or as a dictionary, whichever is wanted. Priorities
  /// are not seen. The strategies are those of `JSONDecoder`; what does not fit is a
  /// `DecodingError`. Firebase: `Database.Decoder`.
  public class Decoder {
    /// How dates are read.
    public enum DateDecodingStrategy {
      /// As the date decodes itself: seconds since 2001.
      case deferredToDate
      /// From a number of seconds since 1970.
      case secondsSince1970
      /// From a number of milliseconds since 1970, like the server value `timestamp`.
      case millisecondsSince1970
      /// From a text like `2026-10-05T12:30:00Z`.
      case iso8601
      /// From a text that a formatter reads.
      case formatted(DateFormatter)
      /// As a closure decodes them.
      case custom((_ decoder: any Swift.Decoder) throws -> Date)
    }

    /// How bytes are read.
    public enum DataDecodingStrategy {
      /// As they decode themselves: from a list of numbers.
      case deferredToData
      /// From a text in base 64.
      case base64
      /// As a closure decodes them.
      case custom((_ decoder: any Swift.Decoder) throws -> Data)
    }

    /// How numbers are read that are none or have no end.
    public enum NonConformingFloatDecodingStrategy {
      /// Not: an error is thrown.
      case `throw`
      /// From these texts.
      case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys become the names of properties; those of dictionaries stay as they are.
    public enum KeyDecodingStrategy {
      /// As they are.
      case useDefaultKeys
      /// `shelf_mark` becomes `shelfMark`.
      case convertFromSnakeCase
      /// As a closure makes them of the whole way down.
      case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// How dates are read.
    public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
    /// How bytes are read.
    public var dataDecodingStrategy = DataDecodingStrategy.base64
    /// How numbers are read that are none or have no end.
    public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
    /// How keys become the names of properties.
    public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
    /// What the types that are decoded may look up.
    public var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Creates a decoder.
    public init() {}

    /// Decodes what `DataSnapshot.value` gives.
    public func decode<Value: Decodable>(_ type: Value.Type, from structure: Any) throws -> Value {
      let draft: Draft
      do {
        draft = try Draft(bridging: structure)
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [], debugDescription: error.description, underlyingError: error))
      }
      guard let node = draft.node else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [], debugDescription: "A server value cannot be read before it is written.")
        )
      }
      return try decode(type, from: node)
    }

    /// Decodes a typed tree.
    public func decode<Value: Decodable>(_ type: Value.Type, from node: Node) throws -> Value {
      try TreeDecoder(self, node, codingPath: []).value(type)
    }
  }
}

extension DataSnapshot {
  /// The content as a value of a type, or a `DecodingError`.
  ///
  /// Dates that were written as numbers want a strategy.
  public func data<Value: Decodable>(
    as type: Value.Type, decoder: Database.Decoder = Database.Decoder()
  ) throws -> Value {
    try decoder.decode(type, from: node)
  }
}
