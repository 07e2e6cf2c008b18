public import Foundation

/// Putting objects into the storage.
extension StorageReference {
  /// What an upload's completion gets: what the storage says of the object, or an `NSError`.
  public typealias MetadataCompletion = @Sendable (StorageMetadata?, (any Error)?) -> Void

  /// Uploads bytes.
  ///
  /// `metadata` is copied as it is now. A name that no object may have fails before anything is
  /// sent. Cost: the bytes are held until the end.
  @discardableResult
  public func putData(
    _ uploadData: Data, metadata: StorageMetadata? = nil
  ) -> StorageUploadTask {
    begun(upload(.data(uploadData), metadata))
  }

  /// Uploads bytes; the completion is called once.
  @discardableResult
  public func putData(
    _ uploadData: Data, metadata: StorageMetadata? = nil, completion: MetadataCompletion?
  ) -> StorageUploadTask {
    begun(upload(.data(uploadData), metadata) { completion?($0.value, $0.failure) })
  }

  /// Uploads bytes; the completion is called once.
  @discardableResult
  public func putData(
    _ uploadData: Data, metadata: StorageMetadata? = nil,
    completion: @escaping @Sendable (Result<StorageMetadata, any Error>) -> Void
  ) -> StorageUploadTask {
    begun(upload(.data(uploadData), metadata) { completion($0.answer) })
  }

  /// Uploads a file, which must be a plain one and stay as it is until the end.
  @discardableResult
  public func putFile(
    from fileURL: URL, metadata: StorageMetadata? = nil
  ) -> StorageUploadTask {
    begun(upload(.file(fileURL), metadata))
  }

  /// Uploads a file; the completion is called once.
  @discardableResult
  public func putFile(
    from fileURL: URL, metadata: StorageMetadata? = nil, completion: MetadataCompletion?
  ) -> StorageUploadTask {
    begun(upload(.file(fileURL), metadata) { completion?($0.value, $0.failure) })
  }

  /// Uploads a file; the completion is called once.
  @discardableResult
  public func putFile(
    from fileURL: URL, metadata: StorageMetadata? = nil,
    completion: @escaping @Sendable (Result<StorageMetadata, any Error>) -> Void
  ) -> StorageUploadTask {
    begun(upload(.file(fileURL), metadata) { completion($0.answer) })
  }

  /// Uploads bytes and waits for the end; cancelling the Swift task cancels the upload.
  ///
  /// `onProgress` runs on the callback queue.
  public func putDataAsync(
    _ uploadData: Data, metadata: StorageMetadata? = nil,
    onProgress: (@Sendable (Progress?) -> Void)? = nil
  ) async throws -> StorageMetadata {
    try await finished(onProgress) { self.upload(.data(uploadData), metadata, $0) }
  }

  /// Uploads a file and waits for the end; cancelling the Swift task cancels the upload.
  ///
  /// `onProgress` runs on the callback queue.
  public func putFileAsync(
    from url: URL, metadata: StorageMetadata? = nil,
    onProgress: (@Sendable (Progress?) -> Void)? = nil
  ) async throws -> StorageMetadata {
    try await finished(onProgress) { self.upload(.file(url), metadata, $0) }
  }

  /// An upload that has not begun.
  func upload(
    _ source: UploadWork.Source, _ metadata: StorageMetadata?,
    _ completion: @escaping Completion<StorageMetadata> = { _ in }
  ) -> StorageUploadTask {
    let work = UploadWork(source, to: self, metadata)
    let transfer = Transfer(.upload, at: self, work) { work.metadata }
    transfer.whenOver { error in completion(Result(error) { work.metadata.copied() }) }
    return StorageUploadTask(transfer)
  }
}
