public import Foundation

/// Getting objects out of the storage.
extension StorageReference {
  /// Downloads into memory, at most `maxSize` bytes; the completion is called once.
  ///
  /// A larger object is `downloadSizeExceeded`, found before its bytes are taken where its size is
  /// declared.
  @discardableResult
  public func getData(
    maxSize: Int64, completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> StorageDownloadTask {
    begun(download(maxSize: maxSize) { completion($0.value, $0.failure) })
  }

  /// Downloads into memory, at most `maxSize` bytes; the completion is called once.
  @discardableResult
  public func getData(
    maxSize: Int64, completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) -> StorageDownloadTask {
    begun(download(maxSize: maxSize) { completion($0.answer) })
  }

  /// Downloads into memory and waits for the end; cancelling the Swift task cancels the download.
  public func data(maxSize: Int64) async throws -> Data {
    try await finished(nil) { self.download(maxSize: maxSize, $0) }
  }

  /// Downloads into a file: folders on the way are made, an old file is replaced when everything is
  /// there, and is untouched by what fails.
  @discardableResult
  public func write(toFile fileURL: URL) -> StorageDownloadTask {
    begun(download(to: fileURL))
  }

  /// Downloads into a file; the completion is called once, with the same address.
  @discardableResult
  public func write(
    toFile fileURL: URL, completion: (@Sendable (URL?, (any Error)?) -> Void)?
  ) -> StorageDownloadTask {
    begun(download(to: fileURL) { completion?($0.value, $0.failure) })
  }

  /// Downloads into a file; the completion is called once, with the same address.
  @discardableResult
  public func write(
    toFile fileURL: URL, completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) -> StorageDownloadTask {
    begun(download(to: fileURL) { completion($0.answer) })
  }

  /// Downloads into a file and waits for the end; cancelling the Swift task cancels the download.
  ///
  /// `onProgress` runs on the callback queue.
  public func writeAsync(
    toFile fileURL: URL, onProgress: (@Sendable (Progress?) -> Void)? = nil
  ) async throws -> URL {
    try await finished(onProgress) { self.download(to: fileURL, $0) }
  }

  /// Downloads into a file, going on from where an earlier run was ended.
  ///
  /// Ours. With `resuming` what has arrived lies in `NAME.part` beside the destination, and what
  /// tells the object's content from any other in `NAME.part.tag`; both go when the file is whole.
  /// What failed or was cancelled leaves them; an object that has changed since begins anew. Only
  /// one program at a time may write a part; the second fails.
  package func write(
    toFile fileURL: URL, resuming: Bool,
    completion: @escaping @Sendable (Result<URL, any Error>) -> Void = { _ in }
  ) -> StorageDownloadTask {
    begun(download(to: fileURL, resuming: resuming) { completion($0.answer) })
  }

  /// The same, waiting for the end; cancelling the Swift task cancels the download, and keeps the
  /// part.
  package func writeAsync(
    toFile fileURL: URL, resuming: Bool, onProgress: (@Sendable (Progress?) -> Void)? = nil
  ) async throws -> URL {
    try await finished(onProgress) { self.download(to: fileURL, resuming: resuming, $0) }
  }

  /// A download into memory that has not begun.
  func download(
    maxSize: Int64, _ completion: @escaping Completion<Data> = { _ in }
  ) -> StorageDownloadTask {
    let sink = MemorySink(maxSize: maxSize)
    return download(into: sink) { error in completion(Result(error) { sink.data }) }
  }

  /// A download into a file that has not begun.
  func download(
    to file: URL, resuming: Bool = false, _ completion: @escaping Completion<URL> = { _ in }
  ) -> StorageDownloadTask {
    let sink = FileSink(file, resuming: resuming ? self : nil)
    return download(into: sink) { error in completion(Result(error) { file }) }
  }

  private func download(
    into sink: any TransferSink, _ completion: @escaping @Sendable (StorageError?) -> Void
  ) -> StorageDownloadTask {
    let transfer = Transfer(.download, at: self, DownloadWork(self, into: sink)) { nil }
    transfer.whenOver(completion)
    return StorageDownloadTask(transfer)
  }
}
