import Foundation
import Synchronization

/// Where a transfer keeps what it downloads, from the first leg to the last.
protocol TransferSink: DownloadSink {
  /// Looks for what an earlier run has left; gives the validator of those bytes.
  func open() throws -> String?
  /// Whether finishing is done in a moment, and waits for no disk.
  var isFinishedAtOnce: Bool { get }
  /// Checks that everything is there and puts it in its place.
  func finish(_ outcome: DownloadOutcome) throws
  /// Forgets what is not to be kept.
  func discard()
}

/// The legs of a download.
final class DownloadWork: TransferWork {
  private struct State: Sendable {
    var isOpen = false
    var validator: String?
    var outcome: DownloadOutcome?
  }

  private let reference: StorageReference
  private let sink: any TransferSink
  private let state = Mutex(State())

  init(_ reference: StorageReference, into sink: any TransferSink) {
    self.reference = reference
    self.sink = sink
  }

  func prepare() throws {
    try reference.path.checkName()
    if state.withLock(\.isOpen) { return }
    let validator = try sink.open()
    state.withLock { state in
      state.isOpen = true
      state.validator = validator
    }
  }

  func run(while isCurrent: @escaping @Sendable () -> Bool, report: @escaping Report) async throws {
    let bucket = try reference.storage.bucket()
    var leg = DownloadLeg(
      object: reference.path, sink: LegSink(sink, while: isCurrent, report),
      retryTime: reference.storage.downloadTime, validator: state.withLock(\.validator))
    defer { state.withLock { $0.validator = leg.validator } }
    let outcome = try await bucket.download(&leg)
    state.withLock { $0.outcome = outcome }
  }

  func settle() async throws -> Int64 {
    guard let outcome = state.withLock(\.outcome) else {
      throw StorageError.internalError(message: "The download came to no end.")
    }
    if sink.isFinishedAtOnce {
      try sink.finish(outcome)
    } else {
      try await offPool { [sink] in try sink.finish(outcome) }
    }
    return outcome.size
  }

  func discard() { sink.discard() }
}

/// The sink as one leg sees it: bytes of a leg that was stopped no longer reach it.
final class LegSink: DownloadSink {
  private let sink: any TransferSink
  private let isCurrent: @Sendable () -> Bool
  private let report: TransferWork.Report
  private let total = Mutex<Int64?>(nil)

  init(
    _ sink: any TransferSink, while isCurrent: @escaping @Sendable () -> Bool,
    _ report: @escaping TransferWork.Report
  ) {
    self.sink = sink
    self.isCurrent = isCurrent
    self.report = report
  }

  var count: Int64 { sink.count }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    guard isCurrent() else { throw CancellationError() }
    try sink.begin(at: offset, total: total, hashes: hashes)
    self.total.withLock { $0 = total }
  }

  func append(_ piece: Data) throws {
    guard isCurrent() else { throw CancellationError() }
    if piece.isEmpty { return }
    try sink.append(piece)
    report(sink.count, total.withLock { $0 })
  }

  func note(_ validator: String) { sink.note(validator) }
}
