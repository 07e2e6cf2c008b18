import Foundation
import HTTPTransport

/// Firebase: uploads by the `X-Goog-Upload` protocol.
struct FirebaseUploadDialect: UploadDialect {
  let client: RemoteClient

  func objectPath(_ object: ObjectPath) -> String {
    FirebaseBucket.path(bucket: client.bucket, object)
  }

  private var bucketPath: String { "/v0/b/\(client.bucket.escapedForPath)/o" }

  func multipart(_ upload: UploadLeg, _ payload: Data) throws -> HTTPRequest {
    let boundary = MultipartBody.boundary()
    let name = upload.object.text
    return HTTPRequest(
      "POST", try client.url(bucketPath, [("name", name)]),
      headers: [
        "X-Goog-Upload-Protocol": "multipart",
        "Content-Type": "multipart/related; boundary=\(boundary)",
      ],
      body: MultipartBody.data(
        ServerJSON.data(upload.settings.json(name: name)), payload,
        type: MultipartBody.line(upload.settings.uploadType), boundary: boundary))
  }

  func request(
    for step: UploadMachine.Step, of upload: UploadLeg, session: URL?, chunk: Data
  ) throws -> HTTPRequest {
    guard let session else { return try start(upload) }
    var request = HTTPRequest("PUT", session, headers: ["Content-Type": "application/octet-stream"])
    switch step {
    case .start: return try start(upload)
    case .query: request.headers["X-Goog-Upload-Command"] = "query"
    case .chunk(let offset, _, let isLast):
      request.headers["X-Goog-Upload-Command"] = isLast ? "upload, finalize" : "upload"
      request.headers["X-Goog-Upload-Offset"] = "\(offset)"
      request.body = chunk
    case .finalize(let offset):
      request.headers["X-Goog-Upload-Command"] = "finalize"
      request.headers["X-Goog-Upload-Offset"] = "\(offset)"
    }
    return request
  }

  private func start(_ upload: UploadLeg) throws -> HTTPRequest {
    let name = upload.object.text
    let type = MultipartBody.line(upload.settings.uploadType)
    return HTTPRequest(
      "POST",
      try client.url(objectPath(upload.object), [("uploadType", "resumable"), ("name", name)]),
      headers: [
        "X-Goog-Upload-Protocol": "resumable",
        "X-Goog-Upload-Command": "start",
        "X-Goog-Upload-Content-Type": type,
        "X-Goog-Upload-Content-Length": "\(upload.body.size)",
        "X-Goog-Upload-Header-Content-Type": type,
        "X-Goog-Upload-Header-Content-Length": "\(upload.body.size)",
        "Content-Type": "application/json; charset=utf-8",
      ], body: ServerJSON.data(upload.settings.json(name: name)))
  }

  func news(of answer: ServerAnswer, to step: UploadMachine.Step) -> UploadMachine.News {
    let status = answer.head.headers["X-Goog-Upload-Status"]?.lowercased()
    // Also when the status is final: what was refused may be a repetition of what was taken.
    if let trouble = trouble(answer) { return trouble }
    if step == .start { return started(answer, status) }
    switch status {
    case "active":
      return .active(
        confirmed: answer.head.headers["X-Goog-Upload-Size-Received"].map { Int64($0) ?? -1 })
    case "final": return .finished(answer.body)
    case "cancelled": return .nonsense("The server has cancelled the upload.")
    case nil where ServerJSON.object(answer.body) != nil: return .finished(answer.body)
    default: return .nonsense("Invalid data returned from the server during an upload.")
    }
  }

  private func started(_ answer: ServerAnswer, _ status: String?) -> UploadMachine.News {
    let headers = answer.head.headers
    guard status == "active",
      let session = SessionAddress.checked(headers["X-Goog-Upload-URL"], base: client.base)
    else { return .nonsense("The server began no upload.") }
    let granularity = headers["X-Goog-Upload-Chunk-Granularity"].flatMap { Int64($0) }
    return .started(session: session, granularity: granularity ?? 262_144)
  }

  func cancellation(of session: URL) -> HTTPRequest? {
    HTTPRequest("PUT", session, headers: ["X-Goog-Upload-Command": "cancel"])
  }
}
