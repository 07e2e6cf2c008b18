import Foundation
import ImageLoading
import ObjectStorage
import Synchronization
import TestSupport

/// A storage of a test's own: it counts what it is asked, and answers when the test lets it.
final class Depot: Sendable {
  struct Books: Sendable {
    var objects: [String: Data] = [:]
    /// Errors for the next requests of a name, before it answers as it should.
    var faults: [String: [any Error & Sendable]] = [:]
    var isHolding = false
    var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    var names: [UInt64: String] = [:]
    var lastRequest: UInt64 = 0
    /// Names in the order in which their transfers began.
    var begun: [String] = []
    var whole: [String] = []
    var stopped: [String] = []
    var asked: [String] = []
    var live: Set<String> = []
    var mostAtOnce = 0
    var hasTwins = false
  }

  let books = Mutex(Books())

  var begun: [String] { books.withLock { $0.begun } }
  var whole: [String] { books.withLock { $0.whole } }
  var stopped: [String] { books.withLock { $0.stopped } }
  var asked: [String] { books.withLock { $0.asked } }
  var mostAtOnce: Int { books.withLock { $0.mostAtOnce } }

  init(_ names: String...) {
    for name in names { put(name) }
  }

  /// Puts an object; by default its text is its name.
  func put(_ name: String, _ text: String? = nil) {
    books.withLock { $0.objects[name] = Data((text ?? name).utf8) }
  }

  func remove(_ name: String) { books.withLock { $0.objects[name] = nil } }

  func fail(_ name: String, with error: any Error & Sendable) {
    books.withLock { $0.faults[name, default: []].append(error) }
  }

  /// From now on transfers wait at the gate.
  func hold() { books.withLock { $0.isHolding = true } }

  /// Lets the transfers of a name that wait go on.
  func open(_ name: String) {
    let waiting = books.withLock { books in
      books.names.filter { $0.value == name }.keys.compactMap {
        books.waiting.removeValue(forKey: $0)
      }
    }
    for transfer in waiting { transfer.resume(returning: true) }
  }

  /// Lets everything go on, now and later.
  func open() {
    let waiting = books.withLock { books in
      books.isHolding = false
      defer { books.waiting = [:] }
      return Array(books.waiting.values)
    }
    for transfer in waiting { transfer.resume(returning: true) }
  }

  func source(_ name: String) -> Item { Item(depot: self, name: name) }

  struct Item: ImageSource {
    let depot: Depot
    let name: String
    var key: String { "gs://shop/\(name)" }

    func bytes(
      maxSize: Int64, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Data {
      let bytes = try await depot.transfer(name)
      progress(Int64(bytes.count), Int64(bytes.count))
      return bytes
    }

    func version() async throws -> String {
      let bytes = try depot.books.withLock { books in
        books.asked.append(name)
        return try books.answer(to: name)
      }
      return md5(bytes)
    }
  }

  private func transfer(_ name: String) async throws -> Data {
    let number = books.withLock { books in
      books.lastRequest += 1
      books.names[books.lastRequest] = name
      books.begun.append(name)
      books.hasTwins = !books.live.insert(name).inserted || books.hasTwins
      books.mostAtOnce = max(books.mostAtOnce, books.live.count)
      return books.lastRequest
    }
    let mayGo = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = books.withLock { books in
          if Task.isCancelled { return false }
          if !books.isHolding { return true }
          books.waiting[number] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiting = books.withLock { $0.waiting.removeValue(forKey: number) }
      waiting?.resume(returning: false)
    }
    return try books.withLock { books in
      books.live.remove(name)
      guard mayGo else {
        books.stopped.append(name)
        throw CancellationError()
      }
      let bytes = try books.answer(to: name)
      books.whole.append(name)
      return bytes
    }
  }
}

extension Depot.Books {
  fileprivate mutating func answer(to name: String) throws -> Data {
    if faults[name]?.isEmpty == false, let fault = faults[name]?.removeFirst() { throw fault }
    guard let bytes = objects[name] else {
      throw StorageError.objectNotFound(object: name, serverError: [:])
    }
    return bytes
  }
}

/// The MD5 of bytes in base64, as buckets keep it.
func md5(_ bytes: Data) -> String {
  var checksum = Checksum(.md5)
  checksum.update(bytes)
  return checksum.md5Hash ?? ""
}
