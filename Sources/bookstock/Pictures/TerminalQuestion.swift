import Glibc
import TextUI

/// Asks the terminal of a command what it can show, and reads its answers.
enum TerminalQuestion {
  /// How long answers are waited for; a terminal that has none answers the last question at once.
  private static let patience = Duration.seconds(1)
  /// More than all answers together have.
  private static let mostBytes = 4_096

  /// The window in cells; 80 × 24 where nobody knows.
  static var size: Size {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return Size(width: 80, height: 24) }
    return Size(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// What the terminal can show: by its name, and by its answers where it can be asked.
  static func abilities(_ settings: Settings) -> TerminalAbilities {
    let type = variable("TERM") ?? "dumb"
    var probe = AbilityProbe(
      type: type, isInTmux: variable("TMUX") != nil, isInScreen: variable("STY") != nil,
      colors: colors(settings, type), images: settings.images)
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      probe.setCell(
        width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
    }
    if isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() { ask(&probe) }
    var abilities = probe.abilities
    abilities.isASCII = settings.ascii
    return abilities
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func colors(_ settings: Settings, _ type: String) -> TerminalAbilities.Colors {
    guard settings.color, type != "dumb" else { return .none }
    if let word = variable("COLORTERM"), ["truecolor", "24bit"].contains(word) { return .direct }
    return type.contains("256color") || type.contains("kitty") ? .palette : .sixteen
  }

  private static func ask(_ probe: inout AbilityProbe) {
    let questions = probe.questions()
    var before = termios()
    guard !questions.isEmpty, tcgetattr(STDIN_FILENO, &before) == 0 else { return }
    var raw = before
    raw.c_lflag &= ~UInt32(ICANON | ECHO)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { return }
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    questions.withUnsafeBytes { Output.write($0, to: STDOUT_FILENO) }
    let deadline = ContinuousClock.now + patience
    var answers: [UInt8] = []
    while probe.isWaiting, answers.count < mostBytes {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return }
      var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(left.rounded(.up))) > 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { return }
      answers += buffer.prefix(count)
      for reply in takeReplies(&answers) { _ = probe.hear(reply) }
    }
  }

  /// Takes the whole answers from the front, without their leading escapes.
  private static func takeReplies(_ bytes: inout [UInt8]) -> [String] {
    var replies: [String] = []
    while let start = bytes.firstIndex(of: 0x1B), start + 1 < bytes.count {
      let rest = bytes[(start + 1)...]
      let end: Int?
      if rest.first == UInt8(ascii: "[") {
        end = rest.dropFirst().firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
        if let end { replies.append(String(decoding: bytes[(start + 1)..<end], as: UTF8.self)) }
      } else {
        // A string, ended by ESC \.
        let close = rest.indices.dropLast().first { bytes[$0] == 0x1B && bytes[$0 + 1] == 0x5C }
        end = close.map { $0 + 2 }
        if let close { replies.append(String(decoding: bytes[(start + 1)..<close], as: UTF8.self)) }
      }
      guard let end else { break }
      bytes.removeFirst(end)
    }
    return replies
  }
}
