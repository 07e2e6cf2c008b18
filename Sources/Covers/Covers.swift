import ImageLoading
import Inventory
package import InventoryStore
package import ObjectStorage
package import Pictures
import Platform
import Synchronization

/// The covers of a shop's books: set, fetched, removed and shown.
///
/// The picture lies in the storage at `Books/<isbn>.<jpg|png>`, as the original app has it, and the
/// record's `icon` says where: in a storage on a server by its download address, in a folder by
/// `gs://bucket/Books/…`, which stays right when the folder is moved. Pictures that lie elsewhere,
/// as those of imported records do, are shown too. Nobody waits for anything here: calls are
/// asynchronous, bounded and cancellable.
package final class Covers: Sendable {
  /// Where things are kept on this machine.
  package struct Places: Sendable, Hashable {
    /// A folder that all desks of the shop share, for their locks.
    package var locks: String
    /// The folder of pictures at hand; nil keeps none.
    package var cache: String?

    package init(locks: String, cache: String?) {
      self.locks = locks
      self.cache = cache
    }
  }

  /// The folder of covers in the storage.
  ///
  /// The original app: the same.
  package static let folder = "Books"

  let store: InventoryStore
  package let storage: Storage
  package let lookUps: LookUps
  package let transfers: Transfers
  let locks: CoverLocks
  let loader: ImageLoader<Bitmap>
  let looks = Looks()
  /// The last act on each book that was begun in the background.
  let tails = Mutex<[StockKey: (number: Int, task: Task<Void, Never>)]>([:])

  /// Pictures kept on the disk: some thousand covers.
  private static let diskBytes: Int64 = 200_000_000
  /// Decoded pictures in memory: some fifty in a terminal's sizes.
  private static let memoryBytes = 24_000_000

  package init(
    of store: InventoryStore, in storage: Storage, lookingUp lookUps: LookUps, at places: Places,
    transfers: Transfers = Transfers()
  ) {
    self.store = store
    self.storage = storage
    self.lookUps = lookUps
    self.transfers = transfers
    locks = CoverLocks(folder: places.locks)
    var limits = ImageLoadLimits()
    limits.memoryBytes = Self.memoryBytes
    loader = ImageLoader(
      folder: places.cache, limits: limits, diskLimits: DiskCacheLimits(bytes: Self.diskBytes)
    ) { bytes, variant in
      let box: PictureSize? =
        switch variant {
        case .original: nil
        case .fitting(let width, let height): PictureSize(width: width, height: height)
        }
      return try Picture.decode([UInt8](bytes), fitting: box)
    }
  }

  /// Sentences to be said once, as that the network is away.
  package var notices: Notices { lookUps.notices }

  /// Whether the storage is a folder of this machine.
  var isLocal: Bool {
    if case .folder = storage.address?.site { true } else { false }
  }

  /// The place of a book's cover in a form.
  func object(of key: StockKey, _ format: PictureFormat) -> StorageReference {
    storage.reference().child(Self.folder).child("\(key.text).\(format.fileExtension)")
  }

  /// The forms covers are kept in.
  static let formats: [PictureFormat] = [.jpeg, .png]
}

extension Bitmap: LoadableImage {
  package var byteCount: Int { pixels.count }
}
