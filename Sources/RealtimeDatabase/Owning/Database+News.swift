extension Database {
  /// Looks for news now, as after a ring, and returns when this program's observers have been told.
  ///
  /// For those who know of a commit that rang for nobody, and for measuring: returns how long the
  /// engine was at it, without the way there and back.
  @discardableResult
  package func lookForNews() async -> Duration {
    await withCheckedContinuation { continuation in
      engine.enqueue { engine in
        let start = ContinuousClock.now
        engine.catchUp()
        continuation.resume(returning: ContinuousClock.now - start)
      }
    }
  }
}
