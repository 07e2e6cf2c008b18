@preconcurrency import Dispatch
import Foundation
import Glibc
import ObjectStorage
import Platform
import Synchronization

/// Covers put into a bucket in a folder, and got from it.
///
/// The peer writes, reads and copies the same files by plain calls of the system: open, write,
/// fsync, close; open, read, close; and both, as `cp` with an fsync does.
enum StorageRows {
  static let all = [
    Row(name: "object-put", summary: "covers of 30 kB put, one at a time") { stage in
      [try await put(stage, atOnce: 1)]
    },
    Row(name: "object-put-16", summary: "the same, sixteen at a time") { stage in
      [try await put(stage, atOnce: 16)]
    },
    Row(name: "object-get", summary: "covers got, one at a time") { stage in
      [try await get(stage, atOnce: 1)]
    },
    Row(name: "object-get-16", summary: "the same, sixteen at a time") { stage in
      [try await get(stage, atOnce: 16)]
    },
    Row(name: "object-file", summary: "covers got into files, durably, one at a time") { stage in
      [try await file(stage)]
    },
    Row(name: "object-data", summary: "covers got by the public interface, one at a time") {
      stage in [try await data(stage)]
    },
  ]

  /// Bytes of a cover.
  private static let size = 30_000
  private static let time: Duration = .seconds(60)

  /// A cover; each has other bytes.
  private static func cover(_ index: Int) -> Data {
    var data = Data(repeating: UInt8(truncatingIfNeeded: index), count: size)
    withUnsafeBytes(of: index) { data.replaceSubrange(0..<8, with: $0) }
    return data
  }

  private static func put(_ stage: Stage, atOnce: Int) async throws -> Measure {
    let count = stage.pick(quick: 500, whole: 10_000)
    let covers = (0..<count).map(cover)
    let pairs = try await alternating(
      stage.pick(quick: stage.rounds, whole: 3),
      ours: {
        let folder = try stage.newFolder("bucket")
        let bucket = try await FolderBucket.open("bench", at: folder, creates: true)
        let lap = try await lap(count, atOnce) { try await store(covers[$0], $0, in: bucket) }
        await bucket.close()
        return lap
      },
      peer: {
        let folder = try stage.newFolder("files")
        return try peerLap(count, atOnce) { try write(covers[$0], to: "\(folder)/\($0)") }
      })
    let rest = try await parts(covers, stage)
    return .rates(
      atOnce == 1 ? "object-put" : "object-put-16", pairs, targets: [.atLeast(0.35)], note: rest)
  }

  /// A bucket and a folder with the same covers.
  private static func filled(
    _ stage: Stage
  ) async throws -> (bucket: FolderBucket, folder: String, count: Int) {
    let count = stage.pick(quick: 500, whole: 10_000)
    let covers = (0..<count).map(cover)
    let bucket = try await FolderBucket.open(
      "bench", at: try stage.newFolder("bucket"), creates: true)
    let folder = try stage.newFolder("files")
    _ = try await lap(count, 16) { try await store(covers[$0], $0, in: bucket) }
    _ = try peerLap(count, 1) { try write(covers[$0], to: "\(folder)/\($0)") }
    return (bucket, folder, count)
  }

  private static func get(_ stage: Stage, atOnce: Int) async throws -> Measure {
    let (bucket, folder, count) = try await filled(stage)
    let pairs = try await alternating(
      stage.rounds,
      ours: { try await lap(count, atOnce) { try await fetch($0, from: bucket) } },
      peer: { try peerLap(count, atOnce) { try read("\(folder)/\($0)") } })
    let start = Stopwatch.now()
    for index in 0..<count {
      _ = try await bucket.metadata(of: ObjectPath(name(index)), within: time)
    }
    let lookup = Double(Stopwatch.now() - start) / Double(count)
    await bucket.close()
    return .rates(
      atOnce == 1 ? "object-get" : "object-get-16", pairs, targets: [],
      note: "looking up alone, with the way to its thread and back, "
        + Measure.Unit.nanoseconds.text(lookup))
  }

  private static func data(_ stage: Stage) async throws -> Measure {
    let (bucket, folder, count) = try await filled(stage)
    let storage = Storage(bucket: bucket)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        try await lap(count, 1) { index in
          let object = storage.reference(withPath: name(index))
          if try await object.data(maxSize: Int64(size)).count != size { throw CoverIsMissing() }
        }
      },
      peer: { try peerLap(count, 1) { try read("\(folder)/\($0)") } })
    await bucket.close()
    return .rates("object-data", pairs, targets: [], note: "checks the hash; the peer does not")
  }

  private static func file(_ stage: Stage) async throws -> Measure {
    let (bucket, folder, count) = try await filled(stage)
    let storage = Storage(bucket: bucket)
    let pairs = try await alternating(
      stage.pick(quick: stage.rounds, whole: 3),
      ours: {
        let target = try stage.newFolder("got")
        return try await lap(count, 1) { index in
          let object = storage.reference(withPath: name(index))
          _ = try await object.writeAsync(
            toFile: URL(fileURLWithPath: "\(target)/\(index)", isDirectory: false))
        }
      },
      peer: {
        let target = try stage.newFolder("copied")
        return try peerLap(count, 1) { index in
          try write(try read("\(folder)/\(index)"), to: "\(target)/\(index)")
        }
      })
    await bucket.close()
    return .rates(
      "object-file", pairs, targets: [.atLeast(0.35)],
      note: "checks the hash and makes the name durable too; the peer does neither")
  }

  private static func name(_ index: Int) -> String { "covers/\(index).jpg" }
}

