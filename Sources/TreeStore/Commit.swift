package import JSONTree

/// A write with what must be so for it to be applied.
package struct CommitRequest: Sendable, Hashable {
  /// What to write.
  package var write: Write
  /// Tested in the same moment, before anything is written.
  package var guards: [Guard]
  /// Who writes, for the journal: a desk, a client.
  package var origin: String

  package init(_ write: Write, guards: [Guard] = [], origin: String = "") {
    self.write = write
    self.guards = guards
    self.origin = origin
  }
}

/// What a write did.
package struct Commit: Sendable, Hashable {
  /// One step of the write: what was there before it and what is there after it.
  package struct Change: Sendable, Hashable {
    package var path: Path
    package var old: Node
    package var new: Node
  }

  /// The revision the tree is at; the one before when nothing changed.
  package var revision: Revision
  /// The steps, in the order of the write, server values resolved.
  package var changes: [Change]
  /// The places that changed; none when everything was so already.
  package var changeSet: ChangeSet
}

/// Why a write was not applied: something was not as its guards say.
///
/// Nothing was changed.
package struct GuardFailure: Error, Sendable, Hashable {
  /// The guard that does not hold.
  package var failed: Guard
  /// Its position among the request's guards.
  package var index: Int
  /// What is at the guard's place; `empty` also when that is larger than `StoreLimits.shownBytes`.
  package var found: Node
  /// The revision in which that was so.
  package var revision: Revision
}
