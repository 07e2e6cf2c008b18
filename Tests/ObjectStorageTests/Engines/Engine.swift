import Foundation
import ObjectStorage
import TestSupport
import Testing

/// A kind of place that objects can lie in, as the stories of the whole API run against it.
enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case folder
  /// A script of Cloud Storage for Firebase, over real sockets.
  case firebase
  /// gcp-storage-emulator, which others wrote.
  case emulator
  /// fake-gcs-server, which others wrote.
  case fakeServer

  /// What a story needs that not every server can do.
  enum Ability: CaseIterable, Sendable {
    case pages, removedFields, changedFields, changedEntries, pausedUploads, unicodeMetadata
    case generations, byteNames, typesOfSessions
  }

  var testDescription: String { rawValue }

  /// Why a server cannot do it; nil where it can.
  func gap(_ ability: Ability) -> String? {
    switch (self, ability) {
    case (.emulator, .pages): "it gives everything on one page"
    case (.emulator, .removedFields), (.fakeServer, .removedFields):
      "a null in a change leaves the old value"
    case (.fakeServer, .changedFields): "its answer to a change has another form than Google's"
    case (.fakeServer, .pausedUploads): "asking how far an upload has come ends the upload"
    case (.emulator, .unicodeMetadata):
      "it breaks the connection of a download when an entry is not Latin-1"
    case (.emulator, .generations): "it looks at no generation"
    case (.emulator, .changedEntries): "an entry that is changed takes the others away"
    case (.firebase, .byteNames):
      "the script compares names as Swift does, to which two forms of é are one"
    case (.fakeServer, .typesOfSessions):
      "the type of a large upload is that of its last request, not of its first"
    default: nil
    }
  }

  /// Those that are here; servers that others wrote need their environment.
  static let all: [Engine] = allCases.filter { engine in
    switch engine {
    case .folder, .firebase: true
    case .emulator, .fakeServer: IndependentServers.areThere
    }
  }

  /// Those that can do something.
  static func able(_ ability: Ability) -> [Engine] { all.filter { $0.gap(ability) == nil } }

  /// Opens an empty bucket of its own by its address.
  func open() async throws -> Site {
    switch self {
    case .folder:
      let place = try TemporaryPlace()
      let folder = place.url.appending(path: "bucket").absoluteString
      return Site(url: "\(folder)?bucket=bucket", keeping: place)
    case .firebase:
      let script = try FirebaseScript(hashes: Remote.hashes)
      return Site(url: "\(script.server.base.absoluteString)/v0/b/bucket", keeping: script)
    case .emulator:
      let server = try await IndependentServer.emulator()
      return Site(url: "\(server.base.absoluteString)/storage/v1/b/bucket", keeping: server)
    case .fakeServer:
      let server = try await IndependentServer.fake()
      return Site(url: "\(server.base.absoluteString)/storage/v1/b/bucket", keeping: server)
    }
  }
}

/// An open bucket with what it lives in, and a folder for files.
struct Site: Sendable {
  let storage: Storage
  let files: TemporaryPlace?
  private let kept: any Sendable

  init(url: String, keeping kept: any Sendable) {
    storage = Storage.storage(url: url)
    files = try? TemporaryPlace()
    self.kept = kept
  }

  func reference(_ path: String) -> StorageReference { storage.reference(withPath: path) }

  /// The address of a file of the test's own.
  func file(_ name: String) throws -> URL {
    try #require(files).url.appending(path: name)
  }

  @discardableResult
  func put(_ data: Data, _ path: String) async throws -> StorageMetadata {
    try await reference(path).putDataAsync(data)
  }

  /// The code of the storage's error that a piece of work must end with.
  func code(_ work: () async throws -> Void) async -> Int? {
    do {
      try await work()
      return nil
    } catch {
      return StorageError(in: error)?.errorCode ?? 0
    }
  }

  /// Downloads what is missing of a file, once a transfer that was cancelled has let go of its
  /// part.
  func resume(_ name: String, to file: URL) async throws {
    try await eventually("the part is free") {
      do {
        _ = try await reference(name).writeAsync(toFile: file, resuming: true)
        return true
      } catch  where "\(error)".contains("another download") {
        return false
      }
    }
  }

  /// Observes a transfer that has not begun, begins it and gives what happened.
  func trace(_ task: some StorageObservableTask & StorageTaskManagement) async throws -> [String] {
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    return try await tape.whole(storage)
  }
}
