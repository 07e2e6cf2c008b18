import BookstockApp
import Foundation
import InventoryStore
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
          usesColor: settings.color, errorLog: settings.errorLog(), crashNotice: crashNotice))
    } catch {
      throw UsageError("\(error.reason) The screen needs one; for scripts there are commands.")
    }
    defer { terminal.close() }
    guard settings.demo else { return try show(settings, on: terminal) }
    let place = try Demo.makePlace()
    defer { Demo.remove(place) }
    var settings = settings
    settings.data = place
    try Demo.fill(Shop(settings))
    return try show(settings, on: terminal)
  }

  private static func show(_ settings: Settings, on terminal: CursesTerminal) throws -> Int32 {
    let shop = try Shop(settings)
    let world = World.live(store: shop.store, now: { WallClock.milliseconds() })
    let app = App(world: world, settings: BookstockApp.Settings(hasColor: settings.color))
    let ending = Loop(app, on: terminal, ascii: settings.ascii).run()
    try Bookstock.finish { await shop.database.close() }
    return ending.status
  }

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
