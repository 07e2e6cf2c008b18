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
    Storage(at: try address(settings))
  }

  private static func address(_ settings: Settings) throws -> StorageAddress {
    guard let text = settings.storage else {
      let folder = URL(fileURLWithPath: settings.data).appendingPathComponent("pictures").path
      return StorageAddress(.folder(folder), bucket: defaultBucket)
    }
    let plain = StorageName.withoutSecrets(text)
    // Not a word of what was cut off: a token may be in it.
    guard plain.utf8.elementsEqual(text.utf8) else {
      throw UsageError(
        "The address of a storage holds no password, and nothing behind a ? or a #: "
          + "“\(printable(plain))” is what can be named.")
    }
    do {
      return try StorageAddress(text)
    } catch {
      throw UsageError(printable(error.description, columns: 400))
    }
  }
}
