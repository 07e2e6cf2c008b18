import Foundation
import JSONTree

/// One line of standard input: `{"do":…,"path":…,"value":…}`.
///
/// Paths are absolute, `/` is the root, and may be left out where nothing is named. Values are in
/// export form and may hold server values.
struct Request {
  /// What to do.
  enum Act: String, CaseIterable {
    /// Replaces the place by `value`.
    case set
    /// Replaces the places below that `values` names, all or none.
    case update
    /// Deletes the place.
    case remove
    /// Replaces the priority by `value`.
    case setPriority
    /// Adds `value` to the number that is there.
    case increment
    /// Sets the place to `value` when this process goes.
    case onDisconnectSet
    /// Deletes the place when this process goes.
    case onDisconnectRemove
    /// Replaces the places below that `values` names when this process goes.
    case onDisconnectUpdate
    /// Forgets what was registered for the place and below it.
    case onDisconnectCancel
    /// Does what was registered for the end, and goes on.
    case goOffline
    /// Undoes `goOffline`.
    case goOnline
    /// Reads the place.
    case get
    /// Tells the value now, and whenever it changes.
    case observe
    /// Sets the clock to `value`, milliseconds since 1970; null lets it run again.
    case clock
    /// Makes `call` by Firebase's names; a programmer error traps.
    case call
    /// Makes the writes of the `Churn` whose seed is `value`, as fast as it can and without end;
    /// answers each.
    case churn
    /// Ends without closing the database.
    case quit
    /// Closes the database and ends.
    case exit
  }

  let act: Act
  let path: Path
  /// What `value` says; nil when it is left out.
  let value: Draft?
  /// What `values` says; nil when it is left out.
  let values: [(String, Draft)]?
  /// What `call` says; nil when it is left out.
  let call: Call?

  /// Reads a line; a member that is not known is refused.
  init(_ line: String) throws {
    guard
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else { throw RequestError("no JSON object: \(line)") }
    let unknown = Set(object.keys).subtracting(["do", "path", "value", "values", "call"])
    guard unknown.isEmpty else { throw RequestError("unknown \(unknown.sorted())") }
    guard let name = object["do"] as? String, let act = Act(rawValue: name) else {
      throw RequestError("nothing to do: \(line)")
    }
    self.act = act
    path = try Path(object["path"] as? String ?? "/")
    value = try object["value"].map(Self.draft)
    call = try object["call"].map { try Call($0) }
    guard let values = object["values"] else {
      self.values = nil
      return
    }
    guard let members = values as? [String: Any] else {
      throw RequestError("\"values\" is no object: \(line)")
    }
    self.values = try members.map { ($0.key, try Self.draft($0.value)) }
  }

  /// What is written, if it is a write.
  func write() throws -> Write? {
    switch act {
    case .set: return try .set(path, try given())
    case .remove: return try .remove(path)
    case .update:
      guard let values else { throw RequestError("\"values\" is missing") }
      return try .update(at: path, named: values)
    case .setPriority:
      guard let priority = try given().asPriority else { throw RequestError("no priority") }
      return try .priority(path, priority)
    case .increment:
      guard let amount = try given().node?.scalar else { throw RequestError("no number") }
      return try .set(path, .increment(amount))
    case .get, .observe, .clock, .call, .exit, .onDisconnectSet, .onDisconnectRemove,
      .onDisconnectUpdate, .onDisconnectCancel, .goOffline, .goOnline, .churn, .quit:
      return nil
    }
  }

  /// What is to be written when this process goes.
  enum Will {
    case set(Draft)
    case remove
    case update([String: Draft])
    case cancel
  }

  /// What is registered for the end, if anything is; values are checked as those of a write.
  func will() throws -> Will? {
    switch act {
    case .onDisconnectSet:
      _ = try Write.set(path, try given())
      return .set(try given())
    case .onDisconnectRemove: return .remove
    case .onDisconnectUpdate:
      guard let values else { throw RequestError("\"values\" is missing") }
      _ = try Write.update(at: path, named: values)
      return .update(Dictionary(values) { _, later in later })
    case .onDisconnectCancel: return .cancel
    case .set, .update, .remove, .setPriority, .increment, .get, .observe, .clock, .call, .exit,
      .goOffline, .goOnline, .churn, .quit:
      return nil
    }
  }

  private func given() throws -> Draft {
    guard let value else { throw RequestError("\"value\" is missing") }
    return value
  }

  private static func draft(_ value: Any) throws -> Draft {
    let text = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return try JSONReader.draft(from: Array(text))
  }
}

/// Why a line cannot be done.
struct RequestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
