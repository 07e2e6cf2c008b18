/// The paths from one on and up to, but not including, another.
struct PathRange {
  var lower: PathBytes
  var upper: PathBytes

  /// A path and all below it, the row of its priority among them.
  static func subtree(of path: PathBytes) -> PathRange {
    PathRange(lower: path, upper: path + [PathCoding.above])
  }

  /// All below a path but the row of its priority.
  static func children(of path: PathBytes) -> PathRange {
    PathRange(lower: path + [PathCoding.integerTag], upper: path + [PathCoding.above])
  }
}
