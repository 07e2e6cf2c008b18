package import Inventory

/// Bytes on their way in or out, as the screens show them.
package struct Transfer: Sendable, Hashable, Identifiable {
  /// What it is for.
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
  }

  /// What may be asked of it.
  package enum Control: Sendable, Hashable {
    case pause
    case resume
    case cancel
  }

  package let id: String
  /// What people know it by: the book's title, or the file's name.
  package var title: String
  package var kind: Kind
  /// Bytes that are there.
  package var completed: Int64
  /// Bytes in all; -1 while nobody knows.
  package var total: Int64
  package var state: State
  /// The book that gets another cover by it.
  package var book: StockKey?
  /// How often it was begun.
  package var attempt: Int
  /// Whether it has failed and is begun again when it is resumed.
  package var isRepeatable: Bool

  package init(
    id: String, title: String, kind: Kind, completed: Int64 = 0, total: Int64 = -1,
    state: State = .waiting, book: StockKey? = nil, attempt: Int = 1, isRepeatable: Bool = false
  ) {
    self.book = book
    self.attempt = attempt
    self.isRepeatable = isRepeatable
    self.id = id
    self.title = title
    self.kind = kind
    self.completed = completed
    self.total = total
    self.state = state
  }

  /// Whether nothing more happens to it.
  package var isOver: Bool {
    switch state {
    case .waiting, .running, .paused: false
    case .done, .failed, .cancelled: true
    }
  }

  /// Whether it goes on without anybody asking for it.
  package var isActive: Bool {
    switch state {
    case .waiting, .running: true
    case .paused, .done, .failed, .cancelled: false
    }
  }

  /// How much of it is there, from 0 to 1; nil while nobody knows.
  package var fraction: Double? {
    if state == .done { return 1 }
    guard total > 0 else { return nil }
    return min(1, max(0, Double(completed) / Double(total)))
  }
}
