public import Foundation

/// What is asked and answered in one go, and cannot be observed.
extension StorageReference {
  /// An address at which the object can be read.
  ///
  /// Of a folder the `file:` address of these very bytes, which ends when the object is put anew or
  /// deleted. Of a server the address with the object's token, for which no other leave is needed;
  /// an object without a token has none, and that is `unknown`.
  public func downloadURL(
    completion: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {
    answer({ try await self.downloadURL() }) { completion($0.value, $0.failure) }
  }

  /// An address at which the object can be read.
  public func downloadURL(completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
    answer({ try await self.downloadURL() }, completion)
  }

  /// An address at which the object can be read.
  public func downloadURL() async throws -> URL {
    try await ask { try await $0.downloadURL(of: $1, within: $2) }
  }

  /// Deletes the object; one that is not there is `objectNotFound`.
  public func delete(completion: (@Sendable ((any Error)?) -> Void)?) {
    answer({ try await self.delete() }) { completion?($0.failure) }
  }

  /// Deletes the object; one that is not there is `objectNotFound`.
  public func delete() async throws {
    try await ask { try await $0.delete($1, within: $2) }
  }

  /// What the storage says of the object; one that is not there is `objectNotFound`.
  public func getMetadata(completion: @escaping MetadataCompletion) {
    answer({ try await self.getMetadata() }) { completion($0.value, $0.failure) }
  }

  /// What the storage says of the object.
  public func getMetadata(
    completion: @escaping @Sendable (Result<StorageMetadata, any Error>) -> Void
  ) {
    answer({ try await self.getMetadata() }, completion)
  }

  /// What the storage says of the object.
  public func getMetadata() async throws -> StorageMetadata {
    let record = try await ask { try await $0.metadata(of: $1, within: $2) }
    return StorageMetadata(record, at: self)
  }

  /// Changes what differs from what `metadata` was made from, and gives what the storage then says.
  ///
  /// `metadata` is copied as it is now, and stays as it is: to change more, go on with what comes
  /// back. A field that is set to nil is taken away.
  public func updateMetadata(_ metadata: StorageMetadata, completion: MetadataCompletion?) {
    let asked = metadata.copied()
    answer({ try await self.updateMetadata(asked) }) { completion?($0.value, $0.failure) }
  }

  /// Changes what differs from what `metadata` was made from, and gives what the storage then says.
  public func updateMetadata(
    _ metadata: StorageMetadata,
    completion: @escaping @Sendable (Result<StorageMetadata, any Error>) -> Void
  ) {
    let asked = metadata.copied()
    answer({ try await self.updateMetadata(asked) }, completion)
  }

  /// Changes what differs from what `metadata` was made from, and gives what the storage then says.
  public func updateMetadata(_ metadata: StorageMetadata) async throws -> StorageMetadata {
    let patch = metadata.patch
    let record = try await ask { try await $0.update($1, with: patch, within: $2) }
    return StorageMetadata(record, at: self)
  }

  /// Asks the bucket something about this object; every error is a ``StorageError``.
  private func ask<Answer: Sendable>(
    _ question: (any Bucket, ObjectPath, Duration) async throws -> Answer
  ) async throws -> Answer {
    do {
      try path.checkName()
      return try await question(storage.bucket(), path, storage.operationTime)
    } catch {
      throw StorageError(error)
    }
  }
}
