import JSONTree

/// Runs a step of the checked core for the Firebase-named API, where a fault is the caller's: it
/// stops the program with the sentence that says what is wrong.
///
/// Firebase: an exception.
func trapping<Result>(
  _ call: StaticString = #function, _ body: () throws(TreeSyntaxError) -> Result
) -> Result {
  do {
    return try body()
  } catch {
    preconditionFailure("\(call): \(error)")
  }
}
