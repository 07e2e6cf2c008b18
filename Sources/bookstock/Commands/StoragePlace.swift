import Foundation
import ObjectStorage

/// The bucket of pictures that the settings name.
enum StoragePlace {
  /// The bucket's name where none is named.
  static let defaultBucket = "covers"

  /// Opens it: the address of `--storage` or `$BOOKSTOCK_STORAGE`, else `covers` in the folder
  /// `pictures` beside the database.
  ///
  /// Nothing is looked at yet; that it cannot be used is an error of what asks.
  static func open(_ settings: Settings) throws -> Storage {
    guard let text = settings.storage else {
      let folder = URL(fileURLWithPath: settings.data).appendingPathComponent("pictures").path
      return Storage(at: StorageAddress(.folder(folder), bucket: defaultBucket))
    }
    do {
      return Storage(at: try StorageAddress(text))
    } catch {
      throw UsageError(error.description)
    }
  }
}
