@testable import Platform

extension TemporaryFolder {
  /// The lock file that the tests' writers queue at.
  var lock: String { path("lock") }

  /// One more writer at the lock file.
  func writerQueue(_ label: String = "") throws -> WriterQueue {
    try WriterQueue(at: lock, program: "test", label: label)
  }

  /// The last ticket drawn, as the file says.
  func lastTicket() throws -> Int64 {
    try bytes(of: "lock").prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
