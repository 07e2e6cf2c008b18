import Foundation
import JSONTree
import Synchronization

/// Standard output, a line at a time, whoever writes.
enum Output {
  private static let turn = Mutex(())

  /// Answers that something was done, and what was read.
  static func say(ok value: Node?) {
    put(#"{"ok":true"# + (value.map { #","value":"# + text($0) } ?? "") + "}")
  }

  /// Answers that something could not be done.
  static func say(error: any Error) {
    put(#"{"error":"# + text(.leaf(.string("\(error)"))) + "}")
  }

  /// Tells an event.
  static func tell(_ node: Node, at path: Path) {
    let place = text(.leaf(.string(path.description)))
    put(#"{"event":"value","path":"# + place + #","value":"# + text(node) + "}")
  }

  private static func text(_ node: Node) -> String { JSONWriter(form: .export).text(node) }

  private static func put(_ line: String) {
    turn.withLock { _ in FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
  }
}
