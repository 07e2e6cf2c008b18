import JSONTree
import Platform
import Synchronization
import TreeStore

/// The way to the file: who owns a part of the database opens its own store by it, when it is first
/// needed.
///
/// A file that cannot be opened is an error of what asked for it; the next tries again.
final class Opening: Sendable {
  /// The folder.
  let folder: String
  private let configuration: Database.Configuration
  private let isMade = Mutex(false)
  private let sharedBell = Mutex<Doorbell?>(nil)

  init(_ folder: String, _ configuration: Database.Configuration) {
    self.folder = folder
    self.configuration = configuration
  }

  private func options(isReadOnly: Bool) -> TreeStore.Options {
    TreeStore.Options(
      isReadOnly: isReadOnly, patience: configuration.patience, program: configuration.program,
      desk: configuration.desk, clock: configuration.clock)
  }

  /// Opens the store that writes; makes the file, and the lists that are missing in it.
  func writing() throws(StoreError) -> sending TreeStore {
    let store = try TreeStore(at: folder, options: options(isReadOnly: configuration.isReadOnly))
    if !configuration.isReadOnly {
      try store.declare(
        configuration.lists.map { ListDeclaration($0.path, by: $0.ordering, sum: $0.sum) },
        texts: configuration.texts.map { TextDeclaration($0.path, children: $0.children) })
    }
    isMade.withLock { $0 = true }
    return store
  }

  /// Opens a store that only reads; makes the file first, where nobody has yet.
  func reading() throws(StoreError) -> sending TreeStore {
    if !isMade.withLock({ $0 }) { try writing().close() }
    return try TreeStore(at: folder, options: options(isReadOnly: true))
  }

  /// The bell that wakes other programs, one for all who ask; nil for one that only reads.
  func bell() throws(StoreError) -> Doorbell? {
    if configuration.isReadOnly { return nil }
    let opened = sharedBell.withLock { shared in
      Result { () throws(SystemError) -> Doorbell in
        if let shared { return shared }
        let bell = try Doorbell(in: folder)
        shared = bell
        return bell
      }
    }
    do {
      return try opened.get()
    } catch {
      throw StoreError(
        error.isReadOnly ? .readOnly : .cannotOpen, at: error.path ?? folder,
        error.isForeign
          ? "The name of the bell belongs to a link or to something else; delete it."
          : "The bell that wakes other programs cannot be opened.", underlying: "\(error)")
    }
  }
}
