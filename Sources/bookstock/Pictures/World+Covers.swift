import BookstockApp
import Covers
import Inventory
import InventoryStore
import OpenLibrary
import TextUI

extension World {
  /// The same world with covers, look-ups and transfers.
  func showing(_ covers: Covers) -> World {
    let ready = ReadyCovers(covers)
    var world = self
    let known = book
    world.cover = { ready.news(of: $0) }
    world.cachedCover = { ready.cached($0) }
    world.setCover = { key, source in
      switch source {
      case .file(let path): covers.begin(.file(path), of: key)
      case .address(let address): covers.begin(.address(address), of: key)
      case .remove: covers.begin(.remove, of: key)
      case .lookUp:
        // Of a book that has a cover it was asked for by a key; a new book has none to be replaced.
        Task {
          let icon = (try? await known(key))?.icon
          covers.begin(.lookUp(replacing: icon != nil), of: key)
        }
      }
    }
    world.looksUp = covers.lookUps.isOn
    world.lookUp = { key in
      await covers.lookUps.record(of: key).map { record in
        BookFacts(
          title: record.title + (record.subtitle.map { ": \($0)" } ?? ""),
          author: record.authors.isEmpty ? nil : record.authors.joined(separator: ", "),
          publisher: record.publishers.first, source: "Open Library")
      }
    }
    world.transfers = { Self.mapped(covers.transfers.rows()) { $0.map(Transfer.init) } }
    world.control = { covers.transfers.control($0, TransferControl($1)) }
    world.notices = { covers.notices.all() }
    let undo = world.undo
    world.undo = {
      let receipt = try await undo()
      await covers.tidy(after: receipt)
      return receipt
    }
    return world
  }

  /// A stream with every element changed, that ends when the other does.
  private static func mapped<Old: Sendable, New: Sendable>(
    _ stream: AsyncStream<Old>, _ change: @escaping @Sendable (Old) -> New
  ) -> AsyncStream<New> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await element in stream { continuation.yield(change(element)) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension Transfer {
  fileprivate init(_ row: TransferRow) {
    let kind: Kind =
      switch row.kind {
      case .lookUp: .lookUp
      case .download: .download
      case .upload: .upload
      }
    let state: State =
      switch row.state {
      case .waiting: .waiting
      case .running: .running
      case .paused: .paused
      case .done: .done
      case .failed(let sentence): .failed(sentence)
      case .cancelled: .cancelled
      }
    self.init(
      id: row.id, title: row.title, kind: kind, completed: row.completed, total: row.total,
      state: state, book: row.book, attempt: row.attempt, isRepeatable: row.isRepeatable)
  }
}

extension TransferControl {
  fileprivate init(_ control: Transfer.Control) {
    switch control {
    case .pause: self = .pause
    case .resume: self = .resume
    case .cancel: self = .cancel
    }
  }
}
