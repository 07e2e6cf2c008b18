internal import Platform
internal import Synchronization

/// Which files a connection has open: the tree's, its log, and the memory that it shares.
///
/// SQLite opens the log and the memory by name with the first reading, and looks at the names never
/// again. Whoever deletes one of them makes those who open it later work on others.
struct OpenFiles: Hashable, Sendable {
  /// The names.
  struct Names: Hashable, Sendable {
    var tree: String
    var log: String
    var memory: String

    /// The names for a tree's file, and what it is called when all links were followed.
    init(of file: String, real: String) {
      tree = file
      log = real + "-wal"
      memory = real + "-shm"
    }
  }

  /// What has become of the files a connection has open.
  enum Standing: Hashable, Sendable {
    /// Each has its name.
    case current
    /// The tree's name belongs to another file now, or to none.
    case treeReplaced
    /// The tree is the same, but its log or its memory is another, or gone.
    case logReplaced
  }

  var tree: FileDescriptor.Identity?
  var log: FileDescriptor.Identity?
  var memory: FileDescriptor.Identity?

  /// Which files have the names now.
  ///
  /// Three system calls; one that fails counts as no file.
  init(named names: Names) {
    tree = try? FileDescriptor.identity(of: names.tree)
    log = try? FileDescriptor.identity(of: names.log)
    memory = try? FileDescriptor.identity(of: names.memory)
  }

  /// What has become of these files when others have the names; a tree without a log has none.
  func standing(now: OpenFiles, isLogged: Bool) -> Standing {
    if tree == nil || now.tree != tree { return .treeReplaced }
    if !isLogged { return .current }
    let isSame = log != nil && memory != nil && now.log == log && now.memory == memory
    return isSame ? .current : .logReplaced
  }
}

/// Which shared memory the connections of this process to a file use.
///
/// SQLite opens it once in a process for each file: who comes later uses it too, whatever has its
/// name by then.
enum SharedMemory {
  private struct Use {
    var connections: Int
    var memory: FileDescriptor.Identity?
    /// The last turn to write that is known of.
    var turn: Int64 = 0
  }

  private static let uses = Mutex<[FileDescriptor.Identity: Use]>([:])

  /// Enters a connection to a file; returns which memory it uses, when `named` has the name now.
  static func join(
    _ tree: FileDescriptor.Identity, named: FileDescriptor.Identity?
  ) -> FileDescriptor.Identity? {
    uses.withLock { uses in
      uses[tree, default: Use(connections: 0, memory: named)].connections += 1
      return uses[tree]?.memory
    }
  }

  /// Notes a turn to write, if it is the next; returns whether it is.
  static func noteTurn(_ ticket: Int64, to tree: FileDescriptor.Identity) -> Bool {
    uses.withLock { uses in
      guard let last = uses[tree]?.turn, ticket == last + 1 else { return false }
      uses[tree]?.turn = ticket
      return true
    }
  }

  /// Notes a turn in which the memory had its name: whoever had those before has used it too.
  static func followTurn(_ ticket: Int64, to tree: FileDescriptor.Identity) {
    uses.withLock { $0[tree]?.turn = ticket }
  }

  /// Strikes a connection off; after the last the memory is closed.
  static func leave(_ tree: FileDescriptor.Identity) {
    uses.withLock { uses in
      uses[tree]?.connections -= 1
      if uses[tree]?.connections == 0 { uses[tree] = nil }
    }
  }
}
