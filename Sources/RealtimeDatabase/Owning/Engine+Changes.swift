import JSONTree

extension Engine {
  /// Registers somebody who wants to know of changes, and tells the revision as it is.
  func tellChanges(to subscriber: ChangeSubscriber) {
    do {
      try readNewest { reader in
        lastID += 1
        changeSubscribers[lastID] = subscriber
        changesOfHandle[subscriber.handle] = lastID
        index.insert(lastID, at: subscriber.path)
        subscriber.onChange(reader.revision)
      }
    } catch {
      subscriber.onEnd(DatabaseError(wrapping: error))
    }
  }

  /// Tells no more.
  func endChanges(_ handle: UInt) {
    guard let id = changesOfHandle.removeValue(forKey: handle) else { return }
    changeSubscribers[id] = nil
    index.remove(id)
  }
}
