/// Conditions that tests wait for, looked at whenever their subject has changed.
struct WaitingList<Subject> {
  typealias Condition = @Sendable (Subject) -> Bool

  private var entries: [(number: Int, isMet: Condition, waiter: CheckedContinuation<Bool, Never>)] =
    []
  private var nextNumber = 0

  /// Adds a condition; the number lets it be given up.
  mutating func add(
    _ condition: @escaping Condition, _ waiter: CheckedContinuation<Bool, Never>
  ) -> Int {
    nextNumber += 1
    entries.append((nextNumber, condition, waiter))
    return nextNumber
  }

  /// Resumes with `true` all whose condition now holds.
  mutating func look(at subject: Subject) {
    entries.removeAll { entry in
      let met = entry.isMet(subject)
      if met { entry.waiter.resume(returning: true) }
      return met
    }
  }

  /// Resumes one with `false`, unless its condition was met before.
  mutating func giveUp(_ number: Int) {
    entries.removeAll { entry in
      if entry.number == number { entry.waiter.resume(returning: false) }
      return entry.number == number
    }
  }

  /// Resumes all with `false`: nothing will change any more.
  mutating func giveUpAll() {
    for entry in entries { entry.waiter.resume(returning: false) }
    entries = []
  }
}
