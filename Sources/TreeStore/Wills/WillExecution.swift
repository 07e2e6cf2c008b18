/// What became of a will.
package struct WillExecution: Sendable {
  /// The writes that were made: one for the whole will, or one for each of its steps.
  package var commits: [Commit] = []
  /// Why steps were dropped: they can never be written.
  package var dropped: [StoreError] = []
  /// Why the rest of the will is still there; nil when nothing of it is.
  package var failure: StoreError?
}

extension StoreError {
  /// Whether a step of a will that fails so would fail always, and is dropped.
  ///
  /// Too large, or contradicting itself. Damaged records may be repaired, and all else may pass.
  var dropsStep: Bool { code == .tooLarge || code == .conflict }

  /// Whether it makes sense to try again while the program runs.
  package var mayPass: Bool {
    switch code {
    case .busy, .full, .replaced, .inputOutput, .outOfMemory: true
    case .readOnly, .corrupt, .notADatabase, .newerFormat, .cannotOpen, .tooLarge, .conflict,
      .closed, .misuse:
      false
    }
  }
}
