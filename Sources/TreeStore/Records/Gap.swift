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
    if path == lower { return isLowerFree && upper.map { !$0.starts(with: path) } ?? true }
    // What begins with `lower` may lie inside the row there.
    guard lower.lexicographicallyPrecedes(path), !path.starts(with: lower) else { return false }
    guard let upper else { return true }
    return path.lexicographicallyPrecedes(upper) && !upper.starts(with: path)
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
}
