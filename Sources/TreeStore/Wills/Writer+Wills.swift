internal import JSONTree

extension Writer {
  /// Changes what a client leaves; durable when it returns.
  func change(_ change: WillChange, of client: ClientID) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let old = try wills.part(of: client, touchedBy: change)
      var will = old
      will.apply(change)
      try wills.write(will, over: old, of: client)
      guard case .register = change, try wills.count(of: client) > StoreLimits.willSteps else {
        return
      }
      throw StoreError(
        .tooLarge, at: connection.file,
        "A client leaves writes to at most \(StoreLimits.willSteps) places.")
    }
  }

  /// Gives a will to another client, which has none.
  func moveWill(from client: ClientID, to other: ClientID) throws(StoreError) {
    try transaction { () throws(StoreError) in try wills.move(from: client, to: other) }
  }

  /// Executes a will and removes it, in one transaction: all of it is one write.
  ///
  /// When the whole cannot be written, now or ever, each step is a transaction of its own.
  func executeWill(of client: ClientID, at milliseconds: () -> Int64) -> WillExecution {
    var execution = WillExecution()
    do throws(StoreError) {
      try removeDamagedSteps(of: client, &execution)
      do throws(StoreError) {
        let all = try wills.rows(of: client).map(\.place)
        try execute(all, of: client, milliseconds, &execution)
      } catch {
        guard error.dropsStep else { throw error }
        try executeApart(client, milliseconds, &execution)
      }
    } catch {
      execution.failure = error
    }
    return execution
  }

  /// Rows that do not decode say nothing that could be done.
  private func removeDamagedSteps(
    of client: ClientID, _ execution: inout WillExecution
  ) throws(StoreError) {
    for row in try wills.rows(of: client) {
      do throws(StoreError) {
        _ = try wills.step(row.step, at: row.place)
      } catch {
        guard error.code == .corrupt else { throw error }
        try transaction { () throws(StoreError) in try wills.remove(row.place, of: client) }
        execution.dropped.append(error)
      }
    }
  }

  private func executeApart(
    _ client: ClientID, _ milliseconds: () -> Int64, _ execution: inout WillExecution
  ) throws(StoreError) {
    for row in try wills.rows(of: client) {
      do throws(StoreError) {
        try execute([row.place], of: client, milliseconds, &execution)
      } catch {
        guard error.dropsStep else { throw error }
        try transaction { () throws(StoreError) in try wills.remove(row.place, of: client) }
        execution.dropped.append(error)
      }
    }
  }

  /// Makes a client's steps at some places one write, and removes them; those that are gone were
  /// executed by another.
  private func execute(
    _ places: [PathBytes], of client: ClientID, _ milliseconds: () -> Int64,
    _ execution: inout WillExecution
  ) throws(StoreError) {
    if places.isEmpty { return }
    let wanted = Set(places)
    let commit = try transaction { () throws(StoreError) -> Commit? in
      // Under the lock: nobody else executes them now.
      let rows = try wills.rows(of: client).filter { wanted.contains($0.place) }
      if rows.isEmpty { return nil }
      var steps: [Write.Step] = []
      for row in rows {
        steps.append(try wills.step(row.step, at: row.place))
        try wills.remove(row.place, of: client)
      }
      let request = CommitRequest(try write(of: steps), origin: client.description)
      switch try apply(request, after: lists.revision, at: milliseconds()) {
      case .success(let commit): return commit
      case .failure: preconditionFailure("a write without conditions failed one")
      }
    }
    if let commit { execution.commits.append(commit) }
  }

  private func write(of steps: [Write.Step]) throws(StoreError) -> Write {
    do {
      return try Write(steps)
    } catch {
      throw StoreError(.conflict, at: error.place, error.reason)
    }
  }
}
