import Foundation
import HTTPTransport

extension RemoteClient {
  /// What is not larger goes up in one request.
  static let multipartLimit: Int64 = 262_144

  /// One leg of an upload, by either protocol.
  func upload(
    _ upload: inout UploadLeg, by dialect: any UploadDialect,
    progress: @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    try check(upload.object)
    let kept = upload.session as? RemoteUpload
    let source = kept?.source ?? UploadSource(upload.body)
    let answer: ServerAnswer
    if kept == nil, source.size <= Self.multipartLimit {
      answer = try await whole(upload, source, dialect)
    } else {
      var run = UploadRun(
        client: self, dialect: dialect, source: source, upload: upload, kept: kept)
      // Also when it is broken off: another leg goes on from there.
      defer { upload.session = run.isOver ? nil : run.note }
      answer = try await run.run(progress)
      run.isOver = true
    }
    let record = try await record(answer, of: upload)
    try compare(record, source)
    progress(source.size)
    return record
  }

  /// The same bytes under the same name once more do no harm, so that this is asked again too.
  private func whole(
    _ upload: UploadLeg, _ source: UploadSource, _ dialect: any UploadDialect
  ) async throws -> ServerAnswer {
    let payload = try await source.read(at: 0, count: Int(source.size))
    let mapping = mapping(upload.object)
    let answer = try await ask(
      dialect.multipart(upload, payload), within: upload.retryTime, mapping,
      limit: ServerJSON.objectLimit
    ).answer
    guard answer.isSuccess else { throw mapping.error(answer) }
    return answer
  }

  private func record(_ answer: ServerAnswer, of upload: UploadLeg) async throws -> ObjectRecord {
    let mapping = mapping(upload.object)
    guard
      let record = ObjectRecord(json: answer.body, bucket: bucket, name: upload.object.text)
    else { throw mapping.invalidData(answer) }
    return record
  }

  /// What the server has must be what was sent.
  private func compare(_ record: ObjectRecord, _ source: UploadSource) throws {
    guard let ours = source.hash else { return }
    try HashComparison.check(expected: ours.md5, found: record.md5Hash)
    try HashComparison.check(expected: ours.crc32c, found: record.crc32c)
  }
}

/// One leg of a resumable upload.
struct UploadRun {
  let client: RemoteClient
  let dialect: any UploadDialect
  let source: UploadSource
  let upload: UploadLeg
  var machine: UploadMachine
  var isOver = false
  /// What another leg begins with: nobody knows what came of the request that is under way.
  private(set) var note: RemoteUpload?

  init(
    client: RemoteClient, dialect: any UploadDialect, source: UploadSource, upload: UploadLeg,
    kept: RemoteUpload?
  ) {
    self.client = client
    self.dialect = dialect
    self.source = source
    self.upload = upload
    machine = kept?.machine ?? UploadMachine(size: source.size, chunkSize: upload.chunkSize)
    note = kept
  }

  /// Runs to the end; returns the answer that holds the object.
  mutating func run(_ progress: @Sendable (Int64) -> Void) async throws -> ServerAnswer {
    var policy = RetryPolicy(within: upload.retryTime)
    let start = client.pacing.now()
    var reached = machine.furthest
    while true {
      try Task.checkCancellation()
      let step = machine.next
      keepNote()
      let attempt = try await ask(step)
      let verdict = machine.take(news(attempt, to: step), to: step)
      keepNote()
      if machine.furthest > reached {
        reached = machine.furthest
        policy.progressed(at: client.pacing.now() - start)
        if reached < source.size { progress(reached) }
      }
      switch verdict {
      case .goOn: continue
      case .wait: try await client.wait(after: waited(attempt), &policy, since: start, mapping)
      case .finished(let body): return try await finished(body, attempt)
      case .failed: throw client.error(attempt, mapping, isExhausted: false)
      case .failedBecause(let reason): throw mapping.unknown(reason)
      }
    }
  }

  private var mapping: ErrorMapping {
    var mapping = client.mapping(upload.object)
    // Whoever knows a session's address may write to it.
    if let session = machine.session { mapping.secrets.append(session.absoluteString) }
    return mapping
  }

  private mutating func keepNote() {
    guard machine.session != nil else {
      note = nil
      return
    }
    var later = machine
    later.asksFirst = true
    note = RemoteUpload(machine: later, source: source, client: client, dialect: dialect)
  }

  private func ask(_ step: UploadMachine.Step) async throws -> RemoteClient.Attempt {
    var chunk = Data()
    if case .chunk(let offset, let count, _) = step {
      chunk = try await source.read(at: offset, count: count)
    }
    let request = try dialect.request(
      for: step, of: upload, session: machine.session, chunk: chunk)
    // A session's address is its own key: no token goes with it, wherever it leads.
    guard case .start = step else { return try await send(request) }
    return try await client.authorized(request, send)
  }

  private func send(_ request: HTTPRequest) async throws -> RemoteClient.Attempt {
    try await client.collect(
      request, mapping, limit: ServerJSON.objectLimit, within: upload.retryTime)
  }

  private func news(
    _ attempt: RemoteClient.Attempt, to step: UploadMachine.Step
  ) -> UploadMachine.News {
    switch attempt {
    case .lost: .troubled
    case .answer(let answer): dialect.news(of: answer, to: step)
    }
  }

  /// A chunk that was answered well, and of which nothing was kept, is one that was lost.
  private func waited(_ attempt: RemoteClient.Attempt) -> RemoteClient.Attempt {
    if case .answer(let answer) = attempt, !RetryPolicy.isRetryable(answer.status) {
      return .lost("The server keeps nothing of what is sent.")
    }
    return attempt
  }

  /// The object's JSON; a query finds an upload finished without it.
  private func finished(
    _ body: Data, _ attempt: RemoteClient.Attempt
  ) async throws -> ServerAnswer {
    guard case .answer(var answer) = attempt else { throw mapping.unknown("There is no answer.") }
    answer.body = body
    guard body.isEmpty, let request = try dialect.metadataRequest(of: upload.object, client) else {
      return answer
    }
    let asked = try await client.ask(
      request, within: upload.retryTime, mapping, limit: ServerJSON.objectLimit)
    guard asked.answer.isSuccess else { throw mapping.error(asked.answer) }
    return asked.answer
  }
}

extension UploadDialect {
  func metadataRequest(of object: ObjectPath, _ client: RemoteClient) throws -> HTTPRequest? {
    HTTPRequest("GET", try client.url(objectPath(object)))
  }
}

/// Two hashes of the same kind.
enum HashComparison {
  /// Throws ``StorageError/nonMatchingChecksum(expected:found:)`` if both are there and differ.
  static func check(expected: String?, found: String?) throws {
    guard let expected, let found, expected != found else { return }
    throw StorageError.nonMatchingChecksum(expected: expected, found: found)
  }
}

extension DownloadOutcome {
  /// Compares the hashes that were taken of what came with those that the server told.
  ///
  /// Throws ``StorageError/nonMatchingChecksum(expected:found:)``; hashes that one side lacks are
  /// not compared.
  package func check(md5Hash found: String?, crc32c foundCRC: String?) throws {
    try HashComparison.check(expected: crc32c, found: foundCRC)
    try HashComparison.check(expected: md5Hash, found: found)
  }
}
