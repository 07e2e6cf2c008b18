import JSONTree

/// Reading once.
extension DatabaseQuery {
  /// Reads the result once.
  @preconcurrency
  public func getData(completion block: @escaping @Sendable ((any Error)?, DataSnapshot?) -> Void) {
    get { [delivery = database.delivery] result in
      delivery.post {
        switch result {
        case .success(let snapshot): block(nil, snapshot)
        case .failure(let error): block(error.nsError, nil)
        }
      }
    }
  }

  /// Reads the result once.
  public func getData() async throws -> DataSnapshot {
    try await withCheckedThrowingContinuation { continuation in
      get { [delivery = database.delivery] result in
        delivery.post { continuation.resume(with: result) }
      }
    }
  }

  /// Waits for the first event of a kind.
  ///
  /// Cancelling the task does not end the waiting. When the database is closed or cannot be read,
  /// an empty snapshot comes: Firebase's form of this call has no error.
  public func observeSingleEventAndPreviousSiblingKey(
    of eventType: DataEventType
  ) async -> (DataSnapshot, String?) {
    await withCheckedContinuation { continuation in
      let delivery = database.delivery
      let onEnd: @Sendable (DatabaseError?) -> Void = { [self] _ in
        delivery.post { [self] in continuation.resume(returning: (snapshot(Node.empty), nil)) }
      }
      let subscriber = Subscriber(
        handle: Handles.next(), kinds: eventType.kinds, isSingle: true,
        onEvent: { [self] event in
          let told = told(event)
          delivery.post { continuation.resume(returning: told) }
        }, onEnd: onEnd)
      let query = query
      database.inOrder({ $0.observe(query, by: subscriber) }, otherwise: { onEnd(.closed) })
    }
  }

  private func get(
    _ completion: @escaping @Sendable (Result<DataSnapshot, DatabaseError>) -> Void
  ) {
    // Read before the next write is made; told after the events of the writes before.
    let item = CommitQueue.Item.run { [self] commits in
      if query.path.isInfo {
        commits.engine.enqueue { completion(.success(self.snapshot($0.infoNode(of: self.query)))) }
        return
      }
      let result = commits.read(query).map { self.snapshot($0) }
      commits.say { completion(result) }
    }
    if !database.commits.submit(item) { completion(.failure(.closed)) }
  }
}
