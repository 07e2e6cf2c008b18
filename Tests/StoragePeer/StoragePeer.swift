import Foundation
import Glibc
import ObjectStorage
import TestSupport

/// A second process for tests of a bucket in a folder.
///
/// `StoragePeer FOLDER churn PREFIX TASKS` changes objects as fast as it can and without end, a
/// name for each task, and says `NAME STEPS` after every step. `StoragePeer FOLDER put NAME TIMES`
/// puts an object again and again and says each generation. `StoragePeer FOLDER try` puts, reads
/// and deletes, and says what came of each. `StoragePeer FOLDER fill` puts objects until one fails,
/// says how many and why, and then, after a line of input, puts one more. `StoragePeer FOLDER
/// check` reads all objects and says how many there are.
@main enum StoragePeer {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { exit(2) }
    do {
      let bucket = try await FolderBucket.open(
        "shop", at: words[0], creates: true, program: "StoragePeer")
      switch words[1] {
      case "churn": try await churn(bucket, words[2], Int(words[3]) ?? 1)
      case "put": try await put(bucket, words[2], Int(words[3]) ?? 1)
      case "try": await attempt(bucket)
      case "fill": await fill(bucket)
      case "check": say("whole \(try await StorageChurn.check(bucket))")
      default: exit(2)
      }
      await bucket.close()
    } catch {
      say("failed: \(error)")
      exit(3)
    }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  private static func churn(_ bucket: FolderBucket, _ prefix: String, _ tasks: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          let churn = StorageChurn("\(prefix)/\(task)")
          for step in 0..<Int.max {
            try await churn.make(step, in: bucket)
            say("\(churn.name) \(step + 1)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func put(_ bucket: FolderBucket, _ name: String, _ times: Int) async throws {
    for number in 0..<times {
      let data = Data(repeating: UInt8(truncatingIfNeeded: number), count: 20_000)
      let record = try await store(data, name, in: bucket)
      say("\(record.generation)")
    }
  }

  private static func store(
    _ data: Data, _ name: String, in bucket: FolderBucket
  ) async throws -> ObjectRecord {
    var leg = UploadLeg(
      object: ObjectPath(name), settings: ObjectSettings(), body: MemoryBody(data: data),
      chunkSize: .max, retryTime: patience)
    return try await bucket.upload(&leg) { _ in }
  }

  private static func attempt(_ bucket: FolderBucket) async {
    await report("put") { _ = try await store(Data("x".utf8), "new", in: bucket) }
    await report("get") { _ = try await bucket.metadata(of: ObjectPath("x"), within: patience) }
    await report("delete") { try await bucket.delete(ObjectPath("x"), within: patience) }
  }

  private static func fill(_ bucket: FolderBucket) async {
    var count = 0
    do {
      while true {
        _ = try await store(Data(count: 50_000), "n\(count)", in: bucket)
        count += 1
      }
    } catch {
      say("\(count) \((error as? StorageError).map { "\($0.code)" } ?? "\(error)")")
    }
    _ = readLine()
    await report("again") { _ = try await store(Data("x".utf8), "again", in: bucket) }
  }

  private static func report(_ what: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      say("\(what) done")
    } catch {
      say("\(what) \((error as? StorageError).map { "\($0.code)" } ?? "\(error)")")
    }
  }
}
