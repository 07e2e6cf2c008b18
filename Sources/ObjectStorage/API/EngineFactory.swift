import Foundation
import HTTPTransport

/// The engines that are built in: the one place where a kind of storage meets what does its work.
///
/// An address of a kind that is not built in is refused with a sentence by whatever asks for it.
package struct EngineFactory: Sendable {
  /// Makes the bucket at an address; may touch the disk, and throws ``StorageError``.
  package typealias Maker = @Sendable (StorageAddress) throws -> any Bucket

  package var folder: Maker?
  package var firebase: Maker?
  package var google: Maker?

  package init(folder: Maker? = nil, firebase: Maker? = nil, google: Maker? = nil) {
    self.folder = folder
    self.firebase = firebase
    self.google = google
  }

  /// The engines of this library, registered here and nowhere else.
  package static let builtIn = EngineFactory(
    folder: { address in
      guard case .folder(let folder) = address.site else { throw unfit(address) }
      return LateBucket(name: address.bucket) { creates in
        try await FolderBucket.open(address.bucket, at: folder, creates: creates)
      }
    },
    firebase: { address in
      guard case .firebase(let host) = address.site, let base = URL(string: host.text) else {
        throw unfit(address)
      }
      return FirebaseBucket(base: base, name: address.bucket, transport: CurlTransport())
    },
    google: { address in
      guard case .google(let host) = address.site, let base = URL(string: host.text) else {
        throw unfit(address)
      }
      return GoogleCloudBucket(base: base, name: address.bucket, transport: CurlTransport())
    })

  private static func unfit(_ address: StorageAddress) -> StorageError {
    .invalidArgument(message: "\(address) is not the address of a bucket.")
  }

  /// The bucket at an address.
  package func bucket(at address: StorageAddress) throws -> any Bucket {
    let (maker, kind) =
      switch address.site {
      case .folder: (folder, "a folder")
      case .firebase: (firebase, "Cloud Storage for Firebase")
      case .google: (google, "Google Cloud Storage")
      }
    guard let maker else {
      throw StorageError.invalidArgument(
        message: "Storages in \(kind) are not built in, so \(address) cannot be opened.")
    }
    return try maker(address)
  }
}
