import Foundation
import JSONTree
import RealtimeDatabase
import TestSupport

/// Somebody beside the observing database who writes.
protocol Writer: Sendable {
  /// Writes, and returns when it is durable.
  func write(_ steps: [NaiveTree.Step]) async throws
  func close() async
}

/// Another database of this process on the same folder.
struct OtherDatabase: Writer {
  private let database: Database

  init(_ place: TemporaryPlace) async throws {
    database = try await Database.open(at: place.url)
  }

  func write(_ steps: [NaiveTree.Step]) async throws { try await database.carryOut(steps) }
  func close() async { await database.close() }
}

extension Database {
  /// Carries out a write by Firebase's calls: one place by its own call, several by an update.
  func carryOut(_ steps: [NaiveTree.Step]) async throws {
    if steps.count == 1, let step = steps.first {
      let reference = reference(withPath: "/" + step.place.joined(separator: "/"))
      switch step {
      case .set(_, let tree): try await reference.setValue(tree.isEmpty ? nil : tree.exported)
      case .increment(_, let delta): try await reference.setValue(delta.placeholder)
      case .priority(_, let priority): try await reference.setPriority(priority?.plain)
      }
      return
    }
    try await reference().updateChildValues(NaiveTree.named(steps))
  }

  /// Waits until every observer knows of everything that has been written.
  ///
  /// A newcomer is told the newest, and so is everybody before it; its callback comes last.
  func settle() async throws {
    try await withCheckedThrowingContinuation { continuation in
      reference(withPath: "settled").observeSingleEvent(
        of: .value, with: { _ in continuation.resume() },
        withCancel: { continuation.resume(throwing: $0) })
    }
  }
}

extension NaiveTree {
  /// Steps as the dictionary of an update of the root.
  static func named(_ steps: [Step]) -> [String: Any] {
    var values: [String: Any] = [:]
    for step in steps {
      let name = step.place.joined(separator: "/")
      switch step {
      case .set(_, let tree): values[name] = tree.exported
      case .increment(_, let delta): values[name] = delta.placeholder
      case .priority(_, let priority):
        values[name + "/.priority"] = priority?.plain ?? NSNull()
      }
    }
    return values
  }
}

extension Scalar {
  /// The placeholder for what is there plus this number.
  var placeholder: Any { [".sv": ["increment": plain]] }
}
