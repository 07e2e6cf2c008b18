import JSONTree

extension Engine {
  /// Registers an observer, and tells it what is there.
  func observe(_ query: Query, by subscriber: Subscriber) {
    do {
      try readNewest(for: query.path) { reader in
        let id = try view(of: query, reading: reader)
        // Firebase: of `/.info`, only what exists is told at once.
        views[id]?.add(subscriber, tellsNothing: !query.path.isInfo)
        if views[id]?.subscribers.last?.handle == subscriber.handle {
          viewOfHandle[subscriber.handle] = id
        } else {
          dropIfUnobserved(id)
        }
      }
    } catch {
      subscriber.onEnd(DatabaseError(wrapping: error))
    }
  }

  /// Lets one observer of exactly this query go; an unknown handle is ignored.
  ///
  /// As all removals, it returns the handles that are gone.
  func removeObserver(_ handle: UInt, of query: Query) -> [UInt] {
    guard let id = viewOfHandle[handle], views[id]?.query == query else { return [] }
    return remove([handle], from: id)
  }

  /// Lets one observer of any query at this place go; an unknown handle is ignored.
  func removeObserver(_ handle: UInt, at path: Path) -> [UInt] {
    guard let id = viewOfHandle[handle], views[id]?.query.path == path else { return [] }
    return remove([handle], from: id)
  }

  /// Lets all observers of exactly this query go.
  func removeAllObservers(of query: Query) -> [UInt] {
    guard let id = viewOfQuery[query] else { return [] }
    return remove(handles(of: id), from: id)
  }

  /// Lets all observers of all queries at exactly this place go, not those below.
  func removeAllObservers(at path: Path) -> [UInt] {
    let places = path.isInfo ? infoIndex : index
    return places.observers(at: path).flatMap { remove(handles(of: $0), from: $0) }
  }

  private func view(of query: Query, reading reader: any TreeReader) throws -> ObserverIndex.ID {
    if let id = viewOfQuery[query] { return id }
    let view = try View(query, sizeLimit: sizeLimit, reading: reader)
    let id = enter(at: query.path)
    views[id] = view
    viewOfQuery[query] = id
    return id
  }

  private func handles(of id: ObserverIndex.ID) -> [UInt] {
    views[id]?.subscribers.map(\.handle) ?? []
  }

  private func remove(_ handles: [UInt], from id: ObserverIndex.ID) -> [UInt] {
    for handle in handles {
      viewOfHandle[handle] = nil
      views[id]?.remove(handle)
    }
    dropIfUnobserved(id)
    return handles
  }

  private func dropIfUnobserved(_ id: ObserverIndex.ID) {
    guard let view = views[id], view.subscribers.isEmpty else { return }
    drop(id)
  }

  private func drop(_ id: ObserverIndex.ID) {
    if let view = views.removeValue(forKey: id) { viewOfQuery[view.query] = nil }
    leave(id)
  }

  func refreshView(
    _ id: ObserverIndex.ID, after changes: ChangeSet, reading reader: any TreeReader
  ) {
    do {
      // Changed where it lies: a view can be large.
      for handle in try views[id]?.refresh(after: changes, reading: reader) ?? [] {
        viewOfHandle[handle] = nil
      }
      dropIfUnobserved(id)
    } catch {
      let subscribers = views[id]?.subscribers ?? []
      drop(id)
      for subscriber in subscribers {
        viewOfHandle[subscriber.handle] = nil
        subscriber.onEnd(DatabaseError(wrapping: error))
      }
    }
  }
}
