import Foundation
import HTTPTransport

/// An upload that was begun and may never be taken up again.
///
/// What stands in ``UploadLeg/session`` conforms to it where the protocol lets an upload be given
/// up: `(leg.session as? any AbandonableUpload)?.abandon()`.
package protocol AbandonableUpload: Sendable {
  /// Tells the server to forget it; does not mind if that does not arrive.
  func abandon() async
}

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
