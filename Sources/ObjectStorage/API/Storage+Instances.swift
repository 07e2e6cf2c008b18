import Foundation
import Synchronization

/// The storages of the process by their addresses, as Firebase's code asks for them.
extension Storage {
  /// The environment variable that names the default storage when `configure` was not called.
  public static let urlVariable = "BOOKSTOCK_STORAGE_URL"

  struct Instances: Sendable {
    /// What `configure` was told.
    var configured: StorageAddress?
    /// What has been made, by address.
    var made: [StorageAddress: Storage] = [:]
  }

  private static let instances = Mutex(Instances())

  /// Names the storage that `storage()` gives.
  ///
  /// May be called again until that storage has been asked for; later another address traps, as
  /// does one that is none.
  public static func configure(url: String) {
    trapping { () throws(StorageError) in
      try instances.withLock { (instances) throws(StorageError) in try instances.configure(url) }
    }
  }

  /// The default storage: the one that `configure` named, else the one that the environment
  /// variable `BOOKSTOCK_STORAGE_URL` names; neither traps.
  public static func storage() -> Storage {
    trapping { () throws(StorageError) in
      try instances.withLock { (instances) throws(StorageError) in
        try instances.storage(ProcessInfo.processInfo.environment)
      }
    }
  }

  /// The storage at an address; one that is none, or that names an object, traps.
  ///
  /// The same address gives the same object, which keeps its settings.
  public static func storage(url: String) -> Storage {
    trapping { () throws(StorageError) in
      try instances.withLock { (instances) throws(StorageError) in
        try instances.storage(url: url)
      }
    }
  }
}

// MARK: - The checked core

extension Storage.Instances {
  mutating func configure(_ url: String) throws(StorageError) {
    let address = try StorageAddress(url)
    if let configured, configured != address, made[configured] != nil {
      throw .invalidArgument(
        message: "Another storage has been configured and asked for already: \(configured)")
    }
    configured = address
  }

  mutating func storage(_ environment: [String: String]) throws(StorageError) -> Storage {
    if let configured { return storage(at: configured) }
    guard let url = environment[Storage.urlVariable] else {
      throw .invalidArgument(
        message: "No storage is named: call Storage.configure(url:) first, or set "
          + "\(Storage.urlVariable) to file:///folder.")
    }
    return try storage(url: url)
  }

  mutating func storage(url: String) throws(StorageError) -> Storage {
    storage(at: try StorageAddress(url))
  }

  private mutating func storage(at address: StorageAddress) -> Storage {
    if let storage = made[address] { return storage }
    let storage = Storage(at: address)
    made[address] = storage
    return storage
  }
}
