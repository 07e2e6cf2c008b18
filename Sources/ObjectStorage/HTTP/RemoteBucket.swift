import Foundation
import HTTPTransport

/// What both protocols do alike: metadata, deleting and listing differ in addresses alone.
protocol RemoteBucket: Bucket {
  var client: RemoteClient { get }
  var dialect: any UploadDialect { get }
  /// Where an object is, from the server's root on, escaped.
  func path(of object: ObjectPath) -> String
  /// Where a listing is.
  var listPath: String { get }
}

extension RemoteBucket {
  package var name: String { client.bucket }

  package func metadata(
    of object: ObjectPath, within time: Duration
  ) async throws -> ObjectRecord {
    try client.check(object)
    let request = HTTPRequest("GET", try client.url(path(of: object)))
    return try await record(request, object, within: time)
  }

  /// The same change twice does no harm, so that it is asked for again like a question.
  package func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    try client.check(object)
    var last: ObjectRecord?
    for step in patch.steps {
      let request = HTTPRequest(
        "PATCH", try client.url(path(of: object)),
        headers: ["Content-Type": "application/json; charset=utf-8"],
        body: ServerJSON.data(step.json))
      last = try await record(request, object, within: time)
    }
    guard let last else { return try await metadata(of: object, within: time) }
    return last
  }

  private func record(
    _ request: HTTPRequest, _ object: ObjectPath, within time: Duration
  ) async throws -> ObjectRecord {
    let mapping = client.mapping(object)
    let answer = try await client.ask(
      request, within: time, mapping, limit: ServerJSON.objectLimit
    ).answer
    guard answer.isSuccess else { throw mapping.error(answer) }
    guard let record = ObjectRecord(json: answer.body, bucket: name, name: object.text) else {
      throw mapping.invalidData(answer)
    }
    return record
  }

  package func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    var query = [("delimiter", "/")]
    if !request.under.isRoot { query.append(("prefix", request.under.text + "/")) }
    if let most = request.maxResults { query.append(("maxResults", "\(most)")) }
    if let token = request.pageToken { query.append(("pageToken", token)) }
    // What is missing is the bucket: a place without objects is empty.
    let mapping = client.mapping(ObjectPath())
    let answer = try await client.ask(
      HTTPRequest("GET", try client.url(listPath, query)), within: time, mapping,
      limit: ServerJSON.listLimit
    ).answer
    guard answer.isSuccess else { throw mapping.error(answer) }
    guard let page = ListPage(json: answer.body) else { throw mapping.invalidData(answer) }
    return page
  }

  package func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    try await client.upload(&upload, by: dialect, progress: progress)
  }

  func download(
    _ download: inout DownloadLeg, query: @escaping (Int64) -> [(String, String)]
  ) async throws -> DownloadOutcome {
    let (object, time) = (download.object, download.retryTime)
    return try await client.download(
      &download,
      address: { try client.url(path(of: object), query($0)) },
      metadata: { try await metadata(of: object, within: time) })
  }
}

extension ListPage {
  /// Reads a server's JSON of a page; nil if it is none.
  ///
  /// Names with empty pieces are left out.
  init?(json bytes: Data) {
    guard let page = ServerJSON.object(bytes) else { return nil }
    let prefixes = (page["prefixes"] as? [Any] ?? []).compactMap { $0 as? String }
    let items = (page["items"] as? [Any] ?? []).compactMap { item in
      (item as? [String: Any])?["name"] as? String
    }
    let token = page["nextPageToken"] as? String
    self.init(
      prefixes: prefixes.map { $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0 }
        .filter(Self.isName),
      items: items.filter(Self.isName), nextPageToken: token.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static func isName(_ name: String) -> Bool {
    !name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .contains { $0.isEmpty }
  }
}
