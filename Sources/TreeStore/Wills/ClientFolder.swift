package import Platform

/// The folder in which every client with a will holds the lock of a file of its name.
///
/// The kernel is the heartbeat: it frees the lock of a process that ends, in whatever way. Whoever
/// finds a lock free while its client's will remains executes it. Three rules keep this safe: a
/// will is written only while its client holds its lock; a file is deleted only by who holds its
/// lock; and a will is executed and removed in one transaction, so that it is executed once even
/// where files were deleted by hand.
package struct ClientFolder: Sendable {
  /// The name of the folder beside the tree's file.
  package static let name = "clients"

  /// Where it is.
  package let path: String

  /// The folder of the tree in a folder.
  package init(in tree: String) {
    path = "\(tree)/\(ClientFolder.name)"
  }

  /// Makes it when it is missing.
  package func make() throws(SystemError) {
    try Folder.make(path)
  }

  /// Makes a client: a new name and the lock of its file.
  package func enter() throws(SystemError) -> (client: ClientID, lock: FileLock) {
    try make()
    while true {
      let client = ClientID()
      // Nil in the moment in which another tidies the new file away: the next name then.
      if let lock = try FileLock.make(at: file(of: client)) { return (client, lock) }
    }
  }

  /// The clients with files, in no order.
  package func clients() throws(SystemError) -> [ClientID] {
    try Folder.names(in: path).compactMap { ClientID(name: $0) }
  }

  /// The lock file of a client.
  package func file(of client: ClientID) -> String {
    "\(path)/\(client)"
  }
}
