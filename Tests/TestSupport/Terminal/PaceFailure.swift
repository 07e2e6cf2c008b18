/// The machine was too busy to type as a scanner does; nothing is known of the program.
package struct PaceFailure: Error, Hashable, Sendable {
  /// A slow scanner's 40 ms and the jitter that it has: what a program must still take for a scan.
  package static let limit = Duration.milliseconds(60)

  /// The longest time between two keystrokes.
  package var gap: Duration
}

/// How often a scene is played on a machine that is too busy.
private let scenes = 8

/// Plays a scene, and plays it again from its beginning where the machine could not keep the pace.
package func inPace(
  isolation: isolated (any Actor)? = #isolation, _ scene: () async throws -> Void
) async throws {
  for _ in 1..<scenes {
    do {
      return try await scene()
    } catch is PaceFailure {
      continue
    }
  }
  try await scene()
}
