public import Foundation
public import JSONTree

/// A value that is known only when the write is applied.
public typealias ServerValue = JSONTree.ServerValue

/// Firebase's placeholders for values of type `Any`.
///
/// The overloads for literals let a plain `ServerValue.increment(1)` mean the placeholder where the
/// typed case is not asked for.
extension JSONTree.ServerValue {
  /// The placeholder of the time at which the write is applied, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

  /// The placeholder of the number that is there plus another.
  public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
    [".sv": ["increment": delta] as [AnyHashable: Any]]
  }

  /// The placeholder of the number that is there plus another.
  public static func increment(_ delta: Int) -> [AnyHashable: Any] {
    increment(NSNumber(value: delta))
  }

  /// The placeholder of the number that is there plus another.
  public static func increment(_ delta: Double) -> [AnyHashable: Any] {
    increment(NSNumber(value: delta))
  }
}
