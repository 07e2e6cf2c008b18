import Foundation
import ObjectStorage

// Code as it is written for Firebase on a phone: nothing but the imports is different there.

enum BookStorageError: Error {
  case noData
  case tooLarge
  case missing
}

/// The pictures of books: one folder, one limit, calls that answer with a `Result`.
class BookStorage {
  static var shared = BookStorage(reference: Storage.storage().reference())

  private let reference: StorageReference
  private let folder = "Books"
  private let limit: Int64 = 1 * 1024 * 1024
  private(set) var fractions: [Double] = []

  init(reference: StorageReference) {
    self.reference = reference
  }

  func place(_ name: String) -> StorageReference {
    return reference.child(folder).child(name)
  }

  func load(_ name: String, completion: @escaping (Result<Data, Error>) -> Void) {
    place(name).getData(maxSize: limit) { data, error in
      if let error = error {
        completion(.failure(error))
        return
      }
      guard let data = data else {
        completion(.failure(BookStorageError.noData))
        return
      }
      completion(.success(data))
    }
  }

  func loadURL(_ name: String, completion: @escaping (Result<URL, Error>) -> Void) {
    place(name).downloadURL { (url, error) in
      guard let url = url else {
        completion(.failure(error ?? BookStorageError.noData))
        return
      }
      completion(.success(url))
    }
  }

  /// Uploads a picture, with its type; the task is given back.
  @discardableResult
  func save(
    _ picture: Data, type: String, as name: String,
    completion: @escaping (Result<StorageMetadata, Error>) -> Void
  ) -> StorageUploadTask {
    let metadata = StorageMetadata()
    metadata.contentType = type
    metadata.customMetadata = ["shelf": "A3"]
    return place(name).putData(picture, metadata: metadata) { (metadata, error) in
      guard let metadata = metadata else {
        completion(.failure(error ?? BookStorageError.noData))
        return
      }
      completion(.success(metadata))
    }
  }

  func remove(_ name: String, completion: @escaping (Error?) -> Void) {
    place(name).delete { error in
      completion(error)
    }
  }

  /// Writes a picture to a file and follows how it goes, as Firebase's page shows it.
  func download(
    _ name: String, to file: URL, completion: @escaping (Result<String, Error>) -> Void
  ) -> StorageDownloadTask {
    let downloadTask = place(name).write(toFile: file)

    downloadTask.observe(.resume) { snapshot in
      self.fractions.append(0)
    }
    downloadTask.observe(.progress) { snapshot in
      guard let progress = snapshot.progress, progress.totalUnitCount > 0 else { return }
      let percent = 100.0 * Double(progress.completedUnitCount) / Double(progress.totalUnitCount)
      self.fractions.append(percent)
    }
    downloadTask.observe(.success) { snapshot in
      completion(.success(snapshot.reference.name))
    }
    downloadTask.observe(.failure) { snapshot in
      guard let error = snapshot.error as? NSError,
        let code = StorageErrorCode(rawValue: error.code)
      else { return }
      switch code {
      case .objectNotFound:
        completion(.failure(BookStorageError.missing))
      case .unauthorized, .cancelled, .unknown:
        completion(.failure(error))
      default:
        completion(.failure(error))
      }
    }
    return downloadTask
  }

  /// Reads, edits and sends back an object's metadata.
  func setShelf(_ shelf: String?, of name: String, completion: @escaping (String?) -> Void) {
    let place = self.place(name)
    place.getMetadata { result in
      switch result {
      case .failure:
        completion(nil)
      case .success(let metadata):
        metadata.customMetadata = shelf.map { ["shelf": $0] }
        place.updateMetadata(metadata) { metadata, error in
          completion(error == nil ? metadata?.customMetadata?["shelf"] : nil)
        }
      }
    }
  }

  func names(completion: @escaping ([String]) -> Void) {
    reference.child(folder).listAll { (result, error) in
      completion((result?.items ?? []).map { $0.name })
    }
  }
}

/// What Firebase's page shows of references.
func references(of storage: Storage) -> [String] {
  let pathReference = storage.reference(withPath: "images/stars.jpg")
  let gsReference = storage.reference(forURL: "gs://bucket/images/stars.jpg")
  let httpsReference = storage.reference(
    forURL: "https://firebasestorage.googleapis.com/b/bucket/o/images%20stars.jpg")
  let islandRef = storage.reference().child("images/island.jpg")
  return [pathReference, gsReference, httpsReference, islandRef].map { $0.fullPath }
}
