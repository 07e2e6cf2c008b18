/// Makes a failing run short: leaves out what is not needed for the failure.
///
/// Halves first, then ever smaller parts, as long as the run still fails (Zeller: delta debugging).
func shrunk<Element>(
  _ elements: [Element], attempts: Int = 400, stillFails: ([Element]) async throws -> Bool
) async rethrows -> [Element] {
  var best = elements
  var attempts = attempts
  var size = max(1, best.count / 2)
  while attempts > 0 {
    var start = 0
    var isShorter = false
    while start < best.count, attempts > 0 {
      var candidate = best
      candidate.removeSubrange(start..<min(start + size, candidate.count))
      attempts -= 1
      if try await stillFails(candidate) {
        best = candidate
        isShorter = true
      } else {
        start += size
      }
    }
    if size == 1, !isShorter { break }
    size = max(1, size / 2)
  }
  return best
}
