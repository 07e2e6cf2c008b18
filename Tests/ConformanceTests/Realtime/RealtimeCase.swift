/// One case of a database file.
struct RealtimeCase: Sendable {
  /// What a case is about, by the names of the file's format.
  enum Kind: String, CaseIterable, Sendable {
    case normalize, keyOrder, validate, query, script, serverValue, hash, pushIdPrefix, pushIdNext
    case snapshot, path, pathOrder, url, rest, sse, rules
  }

  /// How a case ended.
  enum Outcome: Sendable, Equatable {
    case passed
    /// What it needs is not built yet.
    case pending(String)
    case failed(String)
  }

  let name: String
  let kind: Kind
  let fields: CaseFields

  private static let common: Set = [
    "name", "area", "kind", "source", "verified", "note", "platform",
  ]

  /// Reads a case; a kind or field that is not known throws, so that nothing is skipped unseen.
  init(_ object: CaseValue) throws {
    name = object["name"]?.text ?? "(a case without a name)"
    guard let word = object["kind"]?.text, let kind = Kind(rawValue: word) else {
      throw CaseError("an unknown kind, \(object["kind"] ?? .null)")
    }
    self.kind = kind
    fields = try CaseFields(object, "the case", known: Self.common.union(kind.fields))
    for field in ["name", "area", "note", "platform"] where fields[field] != nil {
      _ = try fields.text(field)
    }
    if let verified = fields["verified"]?.text {
      guard ["executed", "executed-3p", "read"].contains(verified) else {
        throw CaseError("verified: unknown \(verified)")
      }
    }
  }

  /// Whether the product does what the case says.
  ///
  /// A script runs with each of these as the other client, one after another.
  func outcome(with remotes: [RemoteKind] = RemoteKind.allCases) async -> Outcome {
    do {
      switch kind {
      case .normalize, .serverValue, .query, .snapshot: try await runOnTree()
      case .keyOrder, .path, .pathOrder, .hash, .pushIdPrefix, .pushIdNext, .url: try runOnValues()
      case .validate: try await runCall()
      case .script:
        let script = try Script(fields)
        for remote in remotes { try await script.run(with: remote) }
      case .rest, .sse, .rules:
        try checkForm()
        return .pending("\(kind.rawValue) needs a server")
      }
      return .passed
    } catch let pending as PendingCase {
      return .pending(pending.reason)
    } catch {
      return .failed("\(error)")
    }
  }
}

/// Why a case cannot be run yet.
struct PendingCase: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

extension RealtimeCase.Kind {
  /// The fields of its own.
  var fields: Set<String> {
    switch self {
    case .normalize: ["input", "expect"]
    case .keyOrder: ["keys", "expect"]
    case .validate: ["call", "expect"]
    case .query: ["tree", "query", "expect"]
    case .script: ["steps", "tree", "anyOrderAcrossObservers"]
    case .serverValue: ["existing", "write", "nowMs", "expect"]
    case .hash, .path, .url: ["input", "expect"]
    case .pushIdPrefix: ["nowMs", "expect"]
    case .pushIdNext: ["previousRandom", "expect"]
    case .snapshot: ["tree", "query", "probes"]
    case .pathOrder: ["paths", "expect"]
    case .rest: ["setup", "rules", "steps", "tree"]
    case .sse: ["setup", "rules", "path", "steps", "events"]
    case .rules: ["rules", "tree", "auth", "operation", "expect", "nowMs"]
    }
  }
}

/// Fails a case unless two values are equal.
func expect(_ what: String, _ found: CaseValue, is expected: CaseValue) throws {
  guard found == expected else { throw CaseError("\(what): expected \(expected), got \(found)") }
}
