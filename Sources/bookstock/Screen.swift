import BookstockApp
import Covers
import Foundation
import InventoryStore
import OpenLibrary
import Platform
import RealtimeDatabase
import TextUI
import TextUICurses

/// The full screen: takes the terminal, opens the store, and runs the screens to their end.
enum Screen {
  static func run(_ settings: Settings) throws -> Int32 {
    // The terminal first: where there is none, no data folder is made and nothing is opened.
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal(
        .init(
          usesColor: settings.color, images: settings.images, errorLog: settings.errorLog(),
          crashNotice: crashNotice))
    } catch {
      throw UsageError("\(error.reason) The screen needs one; for scripts there are commands.")
    }
    defer { terminal.close() }
    guard settings.demo else { return try show(settings, on: terminal) }
    let place = try Demo.makePlace()
    defer { Demo.remove(place) }
    var settings = settings
    settings.data = place
    // A demo touches nothing of the shop's, and asks nobody.
    settings.storage = nil
    settings.lookUp.isOn = false
    settings.cache = place + "/cache"
    try Demo.fill(Shop(settings), settings)
    return try show(settings, on: terminal)
  }

  private static func show(_ settings: Settings, on terminal: CursesTerminal) throws -> Int32 {
    let shop = try Shop(settings)
    let covers = try Covers.open(of: shop, settings)
    let world = World.live(store: shop.store, now: { WallClock.milliseconds() }).showing(covers)
    let app = App(world: world, settings: BookstockApp.Settings(hasColor: settings.color))
    let ending = Loop(app, on: terminal, ascii: settings.ascii).run()
    try Bookstock.finish {
      await covers.finish(within: patience)
      await shop.database.close()
    }
    return ending.status
  }

  /// How long covers on their way into the storage are waited for at the end.
  private static let patience = Duration.seconds(3)

  private static let crashNotice = """
    bookstock: the program failed. Every change that was shown as done is in the database.

    """
}

extension Settings {
  /// Where standard error goes while the screen is up; nil when the folder cannot be made.
  func errorLog() -> String? {
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (environment["HOME"] ?? ".") + "/.local/state"
    let folder = state + "/bookstock"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return folder + "/bookstock.log"
    } catch {
      return nil
    }
  }
}
