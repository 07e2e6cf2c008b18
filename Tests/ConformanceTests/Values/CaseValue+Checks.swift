import JSONTree

/// What the library would trap at is looked at first, by its throwing half: a case that says it
/// fails, and the run goes on.
extension CaseValue {
  /// Refuses a value that cannot be written at a place.
  func checkWritable(at path: String = "/", priority: CaseValue? = nil) throws {
    _ = try Write.set(try Path(path), try draft())
    guard let priority else { return }
    guard let draft = try priority.draft().asPriority else {
      throw CaseError("no priority: \(priority)")
    }
    _ = try Write.priority(try Path(path), draft)
  }

  /// Refuses values that cannot be written below a place in one write.
  static func checkWritable(_ members: [Member], at path: String) throws {
    let named = try members.map { ($0.name, try $0.value.draft()) }
    _ = try Write.update(at: try Path(path), named: named)
  }

  private func draft() throws -> Draft { try JSONReader.draft(from: description) }

  /// The value as a bound of a query.
  func bound() throws -> Scalar? {
    switch try draft() {
    case .node(.empty): nil
    case .node(.leaf(let scalar, nil)): scalar
    case .node, .leaf, .server, .branch: throw CaseError("no bound: \(self)")
    }
  }
}

extension ScriptStep {
  /// Refuses a step at which the library would trap.
  func check() throws {
    switch act {
    case .remoteSet(let path, let value): try value.checkWritable(at: path)
    case .remoteUpdate(let path, let values): try CaseValue.checkWritable(values, at: path)
    case .observe(_, let path, _, _), .once(_, let path, _), .removeAll(let path),
      .get(_, let path):
      _ = try Path(path)
    case .write(_, let path, .set(let value, let priority)):
      try value.checkWritable(at: path, priority: priority)
    case .write(_, let path, .priority(let value)):
      try CaseValue.null.checkWritable(at: path, priority: value)
    case .write(_, let path, .update(let values)), .onDisconnect(_, let path, .update(let values)):
      try CaseValue.checkWritable(values, at: path)
    case .onDisconnect(_, let path, .set(let value)): try value.checkWritable(at: path)
    case .write(_, let path, .remove), .onDisconnect(_, let path, .remove),
      .onDisconnect(_, let path, .cancel):
      try CaseValue.null.checkWritable(at: path)
    case .transaction(_, let path, let function, _):
      try CaseValue.null.checkWritable(at: path)
      try function.check(at: path)
    case .unobserve, .clock, .offline, .online, .server: return
    }
  }
}

extension UpdateFunction {
  /// Refuses a function whose result cannot be written at a place.
  func check(at path: String) throws {
    switch self {
    case .replace(let value): try value.checkWritable(at: path)
    case .setChild(let key, let value): try value.checkWritable(at: path + "/" + key)
    case .abortIfNull(let then), .keepNull(let then): try then.check(at: path)
    case .increment, .abort: return
    }
  }
}
