/// Asks a terminal what it can, and understands its answers, in whatever order and however late.
///
/// The questions go out once the first screen has been painted, and nobody waits for the answers.
/// The last question is one that every terminal answers: with its answer no other is to be expected
/// (only tmux sends kitty's later). What is not answered is not there.
package struct AbilityProbe: Sendable {
  /// For how long answers are waited for: over the slowest line, and short for a mute terminal.
  package static let patience = Duration.seconds(2)
  /// The number of the picture that is asked about and never shown.
  static let number = 31
  /// No font has cells of more pixels; a bigger answer is a lie.
  static let pixelLimit = 256
  /// The longest name of a terminal that is looked at.
  static let nameLimit = 64

  package private(set) var abilities: TerminalAbilities
  /// Knows the marks around a frame (private mode 2026), and shows all of it at once.
  package private(set) var knowsFrames = false
  /// The last question has not been answered.
  package private(set) var isWaiting = false
  private let type: String
  /// The terminal has said itself what a cell measures, and knows better than the kernel.
  private var hasCellAnswer = false

  /// A probe that knows what the environment tells: the terminal's type, and whether the variables
  /// of tmux or screen are set.
  package init(
    type: String, isInTmux: Bool, isInScreen: Bool, colors: TerminalAbilities.Colors,
    images: ImageSetting
  ) {
    self.type = type
    abilities = TerminalAbilities(colors: colors, images: images)
    if isInTmux || type.hasPrefix("tmux") {
      abilities.multiplexer = .tmux
    } else if isInScreen || type.hasPrefix("screen") {
      abilities.multiplexer = .screen
    }
  }

  /// The questions, in the order to ask them, from which on answers are expected.
  ///
  /// None when there are to be no pictures. Kitty's is left out where it could not help, and on old
  /// consoles, which would print it.
  package mutating func questions() -> [UInt8] {
    guard abilities.images != .off, !Self.isMute(type) else { return [] }
    isWaiting = true
    var text = "\u{1B}[>0q\u{1B}[16t"
    if abilities.multiplexer == nil {
      text += "\u{1B}_Gi=\(Self.number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    }
    return Array((text + "\u{1B}[c").utf8)
  }

  /// The question for the size of a cell alone, for when the window has changed.
  package mutating func sizeQuestion() -> [UInt8] {
    guard abilities.images != .off, !Self.isMute(type) else { return [] }
    isWaiting = true
    return Array("\u{1B}[16t\u{1B}[c".utf8)
  }

  /// Takes over what the kernel knows of a cell, unless the terminal has told.
  package mutating func setCell(width: Int, height: Int) {
    if !hasCellAnswer { takeCell(width: width, height: height) }
  }

  /// Takes over the measures of a cell; nothing and nonsense is passed over.
  private mutating func takeCell(width: Int, height: Int) {
    let sensible = 1...Self.pixelLimit
    guard sensible.contains(width), sensible.contains(height) else { return }
    abilities.cellPixels = PixelSize(width: width, height: height)
  }

  /// Takes an answer without its leading escape, and tells whether it was one to a question here.
  package mutating func hear(_ reply: String) -> Bool {
    if reply.hasPrefix("_G") {
      let parts = reply.dropFirst(2).split(separator: ";", maxSplits: 1)
      if parts.count == 2, parts[0].split(separator: ",").contains("i=\(Self.number)") {
        abilities.hasKittyPictures = parts[1] == "OK"
      }
      return true
    }
    if reply.hasPrefix("P>|") {
      takeName(String(reply.dropFirst(3).prefix(Self.nameLimit)))
      return true
    }
    if reply.hasPrefix("[6;"), reply.hasSuffix("t") {
      let numbers = reply.dropFirst(3).dropLast().split(separator: ";").map { Int($0) }
      if numbers.count == 2, let height = numbers[0], let width = numbers[1] {
        hasCellAnswer = true
        takeCell(width: width, height: height)
      }
      return true
    }
    if reply.hasPrefix("[?"), reply.hasSuffix("c") {
      abilities.hasSixels = reply.dropFirst(2).dropLast().split(separator: ";").dropFirst()
        .contains("4")
      isWaiting = false
      return true
    }
    return false
  }

  private mutating func takeName(_ name: String) {
    let name = name.lowercased()
    let isScreen = name.hasPrefix("screen") || name.hasPrefix("gnu screen")
    if name.hasPrefix("tmux") { abilities.multiplexer = .tmux }
    if isScreen { abilities.multiplexer = .screen }
    knowsFrames = ["kitty", "foot", "wezterm", "contour", "ghostty", "iterm2", "mintty"]
      .contains { name.hasPrefix($0) }
  }

  /// Terminals that have no answers and would show some of the questions.
  private static func isMute(_ type: String) -> Bool {
    type == "linux" || type == "dumb" || type == "cons25" || type == "ansi"
  }
}
