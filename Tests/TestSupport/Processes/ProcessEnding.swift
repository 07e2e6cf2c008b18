import Glibc

/// How a program ended.
package enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
  /// It returned from `main` or called `exit`.
  case exited(Int32)
  /// A signal ended it.
  case killed(by: Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .killed(by: signal)
  }

  /// What a shell would show as `$?`.
  package var code: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  package var description: String {
    switch self {
    case .exited(let code): "exit \(code)"
    case .killed(let signal): "killed by \(String(cString: strsignal(signal)))"
    }
  }
}
