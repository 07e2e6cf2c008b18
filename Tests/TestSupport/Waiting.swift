/// How long tests wait for what must come: long enough for a busy machine, and never reached by a
/// test that passes.
package let patience: Duration = .seconds(60)

/// At least so many looks are taken before something counts as not coming.
private let leastLooks = 1_000

/// Looks again and again until a condition holds, and fails with its name when it does not in time.
///
/// The condition is looked at about every two milliseconds, and a good number of times at least:
/// while other tests keep all threads of the pool busy, neither what is waited for nor the looks
/// come on. What happens behind a notification should be waited for by that, not by this.
package func eventually(
  _ what: String, within limit: Duration = patience,
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  var looks = 0
  while true {
    looks += 1
    // The clock is read first: a look that begins in time counts, however late it answers.
    let isLast = ContinuousClock.now >= deadline && looks >= leastLooks
    if try await condition() { return }
    if isLast { throw ProcessFailure(what, seen: "nothing of it within \(limit)") }
    await Pause.breathe(.milliseconds(2))
  }
}

/// Looks again and again until a value is there, and returns it.
package func eventually<Value>(
  _ what: String, within limit: Duration = patience,
  isolation: isolated (any Actor)? = #isolation,
  value: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + limit
  var looks = 0
  while true {
    looks += 1
    let isLast = ContinuousClock.now >= deadline && looks >= leastLooks
    if let found = try await value() { return found }
    if isLast { throw ProcessFailure(what, seen: "nothing of it within \(limit)") }
    await Pause.breathe(.milliseconds(2))
  }
}
