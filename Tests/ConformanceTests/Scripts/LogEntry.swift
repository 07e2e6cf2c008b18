import Foundation
import RealtimeDatabase

/// What a callback tells, in the notation of case files.
struct LogEntry: Sendable, Equatable {
  let value: CaseValue

  /// Reads an expected entry; one of an unknown form is refused, so that it cannot be missed.
  init(_ value: CaseValue) throws {
    guard let parts = value.list, let first = parts.first?.text else {
      throw CaseError("no entry of a log: \(value)")
    }
    let (second, third) = (parts.dropFirst().first, parts.dropFirst(2).first)
    let isKnown =
      switch (first, second?.text, parts.count) {
      case ("done", _?, 3), ("got", _?, 4): third?.isTextOrNull == true
      case ("txn", _?, 5): third?.isTextOrNull == true && parts[3].bool != nil
      case (_, "value", 3): true
      case (_, "cancel", 3): third?.text != nil
      case (_, "child_added", 5), (_, "child_changed", 5), (_, "child_moved", 5):
        third?.text != nil && parts[3].isTextOrNull
      case (_, "child_removed", 5): third?.text != nil && parts[3].isNull
      default: false
      }
    guard isKnown else { throw CaseError("no entry of a log: \(value)") }
    self.value = value
  }

  private init(_ parts: [CaseValue]) { value = .list(parts) }

  /// An event: a child's with the key before it, a removed one's with what is told, which is null.
  static func event(
    _ observer: String, _ type: DataEventType, _ snapshot: DataSnapshot, _ previous: String?
  ) -> LogEntry {
    var parts: [CaseValue] = [.text(observer), .text(type.word)]
    if type != .value { parts += [.text(snapshot.key), previous.map(CaseValue.text) ?? .null] }
    return LogEntry(parts + [said(snapshot.value)])
  }

  static func cancel(_ observer: String, _ error: any Error) -> LogEntry {
    LogEntry([.text(observer), .text("cancel"), code(error)])
  }

  static func done(_ id: String, _ error: (any Error)?) -> LogEntry {
    LogEntry([.text("done"), .text(id), code(error)])
  }

  static func transaction(
    _ id: String, _ error: (any Error)?, _ isCommitted: Bool, _ snapshot: DataSnapshot?
  ) -> LogEntry {
    LogEntry([
      .text("txn"), .text(id), code(error), .bool(isCommitted), said(snapshot?.value),
    ])
  }

  static func got(
    _ id: String, _ error: (any Error)?, _ snapshot: DataSnapshot?
  ) -> LogEntry {
    LogEntry([.text("got"), .text(id), code(error), said(snapshot?.value)])
  }

  /// A value as it is told; one of a kind that cannot be stands for itself.
  private static func said(_ value: Any?) -> CaseValue {
    do { return try CaseValue(value) } catch { return .text("\(error)") }
  }

  /// The symbolic code of an error, by the library's own beneath Firebase's number.
  private static func code(_ error: (any Error)?) -> CaseValue {
    guard let error else { return .null }
    guard let own = (error as NSError).userInfo[NSUnderlyingErrorKey] as? DatabaseError else {
      return .text("\(error)")
    }
    switch own.code {
    case .permissionDenied: return .text("permission_denied")
    case .overridden: return .text("set")
    case .maxRetries: return .text("maxretry")
    case .disconnected: return .text("disconnect")
    case .unavailable: return .text("offline")
    default: return .text(own.code.rawValue)
    }
  }
}

extension CaseValue {
  fileprivate var isTextOrNull: Bool { isNull || text != nil }
}
