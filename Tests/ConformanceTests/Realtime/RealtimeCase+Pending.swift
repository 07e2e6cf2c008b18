/// The form of the cases that cannot be run yet: what is not known in them fails all the same.
extension RealtimeCase {
  func checkForm() throws {
    switch kind {
    case .rest: try checkSteps()
    case .sse:
      try checkSteps()
      for event in try fields.list("events") {
        let event = try CaseFields(event, "an event", known: ["event", "data"])
        _ = (try event.text("event"), try event.value("data"))
      }
    case .rules:
      let known: Set = ["do", "path", "value", "values", "query"]
      let operation = try CaseFields(fields.value("operation"), "operation", known: known)
      guard ["read", "set", "update"].contains(try operation.text("do")) else {
        throw CaseError("operation: unknown \(try operation.text("do"))")
      }
      _ = try CaseFields(fields.value("expect"), "expect", known: ["allowed"]).bool("allowed")
    case .normalize, .keyOrder, .validate, .query, .script, .serverValue, .hash, .pushIdPrefix,
      .pushIdNext, .snapshot, .path, .pathOrder, .url:
      return
    }
  }

  private func checkSteps() throws {
    let known: Set = ["method", "path", "query", "headers", "body", "rawBody", "expect", "save"]
    for step in try fields.list("steps") {
      let step = try CaseFields(step, "a step", known: known)
      _ = (try step.text("method"), try step.text("path"))
      if let expect = step["expect"] {
        _ = try CaseFields(expect, "expect", known: ["status", "body", "headers"])
      }
    }
  }
}
