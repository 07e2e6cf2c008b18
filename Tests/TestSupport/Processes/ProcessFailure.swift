import Glibc

/// Why a program could not be started, or did not do in time what a test waited for.
package struct ProcessFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried or waited for.
  package var what: String
  /// What was seen instead: the system's words, or the screen or output at that moment.
  package var seen: String

  package init(_ what: String, seen: String) {
    self.what = what
    self.seen = seen
  }

  /// A failed system call: its name, and what `errno` says.
  static func system(_ call: String, _ code: Int32 = errno) -> ProcessFailure {
    ProcessFailure(call, seen: String(cString: strerror(code)))
  }

  package var description: String { "\(what) — seen:\n\(seen)" }
}
