public import Foundation
import JSONTree

/// A date of an `Encodable` type that the write fills in: nil is written as the server value
/// `timestamp`, a date as whole milliseconds since 1970, in which it is read too.
@propertyWrapper
public struct ServerTimestamp: Codable, Sendable, Hashable {
  /// The date; nil before it was written and read back.
  public var wrappedValue: Date?

  /// Creates a date, or the wish for one.
  public init(wrappedValue: Date?) {
    self.wrappedValue = wrappedValue
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      wrappedValue = nil
    } else {
      wrappedValue = Date(timeIntervalSince1970: Double(try container.decode(Int64.self)) / 1000)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else {
      try container.encode([".sv": "timestamp"])
      return
    }
    // To a thousandth of a millisecond first: what was read as 5 ms must not be written as 4.
    let thousandths = (wrappedValue.timeIntervalSince1970 * 1_000_000).rounded()
    guard let milliseconds = Int64(exactly: (thousandths / 1000).rounded(.towardZero)) else {
      throw EncodingError.invalidValue(
        wrappedValue,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The date is too far away."))
    }
    try container.encode(milliseconds)
  }
}
