import JSONTree

extension DatabaseReference {
  /// Replaces what is here by an encoded value; throws at once when it cannot be encoded.
  ///
  /// The priority is cleared.
  @preconcurrency
  public func setValue<Value: Encodable>(
    from value: Value, encoder: Database.Encoder = Database.Encoder(),
    completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) throws {
    let write = try encoded(value, encoder)
    guard let completion else {
      submit(write, nil)
      return
    }
    submit(write) { error, _ in completion(error) }
  }

  /// Replaces what is here by an encoded value, and returns when it is durable and announced.
  @discardableResult
  public func setValue<Value: Encodable>(
    from value: Value, encoder: Database.Encoder = Database.Encoder()
  ) async throws -> DatabaseReference {
    try await finish(encoded(value, encoder))
  }

  private func encoded(_ value: some Encodable, _ encoder: Database.Encoder) throws -> Write {
    let draft = try encoder.draft(of: value)
    // Nothing can be written at `/.info`: a fault of the caller's, as with any other value.
    return writing { path throws(TreeSyntaxError) in try .set(path, draft) }
  }
}
