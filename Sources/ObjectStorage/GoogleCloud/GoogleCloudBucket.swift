package import Foundation
package import HTTPTransport

/// A bucket of Google Cloud Storage, or of a server like it: the JSON API `/storage/v1`.
///
/// A token goes as `Authorization: Bearer …`.
package struct GoogleCloudBucket: RemoteBucket {
  let client: RemoteClient
  var dialect: any UploadDialect { GoogleCloudUploadDialect(client: client) }

  /// `base` is the server without a path: `https://storage.googleapis.com`.
  package init(
    base: URL, name: String, transport: any HTTPTransport,
    token: @escaping TokenProvider = StorageToken.environment, pacing: Pacing = .real
  ) {
    client = RemoteClient(
      base: base, bucket: name, transport: transport, tokenKind: "Bearer", token: token,
      pacing: pacing)
  }

  static func path(bucket: String, _ object: ObjectPath) -> String {
    "/storage/v1/b/\(bucket.escapedForPath)/o/\(object.escaped)"
  }

  func path(of object: ObjectPath) -> String { Self.path(bucket: name, object) }

  var listPath: String { "/storage/v1/b/\(name.escapedForPath)/o" }

  /// Deletes the generation that is there now, so that asking again never takes a newer object.
  ///
  /// Costs two requests.
  package func delete(_ object: ObjectPath, within time: Duration) async throws {
    let record = try await metadata(of: object, within: time)
    let query = record.generation == 0 ? [] : [("ifGenerationMatch", "\(record.generation)")]
    let mapping = client.mapping(object)
    let asked = try await client.ask(
      HTTPRequest("DELETE", try client.url(path(of: object), query)), within: time, mapping,
      limit: RemoteClient.errorLimit)
    // That generation is gone, by an attempt of ours whose answer was lost or by another hand.
    if asked.answer.status == 412 || asked.answer.status == 404 { return }
    guard asked.answer.isSuccess else { throw mapping.error(asked.answer) }
  }

  /// The address that Firebase serves the object at, if it has one of its tokens.
  ///
  /// The API itself has no address that opens an object without a key.
  package func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    let record = try await metadata(of: object, within: time)
    guard let token = record.downloadTokens.first else {
      throw client.mapping(object).unknown(
        "Failed to retrieve a download URL. The object has no token: its custom metadata lacks "
          + "firebaseStorageDownloadTokens.")
    }
    let isGoogle = client.base.host?.lowercased() == "storage.googleapis.com"
    let firebase = URL(string: "https://firebasestorage.googleapis.com")
    return try FirebaseBucket.downloadURL(
      base: (isGoogle ? firebase : nil) ?? client.base, bucket: name, object, token: token)
  }

  package func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    try await self.download(&download) { generation in
      let media = [("alt", "media")]
      return generation == 0 ? media : media + [("generation", "\(generation)")]
    }
  }
}
