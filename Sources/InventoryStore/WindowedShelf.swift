import Inventory
import JSONTree
import RealtimeDatabase

/// The database's window behind a wish for part of the shelf, and back to a page.
///
/// The database knows ascending order only: a descending shelf is the same window, mirrored. One
/// row more is asked for on either side, to know whether there are any.
struct WindowedShelf {
  let request: ShelfRequest
  let query: Query
  let window: WindowRequest
  private let place: Place?

  init(_ request: ShelfRequest, reading store: InventoryStore) async throws {
    self.request = request
    query = request.sort.query
    let ordering = request.sort.ordering
    var place: Place?
    switch request.anchor {
    case .first, .last: break
    case .place(let known): place = known.place
    case .book(let key):
      place = try await store.reading { reader in
        let node = try reader.node(at: Places.book(key))
        return node.isEmpty ? nil : Child(key: Places.name(key), node: node, under: ordering).place
      }
    }
    self.place = place
    let (before, after) = (max(0, request.before), max(1, request.after))
    if let place {
      window =
        request.descending
        ? WindowRequest(anchor: .place(place), before: after, after: before + 2)
        : WindowRequest(anchor: .place(place), before: before + 1, after: after + 1)
    } else {
      let atStart = (request.anchor != .last) != request.descending
      window = WindowRequest(
        anchor: atStart ? .first : .last, before: 0, after: before + after + 1)
    }
  }

  /// The page that a window is: mirrored if wished, without the extra rows.
  func page(_ window: Window) -> ShelfPage {
    let children = request.descending ? window.rows.reversed() : window.rows
    let (early, late) = extra(children)
    let rows = children.dropFirst(early ? 1 : 0).dropLast(late ? 1 : 0)
    var offset = window.offset.map { rank in
      request.descending ? window.total - rank - window.rows.count : rank
    }
    if early { offset = offset.map { $0 + 1 } }
    return ShelfPage(
      request: request,
      rows: rows.compactMap { child in
        Book(child).map { ShelfRow(book: $0, place: child.place) }
      },
      total: window.total, offset: offset, hasEarlier: early, hasLater: late)
  }

  /// Whether the first and the last row are the extra ones.
  private func extra(_ children: [Child]) -> (early: Bool, late: Bool) {
    let (before, after) = (max(0, request.before), max(1, request.after))
    guard let place else {
      let isMore = children.count > before + after
      return request.anchor == .last ? (isMore, false) : (false, isMore)
    }
    let above = children.prefix { request.descending ? $0.place > place : $0.place < place }.count
    return (above > before, children.count - above > after)
  }
}

/// A page out of a filter's hits, which are few enough to be all at hand.
struct FilteredShelf {
  let page: ShelfPage

  init(_ request: ShelfRequest, found: [Child]) {
    let children = request.descending ? Array(found.reversed()) : found
    let size = max(0, request.before) + max(1, request.after)
    let start: Int
    switch request.anchor {
    case .first: start = 0
    case .last: start = children.count - size
    case .place(let anchor):
      let place = anchor.place
      let middle = children.prefix {
        request.descending ? $0.place > place : $0.place < place
      }.count
      start = middle - request.before
    case .book(let key):
      let middle = children.firstIndex { $0.key.name == key.text } ?? 0
      start = middle - request.before
    }
    let first = min(max(0, start), max(0, children.count - 1))
    let rows = children.dropFirst(first).prefix(size)
    page = ShelfPage(
      request: request,
      rows: rows.compactMap { child in
        Book(child).map { ShelfRow(book: $0, place: child.place) }
      },
      total: children.count, offset: first, hasEarlier: first > 0,
      hasLater: first + rows.count < children.count)
  }
}
