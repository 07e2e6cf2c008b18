import Foundation
import Inventory
import InventoryStore
import Platform
import RealtimeDatabase
import TextUI

/// The opened store of the place the settings name.
struct Shop {
  let database: Database
  let store: InventoryStore

  /// Opens the database, making the folder when it is not there.
  init(_ settings: Settings) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: settings.data, withIntermediateDirectories: true)
    } catch {
      throw StoreTrouble(
        code: .cannotOpen,
        sentence: "The data folder \(TextWidth.clean(settings.data)) cannot be made or opened: "
          + "\(Shop.reason(of: error)). Choose another with --data DIR.")
    }
    do {
      database = try Database.open(
        at: settings.data, configuration: Shop.configuration(settings))
    } catch {
      throw StoreTrouble.wrapping(error)
    }
    store = InventoryStore(
      database: database, desk: Desk(name: settings.desk, user: settings.user),
      now: { WallClock.milliseconds() })
  }

  /// The system's own words for a failure of Foundation's, which says less.
  private static func reason(of error: any Error) -> String {
    let below = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    guard let system = below as NSError?, system.domain == NSPOSIXErrorDomain else {
      return (error as NSError).localizedDescription
    }
    return SystemError(errno: Int32(system.code), call: "mkdir").reason
  }

  private static func configuration(_ settings: Settings) -> Database.Configuration {
    var configuration = InventoryStore.configuration
    configuration.desk = settings.desk
    return configuration
  }

  /// The key of a book named on the command line: what stands in stock under the code as typed
  /// comes first, so that a shop's own codes work, then the ISBN it reads as.
  func stockKey(_ text: String) async throws -> StockKey {
    if let own = StockKey(text), try await store.book(own) != nil { return own }
    return try Shop.isbnKey(text)
  }

  /// The key for a new book: an ISBN, or the shop's own code.
  func bookKey(_ text: String) async throws -> StockKey {
    if let own = StockKey(text), try await store.book(own) != nil { return own }
    return try Shop.isbnKey(text)
  }

  /// Reads an ISBN or throws why it is none.
  static func isbnKey(_ text: String) throws -> StockKey {
    switch Code.parse(text) {
    case .isbn(let isbn, _, _): return StockKey(isbn)
    case .split(let parts):
      throw CodeRefusal(
        reason: "split", text: text,
        sentence: "Several codes run together: \(parts.joined(separator: ", ")).")
    case .rejected(let reason, let code, _):
      throw CodeRefusal(reason: reason.rawValue, text: text, sentence: reason.sentence(for: code))
    }
  }
}

/// A code on the command line that names no book; nothing changed.
struct CodeRefusal: Error {
  let reason: String
  let text: String
  let sentence: String
}
