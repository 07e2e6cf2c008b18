import JSONTree

extension Engine {
  /// Registers somebody who wants to know of changes, and tells the revision as it is.
  func tellChanges(to subscriber: ChangeSubscriber) {
    do {
      try readNewest(for: subscriber.path) { reader in
        let id = enter(at: subscriber.path)
        changeSubscribers[id] = subscriber
        changesOfHandle[subscriber.handle] = id
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
    leave(id)
  }
}
