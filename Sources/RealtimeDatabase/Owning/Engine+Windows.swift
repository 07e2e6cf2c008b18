import JSONTree

extension Engine {
  /// Registers a window, and shows what is in it.
  func open(_ window: WindowSubscriber) {
    do {
      try readNewest(for: window.query.path) { reader in
        let live = try LiveWindow(window, reading: reader)
        let id = enter(at: window.query.path)
        windows[id] = live
        windowOfHandle[window.handle] = id
        askForOffset(id)
      }
    } catch {
      window.onEnd(DatabaseError(wrapping: error))
    }
  }

  /// Lets a window go.
  func closeWindow(_ handle: UInt) {
    guard let id = windowOfHandle.removeValue(forKey: handle) else { return }
    windows[id] = nil
    leave(id)
  }

  func refreshWindow(
    _ id: ObserverIndex.ID, after changes: ChangeSet, reading reader: any TreeReader
  ) {
    do {
      try windows[id]?.refresh(after: changes, reading: reader)
      askForOffset(id)
    } catch {
      guard let window = windows.removeValue(forKey: id) else { return }
      windowOfHandle[window.subscriber.handle] = nil
      leave(id)
      window.subscriber.onEnd(DatabaseError(wrapping: error))
    }
  }

  /// Has the rank of a window's first row counted, elsewhere and not too often.
  private func askForOffset(_ id: ObserverIndex.ID) {
    guard let question = windows[id]?.takeQuestion() else { return }
    if question.query.path.isInfo {
      windows[id]?.answer(info.rank(of: question.place, in: question.query), to: question)
      return
    }
    lookup.rank(of: question.place, in: question.query, after: question.delay) { [weak self] rank in
      self?.enqueue { engine in
        engine.windows[id]?.answer(rank, to: question)
        engine.askForOffset(id)
      }
    }
  }
}
