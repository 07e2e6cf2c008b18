@preconcurrency internal import Dispatch
internal import Glibc

/// Puts text on the clipboard of the person at the terminal.
enum Clipboard {
  /// The most bytes that are copied; a pipe holds as many, and terminals cut longer ones off.
  static let limit = 32 << 10

  static func copy(_ text: String, isInTmux: Bool) {
    let bytes = Array(text.utf8.prefix(limit))
    if isInTmux && copyByTmux(bytes) { return }
    writeAll(Array("\u{1B}]52;c;".utf8) + base64(bytes) + [0x07], to: 1)
  }

  /// tmux does not hand a program's OSC 52 on, unless told to; its own command does.
  private static func copyByTmux(_ bytes: [UInt8]) -> Bool {
    var ends: (Int32, Int32) = (0, 0)
    let isOpen = withUnsafeMutableBytes(of: &ends) { buffer in
      pipe(buffer.bindMemory(to: Int32.self).baseAddress) == 0
    }
    guard isOpen else { return false }
    // It all fits into the pipe, so that nobody has to wait, and nobody writes to a closed end.
    writeAll(bytes, to: ends.1)
    close(ends.1)
    defer { close(ends.0) }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, ends.0, 0)
    for descriptor in [Int32(1), 2] {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let words = ["tmux", "load-buffer", "-w", "-"].map { (word: String) in strdup(word) }
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawnp(&child, "tmux", &files, nil, words + [nil], environ) == 0 else {
      return false
    }
    DispatchQueue.global().async { [child] in
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    return true
  }

  /// RFC 4648, with padding.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let value = part.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(part.count)))
      for place in 0..<4 {
        let index = Int(value >> (18 - 6 * UInt32(place)) & 63)
        result.append(place <= part.count ? letters[index] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
