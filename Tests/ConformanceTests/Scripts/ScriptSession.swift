import JSONTree
import RealtimeDatabase

/// The client of a script, whose callbacks write a log.
final class ScriptSession {
  let log = CaseLog<LogEntry>()
  private let client: CaseDatabase
  private let remote: any RemoteSide
  private let runs = CaseLog<CaseValue>()
  private var observers: [String: [(query: DatabaseQuery, handle: DatabaseHandle)]] = [:]
  /// The observers that have not been removed.
  private var active: Set<String> = []

  init(_ client: CaseDatabase, _ remote: any RemoteSide) {
    self.client = client
    self.remote = remote
  }

  /// Makes the step's call.
  func perform(_ step: ScriptStep) async throws {
    switch step.act {
    case .remoteSet(let path, let value): try await remote.set(path, value)
    case .remoteUpdate(let path, let values): try await remote.update(path, values)
    case .observe(let name, let path, let events, let query):
      try observe(name, events, QueryForm.query(query, of: place(path)))
    case .once(let name, let path, let event):
      place(path).observeSingleEvent(
        of: event,
        andPreviousSiblingKeyWith: { [log] in log.append(.event(name, event, $0, $1)) },
        withCancel: { [log] in log.append(.cancel(name, $0)) })
    case .unobserve(let name): try unobserve(name)
    case .removeAll(let path): removeAll(at: place(path))
    case .write(let id, let path, let write): self.write(id, place(path), write)
    case .transaction(let id, let path, let function, let runs):
      try await transact(id, path, function, runs)
    case .get(let id, let path):
      place(path).getData { [log] error, snapshot in log.append(.got(id, error, snapshot)) }
    case .clock(let milliseconds):
      client.setClock(milliseconds)
      try await remote.setClock(milliseconds)
    case .onDisconnect(let id, let path, let will): register(id, place(path), will)
    case .offline: client.database.goOffline()
    case .online: client.database.goOnline()
    case .server(let name): throw CaseError("\(name) is no step of an embedded database")
    }
  }

  private func place(_ path: String) -> DatabaseReference {
    client.database.reference(withPath: path)
  }

  private func observe(
    _ name: String, _ events: [DataEventType], _ query: DatabaseQuery
  ) throws {
    active.insert(name)
    for event in events {
      let handle = query.observe(
        event, andPreviousSiblingKeyWith: { [log] in log.append(.event(name, event, $0, $1)) },
        withCancel: { [log] in log.append(.cancel(name, $0)) })
      observers[name, default: []].append((query, handle))
    }
  }

  /// Lets the observer's registrations go; one that is gone already is asked again all the same.
  private func unobserve(_ name: String) throws {
    guard let registered = observers[name] else { throw CaseError("no observer \(name)") }
    for (query, handle) in registered { query.removeObserver(withHandle: handle) }
    active.remove(name)
  }

  private func removeAll(at place: DatabaseReference) {
    place.removeAllObservers()
    active = active.filter { name in
      observers[name]?.contains { $0.query.query.path == place.path } == false
    }
  }

  private func write(_ id: String, _ place: DatabaseReference, _ write: ScriptWrite) {
    let completion: DatabaseReference.WriteCompletion = { [log] error, _ in
      log.append(.done(id, error))
    }
    switch write {
    case .set(let value, nil): place.setValue(value.any, withCompletionBlock: completion)
    case .set(let value, let priority?):
      place.setValue(value.any, andPriority: priority.any, withCompletionBlock: completion)
    case .remove: place.removeValue(completionBlock: completion)
    case .priority(let value):
      place.setPriority(value.any, withCompletionBlock: completion)
    case .update(let members):
      place.updateChildValues(
        CaseValue.dictionary(members), withCompletionBlock: completion)
    }
  }

  private func register(_ id: String, _ place: DatabaseReference, _ will: ScriptWill) {
    let completion: DatabaseReference.WriteCompletion = { [log] error, _ in
      log.append(.done(id, error))
    }
    switch will {
    case .set(let value):
      place.onDisconnectSetValue(value.any, withCompletionBlock: completion)
    case .remove: place.onDisconnectRemoveValue(completionBlock: completion)
    case .update(let members):
      place.onDisconnectUpdateChildValues(
        CaseValue.dictionary(members), withCompletionBlock: completion)
    case .cancel: place.cancelDisconnectOperations(completionBlock: completion)
    }
  }

  private func transact(
    _ id: String, _ path: String, _ function: UpdateFunction, _ expected: ScriptRuns
  ) async throws {
    try await refuseUnknownInput(path, function, expected)
    place(path).runTransactionBlock(
      { [runs] data in
        let input: CaseValue
        do { input = try CaseValue(data.value) } catch { input = .text("\(error)") }
        runs.append(input)
        return function.apply(to: data, input)
      },
      andCompletionBlock: { [log] error, isCommitted, snapshot in
        log.append(.transaction(id, error, isCommitted, snapshot))
      }, withLocalEvents: expected.localEvents ?? true)
  }

  /// On a local store a transaction's first input is what is there, whoever observes it.
  ///
  /// A case in which it is null although there is data needs a side that is asked first.
  private func refuseUnknownInput(
    _ path: String, _ function: UpdateFunction, _ expected: ScriptRuns
  ) async throws {
    guard expected.expected?.first?.isNull == true || function.asksForNull else { return }
    let isObserved = active.compactMap { observers[$0] }.joined().contains { query, _ in
      query.query.isDefault && query.query.path.contains(place(path).path)
    }
    if isObserved { return }
    if try await place(path).getData().exists() {
      throw PendingCase("a transaction whose first input is null needs a remote side")
    }
  }

  /// Compares the inputs with which a transaction's block was called.
  func checkRuns(_ step: ScriptStep, _ place: String) throws {
    let found = runs.take()
    guard case .transaction(_, _, _, let runs) = step.act, let wanted = runs.expected else {
      return
    }
    try expect("\(place): runs", .list(found), is: .list(wanted))
  }
}
