internal import CLinux
internal import Glibc

/// Leads standard error away from the screen, into a file, for as long as the screen is up.
///
/// What libraries warn and what the Swift runtime says before it traps would otherwise be written
/// across the picture, and be gone with it.
struct ErrorDiversion {
  private let log: String?
  /// A copy of the standard error of before; −1 while it is in its place.
  private(set) var saved: Int32 = -1

  init(to log: String?) {
    self.log = log
  }

  /// Diverts it, if it goes to a terminal.
  mutating func begin() {
    guard saved < 0, isatty(2) == 1 else { return }
    let file = clinux_open(log ?? "/dev/null", O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard file >= 0 else { return }
    saved = clinux_duplicate(2)
    dup2(file, 2)
    close(file)
  }

  /// Puts it back.
  mutating func end() {
    guard saved >= 0 else { return }
    dup2(saved, 2)
    close(saved)
    saved = -1
  }
}
