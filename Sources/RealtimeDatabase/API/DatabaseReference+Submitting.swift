import JSONTree

/// The checked core of writing by Firebase's names.
extension DatabaseReference {
  func setting(_ value: Any?, _ call: StaticString = #function) -> Write {
    writing(call) { path throws(TreeSyntaxError) in try .set(path, try Draft(bridging: value)) }
  }

  func setting(
    _ value: Any?, _ priority: Any?, _ call: StaticString = #function
  ) -> Write {
    writing(call) { path throws(TreeSyntaxError) in
      let priority = try Draft.readPriority(priority, at: path.description)
      return try .set(path, try Draft(bridging: value).with(priority))
    }
  }

  func prioritizing(_ priority: Any?, _ call: StaticString = #function) -> Write {
    writing(call) { path throws(TreeSyntaxError) in
      try .priority(path, try Draft.readPriority(priority, at: path.description))
    }
  }

  func updating(_ values: [AnyHashable: Any], _ call: StaticString = #function) -> Write {
    writing(call) { path throws(TreeSyntaxError) in
      var named: [(String, Draft)] = []
      for (key, value) in values {
        guard let name = key.base as? String else {
          throw TreeSyntaxError(.badPath, "The keys of an update are texts.", at: "\(key)")
        }
        named.append((name, try Draft(bridging: value)))
      }
      return try .update(at: path, named: named)
    }
  }

  func writing(
    _ call: StaticString = #function, _ make: (Path) throws(TreeSyntaxError) -> Write
  ) -> Write {
    trapping(call) { () throws(TreeSyntaxError) in try make(path) }
  }

  func submit(_ write: Write, _ block: WriteCompletion?) {
    guard let block else {
      database.submit(write) { _ in }
      return
    }
    database.submit(write) { [self] result in
      database.delivery.post { [self] in
        switch result {
        case .success: block(nil, self)
        case .failure(let error): block(error.nsError, self)
        }
      }
    }
  }

  func finish(_ write: Write) async throws -> DatabaseReference {
    try await withCheckedThrowingContinuation { continuation in
      database.submit(write) { [database] result in
        database.delivery.post { continuation.resume(with: result.map { _ in self }) }
      }
    }
  }
}

extension Draft {
  /// The same with another priority; nothing stays nothing.
  fileprivate func with(_ priority: PriorityDraft) -> Draft {
    switch self {
    case .node(.empty): return .empty
    case .node(.leaf(let scalar, _)), .leaf(let scalar, _): return .leaf(scalar, priority: priority)
    case .server(let value, _): return .server(value, priority: priority)
    case .branch(let children, _): return .branch(children, priority: priority)
    case .node(.branch(let children, _)):
      switch priority {
      case .absent: return .node(Node(children))
      case .scalar(let priority): return .node(Node(children, priority: priority))
      case .server:
        let drafts = children.map { ($0.key, Draft.node($0.node)) }
        return .branch(Dictionary(drafts) { _, later in later }, priority: priority)
      }
    }
  }
}
