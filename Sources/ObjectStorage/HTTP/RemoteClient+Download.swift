import Foundation
import HTTPTransport
import Synchronization

extension RemoteClient {
  /// One leg of a download; `address` makes a request's address of the generation that is wanted.
  func download(
    _ download: inout DownloadLeg, address: (_ generation: Int64) throws -> URL,
    metadata: () async throws -> ObjectRecord
  ) async throws -> DownloadOutcome {
    try check(download.object)
    let mapping = mapping(download.object)
    let sink = download.sink
    var machine = DownloadMachine(validator: download.validator)
    var policy = RetryPolicy(within: download.retryTime)
    let start = pacing.now()
    var furthest = sink.count
    while true {
      try Task.checkCancellation()
      let request = machine.request(kept: sink.count)
      let receiver = DownloadReceiver(machine, request, sink)
      let time = download.retryTime
      defer { download.validator = machine.validator?.note }
      var wire = HTTPRequest("GET", try address(request.generation))
      wire.headers = ["Accept-Encoding": "identity"]
      if request.offset > 0 {
        wire.headers["Range"] = "bytes=\(request.offset)-"
        wire.headers["If-Range"] = request.ifRange
      }
      let attempt: Attempt
      do {
        attempt = try await authorized(wire) { wire in
          try await send(wire, to: receiver, mapping, within: time) { receiver.errorBody }
        }
      } catch {
        // The validator of what came before it was broken off.
        machine = receiver.machine
        throw error
      }
      machine = receiver.machine
      if sink.count > furthest {
        furthest = sink.count
        policy.progressed(at: pacing.now() - start)
      }
      switch receiver.verdict {
      case .begin:
        if case .answer = attempt, machine.total.map({ $0 == sink.count }) ?? true {
          return outcome(machine, sink)
        }
        try await wait(after: cut(attempt), &policy, since: start, mapping)
      case .compare:
        let record = try await metadata()
        if record.size == sink.count, isSame(record, machine) { return outcome(record) }
        let verdict = machine.restart(because: "The object's size and its bytes do not agree.")
        if case .failedBecause(let reason) = verdict { throw mapping.unknown(reason) }
      case .restart: continue
      case .failedBecause(let reason): throw mapping.unknown(reason)
      case .failed, nil: try await wait(after: attempt, &policy, since: start, mapping)
      }
    }
  }

  private func cut(_ attempt: Attempt) -> Attempt {
    if case .answer = attempt { return .lost("The server sent less than the whole object.") }
    return attempt
  }

  private func outcome(_ machine: DownloadMachine, _ sink: any DownloadSink) -> DownloadOutcome {
    DownloadOutcome(
      size: sink.count, md5Hash: machine.md5Hash, crc32c: machine.crc32c,
      generation: machine.validator?.generation ?? 0)
  }

  private func outcome(_ record: ObjectRecord) -> DownloadOutcome {
    DownloadOutcome(
      size: record.size, md5Hash: record.md5Hash, crc32c: record.crc32c,
      generation: record.generation)
  }

  private func isSame(_ record: ObjectRecord, _ machine: DownloadMachine) -> Bool {
    guard let validator = machine.validator else { return false }
    if validator.generation != 0, record.generation != 0 {
      return validator.generation == record.generation
    }
    return validator.etag != nil && validator.etag == record.etag
  }
}

/// Hands an answer's bytes to a sink as the machine says.
final class DownloadReceiver: HTTPReceiver {
  private struct State {
    var machine: DownloadMachine
    var verdict: DownloadMachine.Verdict?
    var errorBody = Data()
  }

  private let state: Mutex<State>
  private let request: DownloadMachine.Request
  private let sink: any DownloadSink

  init(_ machine: DownloadMachine, _ request: DownloadMachine.Request, _ sink: any DownloadSink) {
    state = Mutex(State(machine: machine))
    self.request = request
    self.sink = sink
  }

  var machine: DownloadMachine { state.withLock { $0.machine } }
  /// Nil when no answer came.
  var verdict: DownloadMachine.Verdict? { state.withLock { $0.verdict } }
  /// The beginning of an answer that is no object.
  var errorBody: Data { state.withLock { $0.errorBody } }

  func receive(_ head: HTTPHead) throws {
    let (verdict, validator) = state.withLock { state in
      let verdict = state.machine.take(head, to: request)
      state.verdict = verdict
      return (verdict, state.machine.validator)
    }
    if case .begin(let offset, let total, let hashes) = verdict {
      try sink.begin(at: offset, total: total, hashes: hashes)
      // Before the first byte: a program that is killed from here on leaves a part that another
      // can take up.
      if let validator { sink.note(validator.note) }
    }
  }

  func receive(_ piece: Data) throws {
    let isObject = state.withLock { state in
      if case .begin = state.verdict { return true }
      let room = RemoteClient.errorLimit - state.errorBody.count
      state.errorBody.append(piece.prefix(max(0, room)))
      return false
    }
    if isObject { try sink.append(piece) }
  }
}
