import JSONTree
import RealtimeDatabase
import TestSupport
import Testing

/// The second process answers as its description says.
@Suite struct PeerTests {
  @Test(arguments: [true, false])
  func `what the second process has registered is done when it goes`(isKilled: Bool) async throws {
    let place = try TemporaryPlace()
    let database = try await Database.open(at: place.path("tree"))
    try await database.commit(try .update([("b", 1), ("c", 2), ("d", 3)]))
    let peer = try await ChildProcess(
      Command(BuiltProducts.path(of: "TreePeer"), [place.path("tree")]))
    for request in [
      #"{"do":"onDisconnectSet","path":"/a","value":{".value":1,".priority":2}}"#,
      #"{"do":"onDisconnectRemove","path":"/b"}"#,
      #"{"do":"onDisconnectUpdate","path":"/","values":{"c/x":true}}"#,
      #"{"do":"onDisconnectSet","path":"/d","value":4}"#,
      #"{"do":"onDisconnectCancel","path":"/d"}"#,
    ] {
      try await peer.send(request + "\n")
      #expect(try await peer.nextLine() == #"{"ok":true}"#)
    }
    #expect(try await database.reference().getData().node == ["b": 1, "c": 2, "d": 3])
    if isKilled { peer.kill() } else { await peer.closeInput() }
    _ = try await peer.result()
    let wanted: Node = ["a": .leaf(1, priority: 2), "c": ["x": true], "d": 3]
    try await eventually("what was registered") {
      try await database.reference().getData().node == wanted
    }
    await database.close()
  }

  @Test func `the second process writes, reads, observes and ends`() async throws {
    let place = try TemporaryPlace()
    let peer = try await ChildProcess(
      Command(BuiltProducts.path(of: "TreePeer"), [place.path("tree")]))
    let talk = [
      (#"{"do":"set","path":"/a","value":{".value":1,".priority":2}}"#, #"{"ok":true}"#),
      (#"{"do":"update","path":"/","values":{"b/c":true,"d":"x"}}"#, #"{"ok":true}"#),
      (#"{"do":"increment","path":"/a","value":2}"#, #"{"ok":true}"#),
      (#"{"do":"setPriority","path":"/d","value":"p"}"#, #"{"ok":true}"#),
      (#"{"do":"remove","path":"/b/c"}"#, #"{"ok":true}"#),
      (#"{"do":"clock","value":1234}"#, #"{"ok":true}"#),
      (#"{"do":"set","path":"/e","value":{".sv":"timestamp"}}"#, #"{"ok":true}"#),
      (
        #"{"do":"get"}"#,
        #"{"ok":true,"value":{"a":3,"d":{".value":"x",".priority":"p"},"e":1234}}"#
      ),
    ]
    for (request, answer) in talk {
      try await peer.send(request + "\n")
      #expect(try await peer.nextLine() == answer)
    }
    let faults = [
      #"{"do":"set","path":"/a.b","value":1}"#, #"{"do":"dance"}"#, "{", #"{"do":"set"}"#,
    ]
    for bad in faults {
      try await peer.send(bad + "\n")
      #expect(try await peer.nextLine().hasPrefix(#"{"error":""#))
    }
    try await peer.send(#"{"do":"observe","path":"/a"}"# + "\n")
    let lines = [try await peer.nextLine(), try await peer.nextLine()]
    #expect(lines.contains(#"{"event":"value","path":"/a","value":3}"#))
    #expect(lines.contains(#"{"ok":true}"#))
    let database = try await Database.open(at: place.path("tree"))
    try await database.commit(try .set("/a", .node(4)))
    #expect(try await peer.nextLine() == #"{"event":"value","path":"/a","value":4}"#)
    await database.close()
    try await peer.send(#"{"do":"exit"}"# + "\n")
    let result = try await peer.result()
    #expect(result.status == 0 && result.errors.isEmpty)
  }
}
