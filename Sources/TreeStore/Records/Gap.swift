/// A stretch of paths without rows: from `lower`, or behind it, up to `upper`.
struct Gap {
  /// A path that no row above holds.
  var lower: PathBytes
  /// Whether nothing is at `lower` either; else a row is there.
  var isLowerFree: Bool
  /// The row that follows; nil when none does.
  var upper: PathBytes?

  /// Whether nothing is at, above or below a path, as far as the gap tells.
  func covers(_ path: PathBytes) -> Bool {
    if path == lower { return isLowerFree && upper.map { !$0.lies(below: path) } ?? true }
    // What begins with `lower` may lie inside the row there.
    guard lower.precedes(path), !path.lies(below: lower) else { return false }
    guard let upper else { return true }
    return path.precedes(upper) && !upper.lies(below: path)
  }

  /// What is left when a row is written; nil when it lies outside: it may then hold the gap.
  func occupied(at path: PathBytes) -> Gap? {
    guard path == lower || covers(path) else { return nil }
    return Gap(lower: path, isLowerFree: false, upper: upper)
  }

  /// What is left when rows at and below a path are written.
  func occupied(below path: PathBytes) -> Gap? {
    guard path == lower || covers(path) else { return nil }
    return Gap(lower: path + [PathCoding.above], isLowerFree: true, upper: upper)
  }

  /// Whether a row beside the gap lies below a path.
  func borders(below path: PathBytes) -> Bool {
    if !isLowerFree, lower.count > path.count, lower.lies(below: path) { return true }
    return upper.map { $0.lies(below: path) } ?? false
  }
}
