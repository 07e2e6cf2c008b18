import Inventory
import JSONTree

/// The undo of one movement: a movement of its own that puts back what the first one replaced.
struct Reversal {
  let movement: Movement
  let book: Record
  let kept: Kept?
  private let keptPlace: Path
  private let movementPlace: Path
  private let desk: Desk
  private let seconds: Int64

  /// Prepares the undo from what is there now.
  ///
  /// The record is the book's, empty when it is not in stock. What the movement's act replaced
  /// (`kept`) goes from its place with the undo. Throws when the movement's id is no legal key.
  init(
    of movement: Movement, record: Node, kept: Kept?, keptAt keptPlace: Path, by desk: Desk,
    at seconds: Int64
  ) throws {
    self.movement = movement
    self.book = Record(key: movement.key, node: record)
    self.kept = kept
    self.keptPlace = keptPlace
    self.desk = desk
    self.seconds = seconds
    movementPlace = Places.movement(try Key(movement.id))
  }

  /// The one write of the undo, marked so that nothing is taken back twice.
  func act(id: Key) throws -> Act {
    var act = try movement.reason == .removed ? restoringBook(id) : reversing(id)
    let mark = movementPlace.child(Field.undone)
    act.steps.append((mark, .text(id.name)))
    act.guards.append(.absent(mark))
    if kept != nil { act.steps.append((keptPlace, .empty)) }
    return act
  }

  private var draft: MovementDraft {
    var draft = MovementDraft(
      key: movement.key, change: -movement.change, reason: .undo, desk: desk)
    draft.undoes = movement.id
    return draft
  }

  /// Puts a removed book back as it was.
  private func restoringBook(_ id: Key) throws -> Act {
    let key = movement.key
    let record = kept?.before ?? .empty
    guard book.node.isEmpty else { throw Refusal.knownBook(Book(key: key, node: book.node)) }
    guard !record.isEmpty else { throw Refusal.unknownBook(key) }
    let count = Book(key: key, node: record).count
    return Act(
      id: id, key: key, record: record,
      steps: [
        (Places.book(key), .node(record)),
        (Places.movement(id), draft.draft(counts: (0, count))),
      ], guards: [.absent(Places.book(key))])
  }

  /// Reverses the change, and puts old fields back; a book that came with the movement goes.
  private func reversing(_ id: Key) throws -> Act {
    guard !book.node.isEmpty else { throw Refusal.unknownBook(movement.key) }
    let count = book.count
    guard movement.change <= 0 || count - movement.change >= 0 else {
      throw Refusal.undoBelowZero(
        Book(key: movement.key, node: book.node), taking: movement.change)
    }
    if broughtTheBook, count == movement.change {
      return Act(
        id: id, key: movement.key, record: book.node,
        steps: [
          (Places.book(movement.key), .empty),
          (Places.movement(id), draft.draft(counts: (count, 0))),
        ], guards: [.unchanged(Places.book(movement.key), book.node)])
    }
    var act =
      movement.change == 0
      ? Act(stamping: draft, on: book, id: id, seconds: seconds)
      : Act(draft, on: book, id: id, seconds: seconds)
    for name in kept?.fields ?? [] {
      let old = kept?.before[name] ?? .empty
      act.steps.append((Places.book(movement.key).child(name), .node(old)))
      act.record = act.record.setting(old, at: name)
    }
    return act
  }

  /// Whether the movement came with a book that was not in stock before.
  private var broughtTheBook: Bool {
    guard movement.old == 0 else { return false }
    return movement.reason == .opening
      || (movement.reason == .import && kept?.fields == nil && kept?.before.isEmpty == true)
  }
}
