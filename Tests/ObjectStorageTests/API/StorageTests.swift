import Foundation
import TestSupport
import Testing

@testable import ObjectStorage

@Suite(.timeLimit(.minutes(5))) struct StorageTests {
  private static let engines = EngineFactory(
    folder: { FakeBucket($0.bucket) }, firebase: { FakeBucket($0.description) })

  @Test func `one address gives one storage, which keeps its settings`() throws {
    var instances = Storage.Instances()
    let one = try instances.storage(url: "gs://bkt")
    one.maxUploadRetryTime = 7
    let other = try instances.storage(url: "https://firebasestorage.googleapis.com/v0/b/bkt")
    #expect(one === other)
    #expect(other.maxUploadRetryTime == 7)
    #expect(try instances.storage(url: "gs://bkt-2") !== one)
    #expect(Storage.storage(url: "gs://same") === Storage.storage(url: "gs://same/"))
  }

  @Test func `the default is what was configured, else what the environment names`() throws {
    var instances = Storage.Instances()
    let environment = ["BOOKSTOCK_STORAGE_URL": "file:///srv/shop"]
    #expect(throws: StorageError.self) { _ = try instances.storage([:]) }
    #expect(try instances.storage(environment).bucketName == "default")
    try instances.configure("gs://bkt")
    try instances.configure("gs://bkt-2")
    #expect(try instances.storage(environment).bucketName == "bkt-2")
    #expect(throws: StorageError.self) { try instances.configure("gs://bkt") }
    try instances.configure("gs://bkt-2")
    #expect(throws: StorageError.self) { try instances.configure("nowhere") }
  }

  @Test func `the settings are Firebase's`() {
    let storage = Place().storage
    #expect(storage.maxUploadRetryTime == 600)
    #expect(storage.maxDownloadRetryTime == 600)
    #expect(storage.maxOperationRetryTime == 120)
    #expect(storage.uploadChunkSizeBytes == .max)
    storage.uploadChunkSizeBytes = -5
    #expect(storage.uploadChunkSizeBytes == 262_144)
    storage.maxOperationRetryTime = .nan
    #expect(storage.operationTime == .zero)
    storage.maxOperationRetryTime = .infinity
    #expect(storage.operationTime == .seconds(1_000_000_000))
    storage.maxDownloadRetryTime = 0.5
    #expect(storage.downloadTime == .milliseconds(500))
  }

  @Test func `an emulator is named before the first reference, and only for a server`() throws {
    let storage = Storage(at: try StorageAddress("gs://bkt"), engines: Self.engines)
    try storage.redirect(to: "127.0.0.1", port: 9199)
    #expect(storage.address?.description == "http://127.0.0.1:9199/v0/b/bkt")
    #expect(try storage.bucket().name == "http://127.0.0.1:9199/v0/b/bkt")
    _ = storage.reference()
    #expect(throws: StorageError.self) { try storage.redirect(to: "127.0.0.1", port: 9199) }
    let fresh = Storage(at: try StorageAddress("gs://bkt"), engines: Self.engines)
    #expect(throws: StorageError.self) { try fresh.redirect(to: "", port: 9199) }
    #expect(throws: StorageError.self) { try fresh.redirect(to: "h", port: -1) }
    let folder = Storage(at: try StorageAddress("file:///srv"), engines: Self.engines)
    #expect(throws: StorageError.self) { try folder.redirect(to: "h", port: 1) }
  }

  @Test func `a kind that is not built in is an error of what is asked`() async throws {
    let storage = Storage(
      at: try StorageAddress("http://h/storage/v1/b/bkt"), engines: Self.engines)
    let reference = storage.reference(withPath: "x")
    await #expect(throws: StorageError.self) { try await reference.getMetadata() }
    let answers = Answers<Data>()
    reference.getData(maxSize: 1) { answers.note($0, $1) }
    let text = try #require(try await answers.error()).localizedDescription
    #expect(text.contains("are not built in"))
  }
}
