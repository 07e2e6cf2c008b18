internal import CNcurses
internal import Glibc

/// The bytes that switch a terminal's reports on and off, and those that undo everything at once.
struct TerminalModes {
  /// Bracketed paste, focus, and presses of the mouse in SGR form.
  let on: [UInt8]
  let off: [UInt8]
  /// What a crash leaves behind: reports off, plain style, cursor shown, main screen.
  let farewell: [UInt8]

  init(usesMouse: Bool) {
    on = Array("\u{1B}[?2004h\u{1B}[?1004h\(usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")".utf8)
    off = Array("\(usesMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")\u{1B}[?1004l\u{1B}[?2004l".utf8)
    farewell =
      off + ["sgr0", "rmkx", "cnorm", "rmcup"].flatMap(Self.capability) + Array("\r\n".utf8)
  }

  /// A string of the description without its delays (`$<5>`).
  private static func capability(_ name: String) -> [UInt8] {
    guard let value = nc_capability(name) else { return [] }
    var bytes: [UInt8] = []
    var isDelay = false
    var rest = Array(String(cString: value).utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<") {
        isDelay = true
      } else if isDelay {
        isDelay = byte != UInt8(ascii: ">")
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

/// Writes bytes to a descriptor, all of them if it takes them.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      // The terminal is gone: nobody will miss the rest.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
