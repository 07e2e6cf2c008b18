import Foundation
import Inventory
import InventoryStore
import ObjectStorage
import Pictures

/// Writes a cover: the picture into the storage, then its place into the record.
///
/// Under the book's lock, so that of two desks the last one wins and never a mix. When the second
/// write fails the picture that was there is put back; after it, the picture of the other form is
/// deleted. What a crash leaves between the writes is mended by the next cover.
struct CoverWriter: Sendable {
  let covers: Covers
  let key: StockKey
  let picture: PreparedCover
  let source: Source
  /// The cover that is to be replaced; nil takes the place of any.
  let expected: BookCover?
  let job: Job
  let progress: (@Sendable (Int64, Int64) -> Void)?

  /// A picture as it lies in the storage, so that it can be put back.
  private struct Backup: Sendable {
    let bytes: Data
    let metadata: StorageMetadata
  }

  /// The largest old picture that is put back; covers of ours have a thirtieth.
  private static let mostBackup: Int64 = 32 << 20

  private var object: StorageReference { covers.object(of: key, picture.format) }

  func write() async throws -> BookCover {
    let lock = try await covers.locks.lock(key)
    let before = try await covers.store.cover(of: key)
    if let expected, expected != before { throw Covers.chosenByHand(key) }
    job.show {
      $0.kind = .upload
      $0.completed = 0
      $0.total = Int64(picture.bytes.count)
      $0.state = .running
    }
    do {
      let backup = try await backup()
      let uploaded = try await upload()
      // From here on it is done or undone, whoever has lost interest meanwhile.
      let cover = try await Task { try await commit(uploaded, backup) }.value
      await deleteOtherForms()
      covers.forget(before, of: key)
      covers.forget(cover, of: key)
      withExtendedLifetime(lock) {}
      return cover
    } catch let error as StorageError {
      throw error.code == .cancelled ? CoverProblem.cancelled : Covers.problem(error)
    }
  }

  /// Puts the place into the record; where that fails, the old picture back into the storage.
  private func commit(_ uploaded: StorageMetadata, _ backup: Backup?) async throws -> BookCover {
    do {
      let icon =
        covers.isLocal ? object.description : try await object.downloadURL().absoluteString
      let mark = CoverMark(origin: source.origin, generation: uploaded.generation)
      let cover = BookCover(icon: icon, mark: mark)
      guard try await covers.store.setCover(cover, of: key, insteadOf: expected) else {
        throw Covers.chosenByHand(key)
      }
      return cover
    } catch {
      do {
        if let backup {
          _ = try await object.putDataAsync(backup.bytes, metadata: backup.metadata)
        } else {
          try await object.delete()
        }
      } catch let second {
        throw CoverProblem(
          .storage,
          "The cover was not set, and the picture before it could not be put back: \(second). "
            + "Set the cover once more.")
      }
      throw error
    }
  }

  private func backup() async throws -> Backup? {
    do {
      let metadata = try await object.getMetadata()
      let bytes = try await object.data(maxSize: Self.mostBackup)
      let kept = StorageMetadata()
      kept.contentType = metadata.contentType
      kept.cacheControl = metadata.cacheControl
      kept.customMetadata = metadata.customMetadata
      return Backup(bytes: bytes, metadata: kept)
    } catch {
      guard let error = StorageError(in: error) else { throw error }
      switch error.code {
      case .objectNotFound: return nil
      // A folder's bucket is made by the first upload.
      case .bucketNotFound where covers.isLocal: return nil
      default: throw error
      }
    }
  }

  private func upload() async throws -> StorageMetadata {
    try await job.turn()
    let metadata = StorageMetadata()
    metadata.contentType = picture.format.mediaType
    metadata.customMetadata = [
      "origin": source.origin.rawValue, "from": String(source.from.prefix(300)),
      "desk": String(covers.store.desk.name.prefix(100)),
    ]
    let data = Data(picture.bytes)
    defer { job.end() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = object.putData(data, metadata: metadata) {
          (result: Result<StorageMetadata, any Error>) in
          continuation.resume(with: result.mapError { StorageError(in: $0) ?? $0 })
        }
        if let progress {
          task.observe(.progress) { snapshot in
            guard let counted = snapshot.progress else { return }
            progress(counted.completedUnitCount, counted.totalUnitCount)
          }
        }
        job.follow(task)
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      job.handle(.cancel)
    }
  }

  private func deleteOtherForms() async {
    for format in Covers.formats where format != picture.format {
      try? await covers.object(of: key, format).delete()
    }
  }
}

extension Covers {
  /// A storage's error as a problem of covers, in a sentence.
  static func problem(_ error: StorageError) -> CoverProblem {
    CoverProblem(.storage, "The storage of covers: \(error.description)")
  }
}
