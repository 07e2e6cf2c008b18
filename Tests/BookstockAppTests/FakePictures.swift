import BookstockApp
import Inventory
import Synchronization
import TextUI

/// Covers, look-ups and transfers in memory; the naive reference for the screens.
final class FakePictures: Sendable {
  struct Contents {
    var covers: [StockKey: CoverNews] = [:]
    /// Books of which every book has a cover of its own.
    var hasAllCovers = false
    var isCached = false
    var facts: [StockKey: BookFacts] = [:]
    var transfers: [Transfer] = []
    var notices: [String] = []
    var given: [String] = []
    var controls: [String] = []
    var asked: [StockKey] = []
    var looksUp = false
    var revision = 0
  }

  let contents: Mutex<Contents>

  init(covers: Bool = false, isCached: Bool = false, looksUp: Bool = false) {
    contents = Mutex(Contents(hasAllCovers: covers, isCached: isCached, looksUp: looksUp))
  }

  var revision: Int { contents.withLock { $0.revision } }
  /// The covers that were given to books, in words.
  var given: [String] { contents.withLock { $0.given } }
  /// What was asked of transfers, in words.
  var controls: [String] { contents.withLock { $0.controls } }
  /// The books that were looked up.
  var asked: [StockKey] { contents.withLock { $0.asked } }

  /// Changes what there is: whatever is watched is heard of again.
  func change(_ body: (inout Contents) -> Void) {
    contents.withLock { contents in
      body(&contents)
      contents.revision += 1
    }
  }

  func join(_ world: inout World) {
    world.looksUp = contents.withLock { $0.looksUp }
    world.cover = { request in .of(self.contents.withLock { [$0.news(request)] }) }
    world.cachedCover = { request in
      self.contents.withLock { contents in
        guard contents.isCached, case .picture(let picture) = contents.news(request) else {
          return nil
        }
        return picture
      }
    }
    world.setCover = { key, source in
      self.contents.withLock { $0.given.append("\(key) \(source)") }
    }
    world.lookUp = { key in
      self.contents.withLock { contents in
        contents.asked.append(key)
        return contents.facts[key]
      }
    }
    world.transfers = { .of(self.contents.withLock { [$0.transfers] }) }
    world.control = { id, control in
      self.contents.withLock { $0.controls.append("\(control) \(id)") }
    }
    world.notices = {
      .of(
        self.contents.withLock { contents in
          defer { contents.notices = [] }
          return contents.notices
        })
    }
  }

  /// A picture that is made of the book's own letter, as large as was asked for.
  static func picture(_ request: CoverRequest) -> TerminalPicture {
    let count = request.size.width * request.size.height
    let symbol = TerminalPicture.Symbol(
      letter(request.key), foreground: .palette(16), background: .palette(230))
    return TerminalPicture(
      identity: "\(request.key)", size: request.size,
      symbols: Array(repeating: symbol, count: count))
  }

  /// A letter that tells the books of a test apart.
  static func letter(_ key: StockKey) -> Character {
    switch key {
    case Books.timeMachine: "T"
    case Books.mobyDick: "M"
    case Books.dream: "D"
    case Books.west: "W"
    default: "B"
    }
  }
}

extension FakePictures.Contents {
  func news(_ request: CoverRequest) -> CoverNews {
    if let news = covers[request.key] { return news }
    return hasAllCovers ? .picture(FakePictures.picture(request)) : .absent
  }
}

extension AsyncStream where Element: Sendable {
  /// A stream of a few things that is over.
  static func of(_ elements: [Element]) -> AsyncStream {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}

extension TerminalAbilities {
  /// A terminal with 256 colours and cells twice as high as wide.
  static let colored = TerminalAbilities(
    colors: .palette, cellPixels: PixelSize(width: 8, height: 16), images: .auto)
}
