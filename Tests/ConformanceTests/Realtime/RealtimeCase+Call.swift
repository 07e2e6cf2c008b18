import TestSupport

/// The cases about calls that are refused before anything is written.
extension RealtimeCase {
  /// Makes the call by Firebase's name in a process of its own, which a refusal ends: with the
  /// sentence that says what is wrong.
  func runCall() async throws {
    let expect = try CaseFields(fields.value("expect"), "expect", known: ["throws"])
    let isRefused = try expect.bool("throws")
    let place = try TemporaryPlace()
    let peer = try await ChildProcess(
      Command(
        BuiltProducts.path(of: "TreePeer"), [place.path("tree")],
        environment: ["SWIFT_BACKTRACE": "enable=no"]))
    try await peer.send("{\"do\":\"call\",\"call\":\(try fields.value("call"))}\n")
    await peer.closeInput()
    let result = try await peer.result()
    if result.ending == .exited(0) {
      guard result.output == "{\"ok\":true}\n{\"ok\":true}\n" else {
        throw CaseError("the call: \(result.output)")
      }
      if isRefused { throw CaseError("the call was not refused") }
      return
    }
    guard result.errors.contains("ProgrammerError.swift"), result.output.isEmpty else {
      throw CaseError("the call: \(result)")
    }
    if !isRefused { throw CaseError("the call was refused: \(result.errors)") }
  }
}
