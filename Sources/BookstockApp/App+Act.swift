import Inventory
import InventoryStore
import TextUI

extension App {
  /// Carries out a request.
  func act(_ state: inout State, _ request: Request) -> Effect<Message> {
    switch request {
    case .tab(let tab): go(&state, to: tab)
    case .nextTab: go(&state, to: state.ui.tab.next)
    case .previousTab: go(&state, to: state.ui.tab.previous)
    case .help: state.ui.overlay = .help(scroll: 0)
    case .undo: return undo(&state)
    case .cancel: return cancel(&state)
    case .suspend:
      state.data.acts.forget()
      return .suspend
    case .repaint: return .repaint
    case .quit:
      if state.ui.hasUnsavedText {
        state.ui.overlay = .question(.quit)
        return .none
      }
      return .quit(0)
    case .shelf(let request): return shelf(&state, request)
    case .desk(let request): return desk(&state, request)
    case .form(let request): return form(&state, request)
    case .transfers: openTransfers(&state)
    case .pictures: turnPictures(&state)
    case .transferPanel(let request): return transferPanel(&state, request)
    case .question(let answer): return question(&state, answer)
    case .helpPage(let request): return helpPage(&state, request)
    }
    return .none
  }

  /// Takes the last movement back; after a picture, which is none, it says first what that is.
  private func undo(_ state: inout State) -> Effect<Message> {
    if let cover = state.data.acts.cover {
      state.data.acts.cover = nil
      state.say(.note, Wording.pictureStays(cover, next: state.data.acts.last))
      return .none
    }
    state.data.undoing += 1
    state.say(.working, Wording.takingBack)
    return write(&state, .undo) { [world] in try await world.undo() }
  }

  /// Changes the tab; a form that was opened from the shelf keeps its text.
  func go(_ state: inout State, to tab: Tab) {
    if let kind = state.data.hud?.kind, kind == .refused || kind == .error { state.clearHUD() }
    state.ui.tab = tab
    state.settleShelf()
  }

  /// Ctrl-C: cancels what is open, from the top down; with nothing open, quits.
  private func cancel(_ state: inout State) -> Effect<Message> {
    if state.ui.overlay != nil {
      state.ui.overlay = nil
      return .none
    }
    switch state.ui.tab {
    case .stock where state.ui.shelf.isFiltering || !state.ui.shelf.filter.text.isEmpty:
      return shelf(&state, .clearFilter)
    case .plus, .minus:
      guard let mood = state.ui.tab.mood, !state.ui[mood].entry.isEmpty else { break }
      state.ui[mood].entry = ""
      return .none
    case .add, .fix:
      guard state.ui.form(state.ui.tab).isOpen else { break }
      return form(&state, .leave)
    case .stock: break
    }
    return act(&state, .quit)
  }

  /// The answer to the open question.
  private func question(_ state: inout State, _ answer: Question.Answer) -> Effect<Message> {
    guard case .question(let question) = state.ui.overlay else { return .none }
    state.ui.overlay = nil
    switch (question, answer) {
    case (.remove(let book), .yes):
      state.say(.working, Wording.removing(book))
      return write(&state, .remove(book)) { [world] in try await world.remove(book.key) }
    case (.leaveForm(let tab), .yes):
      close(&state, tab)
    case (.quit, .yes):
      return .quit(0)
    case (.count(let lines, let mood), .yes):
      return count(&state, lines, mood)
    case (.count, .no):
      state.say(.note, Wording.pasteDropped)
    case (.remove, .no), (.leaveForm, .no), (.quit, .no): break
    }
    return .none
  }

  /// Work that changes the store: one after another, in the order it was asked for.
  func write(
    _ state: inout State, _ act: Act, _ work: @escaping @Sendable () async throws -> Receipt
  ) -> Effect<Message> {
    state.data.acts.cover = nil
    return .inOrder {
      do {
        return .answer(act, .success(try await work()))
      } catch {
        return .answer(act, .failure(Failure(error)))
      }
    }
  }
}
