import Foundation
import ImageLoading
import ObjectStorage
import OpenLibrary
import Platform

/// An object of the storage; every generation is kept for itself.
struct ObjectPicture: ImageSource {
  let object: StorageReference
  let generation: Int64?
  let title: String
  /// Where its transfer is listed; nil where there is nothing to wait for.
  let transfers: Transfers?

  var key: String { generation.map { "\(object.key)#\($0)" } ?? object.key }

  func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void
  ) async throws -> Data {
    guard let transfers else { return try await object.bytes(maxSize: maxSize, progress: progress) }
    let job = Job(title, .download, in: transfers)
    do {
      job.show { $0.state = .running }
      let bytes = try await object.bytes(maxSize: maxSize, progress: progress) { job.follow($0) }
      // What is seen on the screen needs no line in a list.
      job.leave()
      return bytes
    } catch {
      let isCancelled = (error as? StorageError)?.code == .cancelled || error is CancellationError
      if isCancelled {
        job.leave()
      } else {
        job.finish(.failed(String(describing: error)))
      }
      throw error
    }
  }

  func version() async throws -> String { try await object.version() }
}

/// A picture in the network, fetched safely.
struct WebPicture: ImageSource {
  let url: URL
  let title: String
  let covers: Covers

  var key: String { url.absoluteString }

  func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void
  ) async throws -> Data {
    let job = Job(title, .download, in: covers.transfers)
    do {
      let picture = try await job.asking { [covers, url] in
        try await covers.lookUps.picture(ofRecord: url) { received, expected in
          job.show(received: received, of: expected)
          progress(received, expected)
        }
      }
      job.leave()
      return picture.bytes
    } catch {
      job.leave()
      throw error
    }
  }

  func version() async throws -> String { key }

  func isMissing(_ error: any Error) -> Bool {
    (error as? CoverProblem)?.reason == .noCover
  }
}

/// A file of the storage's own folder.
struct FilePicture: ImageSource {
  let path: String

  var key: String { "file://\(path)" }

  func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void
  ) async throws -> Data {
    let path = path
    return try await offPool {
      let file = try FileDescriptor(opening: path, .readOnly, .plain)
      let size = Int64(try file.status().size)
      guard size <= maxSize else {
        throw StorageError.downloadSizeExceeded(total: size, maxSize: maxSize)
      }
      return Data(try file.bytes(at: 0, count: Int(size)))
    }
  }

  func version() async throws -> String {
    let path = path
    return try await offPool {
      var status = stat()
      guard stat(path, &status) == 0 else { throw SystemError.last("stat", path: path) }
      return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
  }

  func isMissing(_ error: any Error) -> Bool { (error as? SystemError)?.isMissing ?? false }
}
