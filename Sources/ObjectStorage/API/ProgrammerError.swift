/// Runs a step of the checked core for the Firebase-named API, where a fault is the caller's: it
/// stops the program with the sentence that says what is wrong.
///
/// Firebase: an exception.
func trapping<Result, Fault: Error>(
  _ call: StaticString = #function, _ body: () throws(Fault) -> Result
) -> Result {
  do {
    return try body()
  } catch {
    preconditionFailure("\(call): \(error)")
  }
}
