import Foundation
import HTTPTransport

/// Google Cloud Storage: resumable uploads of the JSON API.
struct GoogleCloudUploadDialect: UploadDialect {
  let client: RemoteClient

  func objectPath(_ object: ObjectPath) -> String {
    GoogleCloudBucket.path(bucket: client.bucket, object)
  }

  private var uploadPath: String { "/upload/storage/v1/b/\(client.bucket.escapedForPath)/o" }

  func multipart(_ upload: UploadLeg, _ payload: Data) throws -> HTTPRequest {
    let boundary = MultipartBody.boundary()
    let name = upload.object.text
    return HTTPRequest(
      "POST", try client.url(uploadPath, [("uploadType", "multipart"), ("name", name)]),
      headers: ["Content-Type": "multipart/related; boundary=\(boundary)"],
      body: MultipartBody.data(
        ServerJSON.data(upload.settings.json(name: name)), payload,
        type: MultipartBody.line(upload.settings.uploadType), boundary: boundary))
  }

  func request(
    for step: UploadMachine.Step, of upload: UploadLeg, session: URL?, chunk: Data
  ) throws -> HTTPRequest {
    guard let session else { return try start(upload) }
    var request = HTTPRequest("PUT", session, headers: ["Content-Type": "application/octet-stream"])
    let size = upload.body.size
    switch step {
    case .start: return try start(upload)
    case .query, .finalize: request.headers["Content-Range"] = "bytes */\(size)"
    case .chunk(let offset, let count, _):
      request.headers["Content-Range"] = "bytes \(offset)-\(offset + Int64(count) - 1)/\(size)"
      request.body = chunk
    }
    return request
  }

  private func start(_ upload: UploadLeg) throws -> HTTPRequest {
    let name = upload.object.text
    return HTTPRequest(
      "POST", try client.url(uploadPath, [("uploadType", "resumable"), ("name", name)]),
      headers: [
        "X-Upload-Content-Type": MultipartBody.line(upload.settings.uploadType),
        "X-Upload-Content-Length": "\(upload.body.size)",
        "Content-Type": "application/json; charset=utf-8",
      ], body: ServerJSON.data(upload.settings.json(name: name)))
  }

  func news(of answer: ServerAnswer, to step: UploadMachine.Step) -> UploadMachine.News {
    if answer.status == 308 {
      return .active(confirmed: Self.confirmed(answer.head.headers["Range"]))
    }
    // 499 answers what belongs to a session that was given up.
    if answer.status == 499 { return .gone }
    if let trouble = trouble(answer) { return trouble }
    guard step == .start else { return .finished(answer.body) }
    guard
      let session = SessionAddress.checked(answer.head.headers["Location"], base: client.base)
    else { return .nonsense("The server began no upload.") }
    return .started(session: session, granularity: 262_144)
  }

  /// `bytes=0-k` confirms k + 1 bytes; without it nothing is there.
  ///
  /// No server keeps a single byte: one that says so has nothing.
  static func confirmed(_ range: String?) -> Int64 {
    guard let range else { return 0 }
    let text = range.hasPrefix("bytes=") ? range.dropFirst(6) : range[...]
    guard text.hasPrefix("0-"), let last = Int64(text.dropFirst(2)), last >= 0, last < .max else {
      return -1
    }
    return last == 0 ? 0 : last + 1
  }

  func cancellation(of session: URL) -> HTTPRequest? { HTTPRequest("DELETE", session) }
}
