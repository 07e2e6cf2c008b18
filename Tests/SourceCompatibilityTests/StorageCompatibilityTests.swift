import Foundation
import ObjectStorage
import TestSupport
import Testing

/// What callbacks brought.
private final class Answers<Element> {
  private let lock = NSLock()
  private var all: [Element] = []

  func note(_ element: Element) {
    lock.lock()
    defer { lock.unlock() }
    all.append(element)
  }

  private var first: Element? {
    lock.lock()
    defer { lock.unlock() }
    return all.first
  }

  func next() async throws -> Element {
    try await eventually("an answer") { self.first != nil }
    return try #require(first)
  }
}

@Suite struct StorageCompatibilityTests {
  private let storage = Storage(bucket: StorageInMemory())
  private let picture = Data(repeating: 0xFF, count: 5000)

  private func saved(_ name: String) async throws -> BookStorage {
    let books = BookStorage(reference: storage.reference())
    let answers = Answers<Result<StorageMetadata, Error>>()
    books.save(picture, type: "image/jpeg", as: name) { answers.note($0) }
    let metadata = try await answers.next().get()
    #expect(metadata.contentType == "image/jpeg")
    #expect(metadata.path == "Books/\(name)")
    #expect(metadata.size == 5000)
    return books
  }

  @Test func `a picture is put, loaded, named and deleted`() async throws {
    let books = try await saved("9780441013593.jpg")
    let loaded = Answers<Result<Data, Error>>()
    books.load("9780441013593.jpg") { loaded.note($0) }
    #expect(try await loaded.next().get() == picture)

    let urls = Answers<Result<URL, Error>>()
    books.loadURL("9780441013593.jpg") { urls.note($0) }
    #expect(try await urls.next().get().lastPathComponent == "9780441013593.jpg")

    let names = Answers<[String]>()
    books.names { names.note($0) }
    #expect(try await names.next() == ["9780441013593.jpg"])

    let removed = Answers<Error?>()
    books.remove("9780441013593.jpg") { removed.note($0) }
    #expect(try await removed.next() == nil)

    let missing = Answers<Result<Data, Error>>()
    books.load("9780441013593.jpg") { missing.note($0) }
    guard case .failure(let error) = try await missing.next() else {
      Issue.record("a deleted picture was loaded")
      return
    }
    #expect((error as NSError).code == StorageErrorCode.objectNotFound.rawValue)
    #expect((error as NSError).domain == StorageErrorDomain)
  }

  @Test func `a download is followed by its observers`() async throws {
    let books = try await saved("x.jpg")
    let place = try TemporaryPlace()
    let file = place.url.appendingPathComponent("pictures/x.jpg")
    let answers = Answers<Result<String, Error>>()
    let task = books.download("x.jpg", to: file) { answers.note($0) }
    #expect(try await answers.next().get() == "x.jpg")
    #expect(try Data(contentsOf: file) == picture)
    #expect(books.fractions.first == 0)
    #expect(books.fractions.last == 100)
    #expect(task.snapshot.status == .success)

    let missing = Answers<Result<String, Error>>()
    _ = books.download("none.jpg", to: file) { missing.note($0) }
    let result = try await missing.next()
    #expect(throws: BookStorageError.missing) { try result.get() }
  }

  @Test func `metadata is read, edited and sent back`() async throws {
    let books = try await saved("x.jpg")
    let shelves = Answers<String?>()
    books.setShelf("B7", of: "x.jpg") { shelves.note($0) }
    #expect(try await shelves.next() == "B7")
  }

  @Test func `references are made as Firebase's page makes them`() {
    #expect(
      references(of: storage) == [
        "images/stars.jpg", "images/stars.jpg", "images stars.jpg", "images/island.jpg",
      ])
  }
}
