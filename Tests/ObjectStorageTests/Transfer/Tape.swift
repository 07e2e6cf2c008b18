import Foundation
import ObjectStorage
import Synchronization
import TestSupport

/// The events of one transfer as they came, in the short notation R, P(done/total), Z, S, F(code).
final class Tape: Sendable {
  private let events = Mutex<[String]>([])

  /// Observes all kinds of event.
  func attach(to task: some StorageObservableTask) {
    for status in StorageTaskStatus.allCases where status != .unknown {
      task.observe(status) { self.note(Tape.text($0)) }
    }
  }

  static func text(_ snapshot: StorageTaskSnapshot) -> String {
    switch snapshot.status {
    case .unknown: return "?"
    case .resume: return "R"
    case .progress:
      let progress = snapshot.progress ?? Progress(totalUnitCount: -2)
      return "P(\(progress.completedUnitCount)/\(progress.totalUnitCount))"
    case .pause: return "Z"
    case .success: return "S"
    case .failure: return "F(\((snapshot.error as? NSError)?.code ?? 0))"
    }
  }

  func note(_ event: String) { events.withLock { $0.append(event) } }

  var all: [String] { events.withLock { $0 } }

  func count(of start: String) -> Int { all.count { $0.hasPrefix(start) } }

  /// Waits until an event that begins like this has come.
  func reach(_ start: String, _ number: Int = 1) async throws {
    do {
      try await eventually("\(start) no. \(number)") { self.count(of: start) >= number }
    } catch {
      throw ProcessFailure("\(start) no. \(number)", seen: "\(all)")
    }
  }

  /// Waits until the transfer has ended and what was posted has been delivered; gives everything.
  func whole(_ storage: Storage) async throws -> [String] {
    try await eventually("the end of the transfer") {
      self.count(of: "S") + self.count(of: "F") > 0
    }
    await settled(storage)
    return all
  }

  /// Everything, with runs of progress that has a total as one `P…`.
  static func folded(_ events: [String]) -> [String] {
    var folded: [String] = []
    for event in events {
      let short = event.hasPrefix("P") ? "P…" : event
      if short == "P…", folded.last == short { continue }
      folded.append(short)
    }
    return folded
  }

  /// The completed counts of all progress.
  var completed: [Int64] {
    all.compactMap { $0.hasPrefix("P(") ? Int64($0.dropFirst(2).prefix { $0 != "/" }) : nil }
  }

  var totals: Set<Int64> {
    Set(
      all.compactMap { event in
        guard event.hasPrefix("P("), let slash = event.firstIndex(of: "/") else { return nil }
        return Int64(event[event.index(after: slash)...].dropLast())
      })
  }
}

/// Waits until what was posted before has been delivered.
func settled(_ storage: Storage) async {
  let reference = storage.reference()
  await withCheckedContinuation { continuation in
    // The refusal of a listing takes the same way as every callback.
    reference.list(maxResults: 0) { (_: StorageListResult?, _: (any Error)?) in
      continuation.resume()
    }
  }
}

/// A storage over a fake bucket.
struct Place {
  let bucket: FakeBucket
  let storage: Storage

  init(_ script: FakeBucket.Script = FakeBucket.Script(), name: String = "bucket") {
    bucket = FakeBucket(name, script)
    storage = Storage(bucket: bucket)
  }

  func reference(_ path: String) -> StorageReference { storage.reference(withPath: path) }

  /// An object of so many bytes that follow from its size.
  @discardableResult
  func put(_ size: Int, at path: String = "x", generation: Int64 = 1) -> Data {
    let data = Place.bytes(size)
    bucket.put(data, at: path, generation: generation)
    return data
  }

  static func bytes(_ size: Int, seed: UInt8 = 7) -> Data {
    // One block of a prime size again and again: quick, and shifted bytes are seen.
    let block = Data((0..<4099).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ ($0 >> 8)) ^ seed })
    var data = Data(capacity: size + block.count)
    while data.count < size { data.append(block) }
    return Data(data.prefix(size))
  }
}

/// What a completion brought, and how often.
final class Answers<Value: Sendable>: Sendable {
  private let all = Mutex<[Result<Value, any Error>]>([])

  func note(_ value: Value?, _ error: (any Error)?) {
    all.withLock { all in
      if let value { all.append(.success(value)) }
      if let error { all.append(.failure(error)) }
    }
  }

  func note(_ result: Result<Value, any Error>) { all.withLock { $0.append(result) } }

  var count: Int { all.withLock(\.count) }

  func first() async throws -> Result<Value, any Error> {
    try await eventually("an answer") { self.all.withLock { $0.first } }
  }

  /// The error's code; nil when it is a value.
  func code() async throws -> Int? { (try await error())?.code }

  func error() async throws -> NSError? {
    guard case .failure(let error) = try await first() else { return nil }
    return error as NSError
  }
}
