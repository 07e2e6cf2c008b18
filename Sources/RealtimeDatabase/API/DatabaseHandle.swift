import Synchronization

/// The name of an observer: what `observe` returns and `removeObserver(withHandle:)` takes.
public typealias DatabaseHandle = UInt

/// Makes handles, unique in the process.
enum Handles {
  private static let last = Atomic<UInt>(0)

  static func next() -> DatabaseHandle {
    last.add(1, ordering: .relaxed).newValue
  }
}
