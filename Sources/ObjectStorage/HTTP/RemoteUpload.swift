import Foundation
import HTTPTransport

/// The note of an upload that is under way.
struct RemoteUpload: AbandonableUpload {
  var machine: UploadMachine
  let source: UploadSource
  let client: RemoteClient
  let dialect: any UploadDialect

  func abandon() async {
    guard let session = machine.session, let request = dialect.cancellation(of: session) else {
      return
    }
    _ = try? await client.transport.collect(request, limit: 4_096)
  }
}
