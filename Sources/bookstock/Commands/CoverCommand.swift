import Covers
import Foundation
import Inventory
import InventoryStore
import Synchronization

/// `bookstock cover ISBN`: a book's cover set, fetched, removed or shown.
enum CoverCommand {
  static let all = [
    Command(
      "cover", "ISBN", 1...1, "set, fetch, remove or show a book's cover",
      [
        Option("--file", "F", "take the picture from a file: JPEG, PNG, WebP or GIF"),
        Option("--url", "U", "take the picture from an https:// or http:// address"),
        Option("--fetch", nil, "look the picture up at Open Library by the ISBN"),
        Option("--replace", nil, "with --fetch: also in place of a cover chosen by hand"),
        Option("--remove", nil, "take the cover off the book"),
        Option("--show", nil, "show the cover (this is what is done without an option)"),
      ], run: run)
  ]

  private enum Act {
    case set(NewCover)
    case show
  }

  private static func run(_ call: Invocation) async throws -> Int32 {
    let act = try act(call)
    let shop = try Shop(call.settings)
    let key = try await shop.stockKey(call.operands[0])
    let covers = try Covers.open(of: shop, call.settings)
    do {
      switch act {
      case .set(let new): return try await set(new, of: key, covers, shop, call)
      case .show: return try await CoverShowing.run(key, covers, shop, call)
      }
    } catch let problem as CoverProblem {
      throw CoverFailure(problem: problem, key: key)
    }
  }

  private static func act(_ call: Invocation) throws -> Act {
    var acts: [Act] = []
    if let path = call["--file"] { acts.append(.set(.file(path))) }
    if let address = call["--url"] { acts.append(.set(.address(address))) }
    if call.has("--fetch") { acts.append(.set(.lookUp(replacing: call.has("--replace")))) }
    if call.has("--remove") { acts.append(.set(.remove)) }
    if call.has("--show") { acts.append(.show) }
    guard acts.count <= 1 else {
      throw UsageError(
        "cover does one thing at a time: --file, --url, --fetch, --remove or --show.",
        command: call.command)
    }
    guard !call.has("--replace") || call.has("--fetch") else {
      throw UsageError("--replace belongs to --fetch.", command: call.command)
    }
    return acts.first ?? .show
  }

  private static func set(
    _ new: NewCover, of key: StockKey, _ covers: Covers, _ shop: Shop, _ call: Invocation
  ) async throws -> Int32 {
    let status =
      switch new {
      case .file, .address: "set"
      case .lookUp: "fetched"
      case .remove: "removed"
      }
    if case .lookUp = new, !covers.lookUps.isOn {
      throw CoverProblem(
        .later, "Looking books up is off; nothing was asked. Switch it on with --lookup on.")
    }
    let bar = UploadBar(isQuiet: call.output.json)
    defer { bar.finish() }
    let cover = try await covers.set(new, of: key) { bar.show($0, of: $1) }
    bar.finish()
    let book = try await shop.store.book(key)
    if call.output.json {
      call.output.document(document(key, book, cover, [("status", .text(status))]))
    } else {
      let title = printable(book?.title ?? "")
      call.output.line(
        "\(key.displayed)  \(title)  cover \(status)"
          + (cover.icon.map { ": \(printable($0))" } ?? ""))
    }
    return 0
  }

  /// A cover as a document: `isbn`, `title`, `icon` and `origin` where there is one, and more.
  static func document(
    _ key: StockKey, _ book: Book?, _ cover: BookCover, _ more: [(String, Document?)]
  ) -> Document {
    .object(
      Document.fields(
        [
          ("isbn", .text(key.text)), ("title", .text(book?.title ?? "")),
          ("icon", cover.icon.map(Document.text)),
          ("origin", cover.mark.map { .text($0.origin.rawValue) }),
        ] + more))
  }
}

/// A cover was not set, fetched or shown.
struct CoverFailure: Error {
  let problem: CoverProblem
  let key: StockKey
}

/// How far an upload is, on standard error where that is a terminal.
private final class UploadBar: Sendable {
  private let isQuiet: Bool
  private let bar = Mutex<(bar: ProgressBar, done: Int64)?>(nil)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ done: Int64, of total: Int64) {
    bar.withLock { state in
      var now = state ?? (ProgressBar("Sending", total: total, isQuiet: isQuiet), 0)
      now.bar.advance(Int(max(0, done - now.done)))
      now.done = max(done, now.done)
      state = now
    }
  }

  func finish() {
    bar.withLock { $0?.bar.finish() }
  }
}
