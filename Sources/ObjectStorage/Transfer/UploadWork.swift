import Foundation
import Synchronization

/// The legs of an upload.
final class UploadWork: TransferWork {
  enum Source: Sendable {
    case data(Data)
    case file(URL)
  }

  private struct State: Sendable {
    var metadata: StorageMetadata
    var body: HashedBody?
    var leg: UploadLeg?
    var record: ObjectRecord?
  }

  private let reference: StorageReference
  private let source: Source
  private let state: Mutex<State>

  init(_ source: Source, to reference: StorageReference, _ metadata: StorageMetadata?) {
    self.reference = reference
    self.source = source
    let asked = (metadata ?? StorageMetadata()).copied()
    state = Mutex(State(metadata: asked))
  }

  /// What was asked for, and once it is done what the bucket says.
  var metadata: StorageMetadata { state.withLock(\.metadata) }

  func prepare() throws {
    try reference.path.checkName()
    if state.withLock({ $0.leg != nil }) { return }
    let storage = reference.storage
    let body: any UploadBody =
      switch source {
      case .data(let data): DataBody(data: data)
      case .file(let url): try FileBody(url)
      }
    let type = try contentType(of: body)
    state.withLock { state in
      state.metadata = state.metadata.asked(for: reference, contentType: type)
      let hashed = HashedBody(body)
      state.body = hashed
      state.leg = UploadLeg(
        object: reference.path, settings: state.metadata.settings, body: hashed,
        chunkSize: storage.uploadChunkSizeBytes, retryTime: storage.uploadTime)
    }
  }

  private func contentType(of body: any UploadBody) throws -> String {
    if case .file(let url) = source, let type = ContentType.ofName(url.lastPathComponent) {
      return type
    }
    if let type = ContentType.ofName(reference.name) { return type }
    return ContentType.ofBytes(try body.read(at: 0, count: 16)) ?? ContentType.unknown
  }

  func run(while isCurrent: @escaping @Sendable () -> Bool, report: @escaping Report) async throws {
    guard var leg = state.withLock(\.leg) else { throw CancellationError() }
    defer { state.withLock { $0.leg = leg } }
    let size = leg.body.size
    let bucket = try reference.storage.bucket()
    let record = try await bucket.upload(&leg) { report($0, size) }
    state.withLock { $0.record = record }
  }

  func settle() async throws -> Int64 {
    guard
      let (record, body) = state.withLock({ state in
        state.record.flatMap { record in state.body.map { (record, $0) } }
      })
    else { throw StorageError.internalError(message: "The upload came to no end.") }
    try await offPool { try body.verify(record) }
    state.withLock { $0.metadata = StorageMetadata(record, at: reference) }
    return body.size
  }

  func discard() {
    // What the engine keeps of it goes with the leg, however long the task is held.
    let leg = state.withLock { state in
      defer { state.leg = nil }
      return state.leg
    }
    guard let session = leg?.session as? any AbandonableUpload else { return }
    // Nobody waits for that a server hears of it.
    Task { await session.abandon() }
  }
}
