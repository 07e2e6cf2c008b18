import TestSupport
import Testing

/// What a process that was killed left to be written, seen by the commands.
@Suite struct InheritanceTests {
  @Test(arguments: [
    ["db", "get", "presence"], ["db", "query", "/", "--order-by", "$key"],
    ["db", "export", "presence"],
  ])
  func `the first command after a death shows what was left, not what was`(
    words: [String]
  ) async throws {
    let shop = try Shop()
    #expect(try await shop.run("db", "set", "a", "1").status == 0)
    for round in 0..<Thorough.pick(3, thorough: 100) {
      let child = try await ChildProcess(
        Command(BuiltProducts.path(of: "TreePeer"), [shop.data]))
      try await child.send(#"{"do":"set","path":"/presence","value":"here"}"# + "\n")
      #expect(try await child.nextLine() == #"{"ok":true}"#)
      try await child.send(#"{"do":"onDisconnectSet","path":"/presence","value":"gone"}"# + "\n")
      #expect(try await child.nextLine() == #"{"ok":true}"#)
      child.kill()
      _ = try await child.result()
      let result = try await ChildProcess.run(shop.command(words))
      #expect(result.status == 0 && result.output.contains("gone"), "round \(round): \(result)")
    }
  }
}
