package import Foundation

/// The seam between the storage's API and an engine: what one bucket can do.
///
/// Engines are a folder, Cloud Storage for Firebase, and Google Cloud Storage's JSON API. Errors
/// are ``StorageError``; an engine retries what may be retried by itself, within the time it is
/// given, and stops at once when its task is cancelled (it throws `CancellationError`, when nothing
/// of it is under way any more).
package protocol Bucket: Sendable {
  /// The bucket's name.
  var name: String { get }

  /// What is known of an object.
  func metadata(of object: ObjectPath, within time: Duration) async throws -> ObjectRecord

  /// Changes what may be changed of an object's metadata, and returns it as it is then.
  func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord

  /// Deletes an object.
  func delete(_ object: ObjectPath, within time: Duration) async throws

  /// An address at which the object can be read.
  func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL

  /// One page of what lies under a place, in the order of names (bytes of UTF-8).
  func list(_ request: ListRequest, within time: Duration) async throws -> ListPage

  /// One leg of an upload: from where the last one ended to the end.
  ///
  /// `upload` is changed as the leg goes on, so that a cancelled leg can be taken up by another.
  /// `progress` hears how many bytes of the payload the bucket has; at least once a chunk.
  func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord

  /// One leg of a download: from the sink's length on to the end.
  ///
  /// Calls the sink's `begin` as soon as the answer's head is there, then `append`. A sink that
  /// throws ends the leg with what it threw.
  func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome
}

/// What to list.
package struct ListRequest: Sendable, Hashable {
  /// The place whose children are wanted.
  package var under: ObjectPath
  /// 1…1000; nil leaves it to the engine.
  package var maxResults: Int?
  package var pageToken: String?

  package init(under: ObjectPath, maxResults: Int? = nil, pageToken: String? = nil) {
    self.under = under
    self.maxResults = maxResults
    self.pageToken = pageToken
  }
}

/// One page of a listing: whole names, prefixes without their last slash.
package struct ListPage: Sendable, Hashable {
  package var prefixes: [String]
  package var items: [String]
  package var nextPageToken: String?

  package init(prefixes: [String], items: [String], nextPageToken: String?) {
    self.prefixes = prefixes
    self.items = items
    self.nextPageToken = nextPageToken
  }
}

/// An upload and how far it has come.
package struct UploadLeg: Sendable {
  package let object: ObjectPath
  package let settings: ObjectSettings
  package let body: any UploadBody
  /// Bytes a chunk, a multiple of 262,144; `Int64.max` leaves it to the engine.
  package let chunkSize: Int64
  package let retryTime: Duration
  /// The engine's own note of an upload that is under way: an address and what was confirmed.
  ///
  /// It is a secret like a password, and stays in memory. See ``AbandonableUpload``.
  package var session: (any Sendable)?

  package init(
    object: ObjectPath, settings: ObjectSettings, body: any UploadBody, chunkSize: Int64,
    retryTime: Duration
  ) {
    self.object = object
    self.settings = settings
    self.body = body
    self.chunkSize = chunkSize
    self.retryTime = retryTime
  }
}

/// An upload that was begun and may never be taken up again.
///
/// What stands in ``UploadLeg/session`` conforms to it where the protocol lets an upload be given
/// up; one that was cancelled or has failed is told.
package protocol AbandonableUpload: Sendable {
  /// Tells the server to forget it; does not mind if that does not arrive.
  func abandon() async
}

/// The bytes of an upload, readable from any place.
package protocol UploadBody: Sendable {
  var size: Int64 { get }
  /// At most `count` bytes from `offset` on; fewer only at the end. Throws when the file changed.
  func read(at offset: Int64, count: Int) throws -> Data
}

/// A download and how far it has come.
package struct DownloadLeg: Sendable {
  package let object: ObjectPath
  package let sink: any DownloadSink
  package let retryTime: Duration
  /// What tells the object's present content from any other; nil before the first leg.
  ///
  /// An ETag or a generation, as the engine noted it. A leg whose answer carries another one begins
  /// anew. The sink is told, so that it can keep it beside the bytes.
  package var validator: String? {
    didSet { if let validator { sink.note(validator) } }
  }

  package init(
    object: ObjectPath, sink: any DownloadSink, retryTime: Duration, validator: String? = nil
  ) {
    self.object = object
    self.sink = sink
    self.retryTime = retryTime
    self.validator = validator
  }
}

/// Where a download goes.
package protocol DownloadSink: Sendable {
  /// Bytes that are kept already.
  var count: Int64 { get }
  /// Bytes will come from `offset` on (0, or ``count``): what is kept beyond it is forgotten.
  /// `total` is the whole object's size where it is known; `hashes` are those that the outcome will
  /// have, so that no other need be taken.
  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws
  func append(_ piece: Data) throws
  /// Hears what tells the content from any other, as soon as the engine knows it.
  func note(_ validator: String)
}

extension DownloadSink {
  /// Nothing: bytes that do not outlive the program need no note beside them.
  package func note(_ validator: String) {}
}

/// What came of a download that is whole.
package struct DownloadOutcome: Sendable, Hashable {
  package var size: Int64
  /// Hashes of the very bytes that came, in base64; nil where there are none (or where the server
  /// changed the bytes on the way, so that its hashes are of others).
  package var md5Hash: String?
  package var crc32c: String?
  package var generation: Int64

  package init(size: Int64, md5Hash: String?, crc32c: String?, generation: Int64) {
    self.size = size
    self.md5Hash = md5Hash
    self.crc32c = crc32c
    self.generation = generation
  }
}
