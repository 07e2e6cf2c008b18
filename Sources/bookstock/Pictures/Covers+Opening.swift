import Covers
import Foundation
import HTTPTransport
import Inventory
import InventoryStore

extension Covers {
  /// The covers of a shop: in the settings' storage, looked up as the settings say.
  static func open(of shop: Shop, _ settings: Settings) throws -> Covers {
    let storage = try StoragePlace.open(settings)
    let cache = settings.cache
    let lookUps = LookUps(
      settings.lookUp, over: CurlTransport(), memory: cache.map { $0 + "/lookups.json" })
    return Covers(
      of: shop.store, in: storage, lookingUp: lookUps,
      at: Places(locks: settings.data + "/locks", cache: cache.map { $0 + "/pictures" }))
  }

  /// Takes away the picture of a book that an undo took away for good; the undo is done whether
  /// that succeeds or not.
  static func tidy(after receipt: Receipt, in shop: Shop, _ settings: Settings) async {
    guard receipt.book.icon != nil, let covers = try? open(of: shop, settings) else { return }
    await covers.tidy(after: receipt)
  }
}
