import Foundation
import TestSupport

/// A second process that opens a tree and does what it is told, for tests that kill it.
actor PeerClient {
  private let child: ChildProcess

  init(at folder: String) async throws {
    child = try await ChildProcess(Command(BuiltProducts.path(of: "TreePeer"), [folder]))
  }

  /// Says something without waiting for its answer.
  func send(_ line: String) async throws {
    try await child.send(line + "\n")
  }

  /// Says something and waits for its answer.
  func ask(_ line: String) async throws -> String {
    try await send(line)
    return try await nextAnswer()
  }

  /// The next answer that was not returned before.
  func nextAnswer() async throws -> String {
    while true {
      let line = try await child.nextLine()
      // Events may stand between the answers.
      if !line.hasPrefix(#"{"event""#) { return line }
    }
  }

  /// Waits until it has said a line.
  func wait(for line: String) async throws {
    try await child.wait(line) { $0.lines.contains(line) }
  }

  /// Sends it a signal.
  nonisolated func signal(_ signal: Int32) { child.kill(signal) }

  /// Ends it by a signal and waits until it is gone.
  func kill(_ signal: Int32) async throws {
    child.kill(signal)
    _ = try await child.result()
  }

  /// Waits for its end.
  func end() async throws -> ChildProcess.Result { try await child.result() }
}
