import RealtimeDatabase

/// A script of a client's session: steps, and the tree at the end.
struct Script: Sendable {
  let steps: [ScriptStep]
  /// The tree at the end, in export form; nil when it is not checked.
  let tree: CaseValue?
  /// Whether a step's entries may come in any order.
  let isAnyOrder: Bool

  /// Reads a script; what is not known in it is refused.
  init(_ fields: CaseFields) throws {
    steps = try fields.list("steps").map { try ScriptStep($0) }
    tree = fields["tree"]
    isAnyOrder = try fields.optional("anyOrderAcrossObservers") { $0.bool } ?? false
  }

  /// The step for which a server is needed, if there is one.
  ///
  /// A connection that is lost and comes back needs one only if something else happens meanwhile:
  /// the embedded database goes offline too, executes what is registered for that, and comes back;
  /// but its file is always there.
  private var serverStep: String? {
    var isOffline = false
    for step in steps {
      switch step.act {
      case .server: return step.name
      case .offline: isOffline = true
      case .online: isOffline = false
      case .clock: continue
      case .observe(_, let path, _, _) where path.contains(".info"): continue
      default: if isOffline { return "offline" }
      }
    }
    return nil
  }

  /// Runs the script; throws what does not hold.
  func run(with kind: RemoteKind) async throws {
    if let step = serverStep { throw PendingCase("a script with \(step) needs a server") }
    // Another process finds a file with lists for the queries: both ways must tell the same.
    try await CaseDatabase.with(lists: kind == .process ? try lists() : []) { client in
      let remote: any RemoteSide =
        switch kind {
        case .database: try SecondDatabase(at: client.place)
        case .process: try await SecondProcess(at: client.place)
        }
      do {
        try await run(client, remote)
        await remote.close()
      } catch let pending as PendingCase {
        await remote.close()
        throw pending
      } catch {
        await remote.close()
        throw CaseError("with another \(kind.rawValue): \(error)")
      }
    }
  }

  /// The lists that the script's queries can read.
  private func lists() throws -> [OrderedList] {
    var lists: Set<OrderedList> = []
    for step in steps {
      guard case .observe(_, let path, _, let query?) = step.act else { continue }
      if let list = try query.list(of: path) { lists.insert(list) }
    }
    return Array(lists)
  }

  private func run(_ client: CaseDatabase, _ remote: any RemoteSide) async throws {
    let session = ScriptSession(client, remote)
    for (index, step) in steps.enumerated() {
      let place = "step \(index + 1), \(step.name)"
      try await session.perform(step)
      try await client.settle()
      let found = session.log.take()
      guard isAnyOrder ? Self.same(found, step.log) : found == step.log else {
        let (wanted, told) = (CaseValue.list(step.log.map(\.value)), found.map(\.value))
        throw CaseError("\(place): expected \(wanted), got \(CaseValue.list(told))")
      }
      try session.checkRuns(step, place)
    }
    if let tree {
      try expect("the tree", try await remote.tree().exported, is: tree.exported)
    }
  }

  /// Whether two logs hold the same entries, each as often.
  private static func same(_ found: [LogEntry], _ wanted: [LogEntry]) -> Bool {
    var rest = wanted
    for entry in found {
      guard let index = rest.firstIndex(of: entry) else { return false }
      rest.remove(at: index)
    }
    return rest.isEmpty
  }
}
