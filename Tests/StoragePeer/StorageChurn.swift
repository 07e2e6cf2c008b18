package import Foundation
package import ObjectStorage
import Synchronization
import TestSupport

/// What a peer does to an object, step by step.
///
/// It follows from the name and the step alone, so that who watches knows what must be there.
package struct StorageChurn: Sendable {
  /// What is there after some steps.
  package struct State: Hashable, Sendable {
    /// The step whose bytes are there; nil when the object is not.
    package var content: Int?
    /// The step of the last change of metadata since.
    package var patch: Int?

    package init() {}
  }

  package let name: String

  package init(_ name: String) { self.name = name }

  private static func isDeletion(_ step: Int) -> Bool { step % 5 == 4 }
  private static func isPatch(_ step: Int) -> Bool { step % 5 == 2 }

  /// What is there after that many steps.
  package static func state(after steps: Int) -> State {
    var state = State()
    for step in 0..<steps {
      if isDeletion(step) {
        state = State()
      } else if isPatch(step) {
        state.patch = step
      } else {
        state.content = step
        state.patch = nil
      }
    }
    return state
  }

  /// The bytes that a step puts.
  package func content(of step: Int) -> Data {
    var random = SeededGenerator(seed: UInt64(step) &* 1_000 &+ UInt64(name.utf8.count))
    let isLarge = Int.random(in: 0..<8, using: &random) == 0
    let count = Int.random(in: 0...(isLarge ? 600_000 : 3_000), using: &random)
    let head = Data("\(name) \(step)\n".utf8)
    return head + Data(repeating: UInt8(truncatingIfNeeded: step), count: count)
  }

  /// Makes a step.
  package func make(_ step: Int, in bucket: FolderBucket) async throws {
    let object = ObjectPath(name)
    if StorageChurn.isDeletion(step) {
      try await bucket.delete(object, within: patience)
    } else if StorageChurn.isPatch(step) {
      let patch = ObjectPatch(custom: ["patch": "\(step)"])
      _ = try await bucket.update(object, with: patch, within: patience)
    } else {
      var settings = ObjectSettings()
      settings.customMetadata = ["content": "\(step)"]
      var leg = UploadLeg(
        object: object, settings: settings, body: MemoryBody(data: content(of: step)),
        chunkSize: .max, retryTime: patience)
      _ = try await bucket.upload(&leg) { _ in }
    }
  }

  /// What is there; throws when bytes and metadata do not belong together.
  package func state(in bucket: FolderBucket) async throws -> State {
    let object = ObjectPath(name)
    var state = State()
    let record: ObjectRecord
    do {
      record = try await bucket.metadata(of: object, within: patience)
    } catch StorageError.objectNotFound {
      return state
    }
    let custom = record.settings.customMetadata ?? [:]
    state.content = custom["content"].flatMap { Int($0) }
    state.patch = custom["patch"].flatMap { Int($0) }
    let url = try await bucket.downloadURL(of: object, within: patience)
    let data = try Data(contentsOf: url)
    var checksum = Checksum()
    checksum.update(data)
    guard let step = state.content, data == content(of: step), record.size == data.count,
      checksum.md5Hash == record.md5Hash
    else { throw ProcessFailure("\(name) whole", seen: "\(record), \(data.count) bytes") }
    return state
  }
}

extension StorageChurn {
  /// Reads all objects; returns how many there are, and throws when one is not whole.
  package static func check(_ bucket: FolderBucket) async throws -> Int {
    var count = 0
    var places = [ObjectPath()]
    while let place = places.popLast() {
      var request = ListRequest(under: place)
      repeat {
        let page = try await bucket.list(request, within: patience)
        places += page.prefixes.map { ObjectPath($0) }
        for name in page.items {
          let sink = HashingSink()
          var leg = DownloadLeg(object: ObjectPath(name), sink: sink, retryTime: patience)
          let outcome = try await bucket.download(&leg)
          guard outcome.size == sink.count, outcome.crc32c == sink.crc32c else {
            throw ProcessFailure("\(name) whole", seen: "\(outcome)")
          }
          count += 1
        }
        request.pageToken = page.nextPageToken
      } while request.pageToken != nil
    }
    return count
  }
}

/// Takes the hash of what is downloaded.
private final class HashingSink: DownloadSink {
  private struct State: ~Copyable {
    var checksum = Checksum(.crc32c)
    var count: Int64 = 0
  }

  private let state = Mutex(State())

  var count: Int64 { state.withLock { $0.count } }
  var crc32c: String? { state.withLock { $0.checksum.crc32c } }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    if offset == 0 { state.withLock { $0 = State() } }
  }

  func append(_ piece: Data) throws {
    state.withLock { state in
      state.checksum.update(piece)
      state.count += Int64(piece.count)
    }
  }
}

/// Bytes to upload.
package struct MemoryBody: UploadBody {
  package let data: Data
  package init(data: Data) { self.data = data }
  package var size: Int64 { Int64(data.count) }
  package func read(at offset: Int64, count: Int) throws -> Data {
    data.dropFirst(Int(offset)).prefix(count)
  }
}
