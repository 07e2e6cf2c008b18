import Testing

/// Records an issue when two values differ; in loops of thousands much cheaper than `#expect`.
func agree<T: Equatable>(
  _ left: T, _ right: T, _ about: @autoclosure () -> String = "",
  at location: SourceLocation = #_sourceLocation
) {
  if left != right {
    Issue.record("\(left) is not \(right): \(about())", sourceLocation: location)
  }
}
