/// Listing what lies under a place.
extension StorageReference {
  /// What a listing's completion gets.
  public typealias ListCompletion = @Sendable (StorageListResult?, (any Error)?) -> Void

  /// The first page, of 1 to 1,000 objects and prefixes; another number is `invalidArgument`.
  ///
  /// Of what lies directly under this place; nothing there is an empty page. The error comes as
  /// others do, on the callback queue.
  public func list(maxResults: Int64, completion: @escaping ListCompletion) {
    answer({ try await self.list(maxResults: maxResults) }) { completion($0.value, $0.failure) }
  }

  /// The first page.
  public func list(
    maxResults: Int64,
    completion: @escaping @Sendable (Result<StorageListResult, any Error>) -> Void
  ) {
    answer({ try await self.list(maxResults: maxResults) }, completion)
  }

  /// The page behind the one that gave the token.
  public func list(
    maxResults: Int64, pageToken: String, completion: @escaping ListCompletion
  ) {
    answer({ try await self.list(maxResults: maxResults, pageToken: pageToken) }) {
      completion($0.value, $0.failure)
    }
  }

  /// The page behind the one that gave the token.
  public func list(
    maxResults: Int64, pageToken: String,
    completion: @escaping @Sendable (Result<StorageListResult, any Error>) -> Void
  ) {
    answer({ try await self.list(maxResults: maxResults, pageToken: pageToken) }, completion)
  }

  /// Everything directly under this place, page after page.
  ///
  /// The completion is called once. Cost: memory and requests in proportion to what is there.
  public func listAll(completion: @escaping ListCompletion) {
    answer({ try await self.listAll() }) { completion($0.value, $0.failure) }
  }

  /// Everything directly under this place, page after page.
  public func listAll(
    completion: @escaping @Sendable (Result<StorageListResult, any Error>) -> Void
  ) {
    answer({ try await self.listAll() }, completion)
  }

  /// The first page, of 1 to 1,000 objects and prefixes; another number is `invalidArgument`.
  public func list(maxResults: Int64) async throws -> StorageListResult {
    try await page(maxResults, nil)
  }

  /// The page behind the one that gave the token.
  public func list(maxResults: Int64, pageToken: String) async throws -> StorageListResult {
    try await page(maxResults, pageToken)
  }

  /// Everything directly under this place, page after page; each prefix once.
  public func listAll() async throws -> StorageListResult {
    var prefixes = Names()
    var items = Names()
    var tokens: Set<String> = []
    var token: String?
    repeat {
      let page = try await ask(ListRequest(under: path, pageToken: token))
      prefixes.add(page.prefixes)
      items.add(page.items)
      token = page.nextPageToken
      if let token, !tokens.insert(token).inserted {
        throw StorageError.internalError(message: "The storage lists the same page for ever.")
      }
    } while token != nil
    return result(prefixes.list, items.list, nil)
  }

  private func page(_ maxResults: Int64, _ token: String?) async throws -> StorageListResult {
    guard (1...1000).contains(maxResults) else {
      // Firebase: the text.
      throw StorageError.invalidArgument(
        message: "Argument 'maxResults' must be between 1 and 1000 inclusive.")
    }
    let request = ListRequest(under: path, maxResults: Int(maxResults), pageToken: token)
    let page = try await ask(request)
    return result(page.prefixes, page.items, page.nextPageToken)
  }

  private func ask(_ request: ListRequest) async throws -> ListPage {
    do {
      return try await storage.bucket().list(request, within: storage.operationTime)
    } catch {
      throw StorageError(error)
    }
  }

  private func result(
    _ prefixes: [String], _ items: [String], _ token: String?
  ) -> StorageListResult {
    StorageListResult(
      prefixes: prefixes.map { at(ObjectPath($0)) }, items: items.map { at(ObjectPath($0)) },
      pageToken: token)
  }
}

/// Names in the order in which they came, each once, byte by byte.
private struct Names {
  private(set) var list: [String] = []
  private var known: Set<[UInt8]> = []

  mutating func add(_ names: [String]) {
    for name in names where known.insert(Array(name.utf8)).inserted { list.append(name) }
  }
}
