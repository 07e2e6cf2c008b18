package import Inventory
import Synchronization

/// Bytes on their way in or out, as a list of them shows them.
package struct TransferRow: Sendable, Hashable, Identifiable {
  package enum Kind: Sendable, Hashable {
    /// Asks a service for a cover, and fetches what there is.
    case lookUp
    case download
    case upload
  }

  package enum State: Sendable, Hashable {
    case waiting
    case running
    case paused
    case done
    /// Why, in a sentence for people.
    case failed(String)
    case cancelled

    /// Whether nothing more happens.
    package var isOver: Bool {
      switch self {
      case .waiting, .running, .paused: false
      case .done, .failed, .cancelled: true
      }
    }
  }

  package let id: String
  /// The book's title, or the picture's name.
  package var title: String
  package var kind: Kind
  package var completed: Int64 = 0
  /// Bytes in all; -1 while nobody knows.
  package var total: Int64 = -1
  package var state: State = .waiting
  /// The book that gets another cover by it.
  package var book: StockKey?
  /// How often it was begun.
  package var attempt = 1
  /// Whether it has failed and is begun again when it is resumed.
  package var isRepeatable = false
}

/// What may be asked of a transfer.
package enum TransferControl: Sendable, Hashable {
  case pause
  case resume
  case cancel
}

/// The transfers of the program, in the order they were begun.
///
/// Those that are over stay as the newest fifty of their kind, so that nothing grows.
package final class Transfers: Sendable {
  fileprivate struct State {
    var rows: [TransferRow] = []
    var controls: [String: @Sendable (TransferControl) -> Void] = [:]
    /// What begins one again that fails.
    var repeats: [String: @Sendable (TransferTicket) -> Void] = [:]
    var listeners: [Int: AsyncStream<[TransferRow]>.Continuation] = [:]
    var next = 0
  }

  /// Transfers that are over and still listed.
  package static let keptCount = 50

  private let state = Mutex(State())

  package init() {}

  /// All transfers, now and after every change; a slow reader gets the newest list only.
  package func rows() -> AsyncStream<[TransferRow]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = continuation
        continuation.yield(state.rows)
        return state.next
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  /// Asks something of a transfer; of one that is over nothing, but that one that has failed may be
  /// begun again when it is asked to go on.
  package func control(_ id: TransferRow.ID, _ control: TransferControl) {
    let (handler, again) = state.withLock { ($0.controls[id], $0.repeats[id]) }
    if let handler { return handler(control) }
    if control == .resume { again?(TransferTicket(id: id, list: self)) }
  }

  /// Cancels what only asks a service.
  func cancelLookUps() {
    let controls = state.withLock { state in
      state.rows.filter { $0.kind == .lookUp }.compactMap { state.controls[$0.id] }
    }
    for control in controls { control(.cancel) }
  }

  /// How many are not over.
  package var active: Int { state.withLock { $0.controls.count } }

  /// Adds a transfer; `control` is called when somebody asks something of it, and must not wait.
  ///
  /// `again` is called when it has failed and is to be tried again; it must not wait either.
  func begin(
    _ title: String, _ kind: TransferRow.Kind, of book: StockKey? = nil,
    again: (@Sendable (TransferTicket) -> Void)? = nil,
    control: @escaping @Sendable (TransferControl) -> Void
  ) -> TransferTicket {
    let id = state.withLock { state in
      state.next += 1
      let row = TransferRow(
        id: "transfer-\(state.next)", title: title, kind: kind, book: book)
      state.rows.append(row)
      state.controls[row.id] = control
      state.repeats[row.id] = again
      state.tell()
      return row.id
    }
    return TransferTicket(id: id, list: self)
  }

  /// Lists one that has failed as one that waits; false when it has not, or has gone.
  fileprivate func restart(
    _ id: String, _ kind: TransferRow.Kind,
    control: @escaping @Sendable (TransferControl) -> Void
  ) -> Bool {
    state.withLock { state in
      guard let index = state.rows.lastIndex(where: { $0.id == id }), state.rows[index].isRepeatable
      else { return false }
      let old = state.rows[index]
      state.rows[index] = TransferRow(
        id: id, title: old.title, kind: kind, book: old.book, attempt: old.attempt + 1)
      state.controls[id] = control
      state.tell()
      return true
    }
  }

  /// Changes a row that is not over.
  fileprivate func change(_ id: String, _ body: (inout TransferRow) -> Void) {
    state.withLock { state in
      guard let index = state.rows.lastIndex(where: { $0.id == id }),
        !state.rows[index].state.isOver
      else { return }
      let before = state.rows[index]
      body(&state.rows[index])
      guard state.rows[index] != before else { return }
      if state.rows[index].state.isOver {
        state.controls[id] = nil
        if case .failed = state.rows[index].state, state.repeats[id] != nil {
          state.rows[index].isRepeatable = true
        } else {
          state.repeats[id] = nil
        }
        state.forgetOldest()
      }
      state.tell()
    }
  }

  /// Takes a row away.
  fileprivate func remove(_ id: String) {
    state.withLock { state in
      state.controls[id] = nil
      state.repeats[id] = nil
      state.rows.removeAll { $0.id == id }
      state.tell()
    }
  }
}

extension Transfers.State {
  fileprivate func tell() {
    for listener in listeners.values { listener.yield(rows) }
  }

  fileprivate mutating func forgetOldest() {
    var surplus = rows.count { $0.state.isOver } - Transfers.keptCount
    guard surplus > 0 else { return }
    rows.removeAll { row in
      guard surplus > 0, row.state.isOver else { return false }
      surplus -= 1
      repeats[row.id] = nil
      return true
    }
  }
}

/// A transfer in the list, for whoever carries it out.
struct TransferTicket: Sendable {
  let id: String
  private let list: Transfers

  fileprivate init(id: String, list: Transfers) {
    self.id = id
    self.list = list
  }

  /// Changes what is seen of it, as long as it is not over.
  func change(_ body: (inout TransferRow) -> Void) { list.change(id, body) }

  /// Lists it as one that waits, if it has failed and may be tried again.
  func restart(
    _ kind: TransferRow.Kind, control: @escaping @Sendable (TransferControl) -> Void
  ) -> Bool {
    list.restart(id, kind, control: control)
  }

  /// Takes it from the list: there is nothing to see of it any more.
  func remove() { list.remove(id) }
}
