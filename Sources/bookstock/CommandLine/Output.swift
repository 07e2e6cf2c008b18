import Glibc
import TextUI

/// Standard output and standard error; a closed pipe ends the program quietly.
struct Output: Sendable {
  /// Whether answers are JSON.
  let json: Bool

  /// Prints a line for a person; nothing when JSON was asked for.
  func line(_ text: String) {
    if !json { Output.write(text + "\n", to: STDOUT_FILENO) }
  }

  /// Prints one JSON document on a line of its own.
  func document(_ document: Document) {
    Output.write(document.line + "\n", to: STDOUT_FILENO)
  }

  /// Prints one JSON array, an item a line.
  func documents(_ items: [Document]) {
    let lines = items.map(\.line).joined(separator: ",\n ")
    Output.write("[\(lines)]\n", to: STDOUT_FILENO)
  }

  /// Prints a message on standard error.
  func message(_ text: String) {
    Output.write("bookstock: \(text)\n", to: STDERR_FILENO)
  }

  /// Writes all of a text; a reader that went away ends the program as the shell expects.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all of some bytes; a reader that went away ends the program as the shell expects, and
  /// any other fault with a message.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { exit(0) }
        if descriptor != STDERR_FILENO {
          let reason = String(cString: strerror(errno))
          write("bookstock: Standard output cannot be written: \(reason).\n", to: STDERR_FILENO)
        }
        exit(3)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

/// A text from outside as it may be shown in a message: no control characters, not endless.
func printable(_ text: String, columns: Int = 60) -> String {
  let clean = TextWidth.clean(text)
  return TextWidth.columns(clean) <= columns ? clean : TextWidth.fit(clean, columns: columns)
}