// MARK: - Ours

extension StorageRows {
  private static func store(_ cover: Data, _ index: Int, in bucket: FolderBucket) async throws {
    var leg = UploadLeg(
      object: ObjectPath(name(index)), settings: ObjectSettings(), body: CoverBody(data: cover),
      chunkSize: .max, retryTime: time)
    _ = try await bucket.upload(&leg) { _ in }
  }

  private static func fetch(_ index: Int, from bucket: FolderBucket) async throws {
    let sink = CoverSink()
    var leg = DownloadLeg(object: ObjectPath(name(index)), sink: sink, retryTime: time)
    _ = try await bucket.download(&leg)
    if sink.count != Int64(size) { throw CoverIsMissing() }
  }

  private struct CoverIsMissing: Error {}

  private struct CoverBody: UploadBody {
    let data: Data
    var size: Int64 { Int64(data.count) }
    func read(at offset: Int64, count: Int) throws -> Data {
      data.dropFirst(Int(offset)).prefix(count)
    }
  }

  private final class CoverSink: DownloadSink {
    private let kept = Mutex<[Data]>([])
    var count: Int64 { kept.withLock { $0.reduce(0) { $0 + Int64($1.count) } } }
    func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {}
    func append(_ piece: Data) throws { kept.withLock { $0.append(piece) } }
  }

  private static func lap(
    _ count: Int, _ atOnce: Int, _ step: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> Lap {
    let start = Stopwatch.now()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for first in 0..<atOnce {
        group.addTask {
          for index in stride(from: first, to: count, by: atOnce) { try await step(index) }
        }
      }
      try await group.waitForAll()
    }
    let length = Double(Stopwatch.now() - start)
    return Lap(waits: Array(repeating: length / Double(count), count: count), length: length)
  }

  /// Where the time of a put goes.
  private static func parts(_ covers: [Data], _ stage: Stage) async throws -> String {
    let folder = try stage.newFolder("bucket")
    let bucket = try await FolderBucket.open("bench", at: folder, creates: true)
    let count = min(covers.count, 500)
    var checksums = Stopwatch.now()
    for cover in covers.prefix(count) {
      var checksum = Checksum()
      checksum.update(cover)
    }
    checksums = Stopwatch.now() - checksums
    try await store(covers[0], 0, in: bucket)
    var commits = Stopwatch.now()
    for number in 0..<count {
      _ = try await bucket.update(
        ObjectPath(name(0)), with: ObjectPatch(custom: ["n": "\(number)"]), within: time)
    }
    commits = Stopwatch.now() - commits
    await bucket.close()
    func text(_ length: Int64) -> String {
      Measure.Unit.nanoseconds.text(Double(length) / Double(count))
    }
    return "hashes \(text(checksums)), a commit alone \(text(commits)), the rest is the file's"
  }
}

// MARK: - The peer

extension StorageRows {
  private static func write(_ cover: Data, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard file >= 0 else { throw SystemTrouble("open") }
    defer { close(file) }
    let count = cover.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count == cover.count, fsync(file) == 0 else { throw SystemTrouble("write") }
  }

  @discardableResult
  private static func read(_ path: String) throws -> Data {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw SystemTrouble("open") }
    defer { close(file) }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    guard Glibc.read(file, buffer, size) == size else {
      buffer.deallocate()
      throw SystemTrouble("read")
    }
    return Data(bytesNoCopy: buffer, count: size, deallocator: .free)
  }

  /// The same on threads, as many as are at work at once.
  private static func peerLap(
    _ count: Int, _ atOnce: Int, _ step: @escaping @Sendable (Int) throws -> Void
  ) throws -> Lap {
    let start = Stopwatch.now()
    let trouble = Mutex<(any Error)?>(nil)
    let group = DispatchGroup()
    for first in 0..<atOnce {
      DispatchQueue(label: "peer \(first)").async(group: group) {
        do {
          for index in stride(from: first, to: count, by: atOnce) { try step(index) }
        } catch {
          trouble.withLock { $0 = error }
        }
      }
    }
    group.wait()
    if let error = trouble.withLock({ $0 }) { throw error }
    let length = Double(Stopwatch.now() - start)
    return Lap(waits: Array(repeating: length / Double(count), count: count), length: length)
  }
}
