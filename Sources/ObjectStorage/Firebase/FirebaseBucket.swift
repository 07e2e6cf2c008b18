package import Foundation
package import HTTPTransport

/// A bucket of Cloud Storage for Firebase, or of its emulator: the REST interface `/v0`.
///
/// A token goes as `Authorization: Firebase …`; one that names its kind itself (`Bearer owner` for
/// the emulator) goes as it is.
package struct FirebaseBucket: RemoteBucket {
  let client: RemoteClient
  var dialect: any UploadDialect { FirebaseUploadDialect(client: client) }

  /// `base` is the server without a path: `https://firebasestorage.googleapis.com`.
  package init(
    base: URL, name: String, transport: any HTTPTransport,
    token: @escaping TokenProvider = StorageToken.environment, pacing: Pacing = .real
  ) {
    client = RemoteClient(
      base: base, bucket: name, transport: transport, tokenKind: "Firebase", token: token,
      pacing: pacing)
  }

  static func path(bucket: String, _ object: ObjectPath) -> String {
    "/v0/b/\(bucket.escapedForPath)/o/\(object.escaped)"
  }

  func path(of object: ObjectPath) -> String { Self.path(bucket: name, object) }

  var listPath: String { "/v0/b/\(name.escapedForPath)/o" }

  /// Firebase: asked again as often as a question; the object that is missing then was deleted.
  package func delete(_ object: ObjectPath, within time: Duration) async throws {
    try client.check(object)
    let mapping = client.mapping(object)
    let asked = try await client.ask(
      HTTPRequest("DELETE", try client.url(path(of: object))), within: time, mapping,
      limit: RemoteClient.errorLimit)
    if asked.answer.status == 404, asked.attempts > 1 { return }
    guard asked.answer.isSuccess else { throw mapping.error(asked.answer) }
  }

  /// Firebase: the object's address with its first token; the port is always named.
  package func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    let record = try await metadata(of: object, within: time)
    guard let token = record.downloadTokens.first else {
      throw client.mapping(object).unknown("Failed to retrieve a download URL.")
    }
    return try Self.downloadURL(base: client.base, bucket: name, object, token: token)
  }

  static func downloadURL(
    base: URL, bucket: String, _ object: ObjectPath, token: String
  ) throws -> URL {
    let host = base.host ?? ""
    let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let address =
      "\(base.scheme ?? "https")://\(shown):\(base.effectivePort ?? 443)"
      + path(bucket: bucket, object) + "?alt=media&token=\(token.escapedForQuery)"
    guard let url = URL(string: address) else {
      throw StorageError.unknown(
        message: "Failed to retrieve a download URL.",
        serverError: ["bucket": bucket, "object": object.text])
    }
    return url
  }

  package func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    try await self.download(&download) { _ in [("alt", "media")] }
  }
}
