import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// What processes leave that end in every way, with others watching.
///
/// Everything that is left counts: an increment executed twice would show.
@Suite(.serialized) struct DeathTests {
  /// How a process ends.
  private enum Ending: CaseIterable {
    /// By closing its database.
    case close
    /// By `exit`, without closing.
    case exit
    /// By a signal that is not caught.
    case terminate
    /// By `kill -9`.
    case kill
    /// By `kill -9` while it closes.
    case killWhileClosing
  }

  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private var folder: String { place.path("tree") }

  @Test func `who opened late and only observes inherits too`() async throws {
    let place = try TemporaryPlace()
    let database = Database.database(url: "file://" + place.path("tree"))
    let seen = Recorder<Int64>()
    database.reference(withPath: "gone").observe(.value) { snapshot in
      if let number = snapshot.node.integer { seen.note(number) }
    }
    let child = try await ChildProcess(
      Command(BuiltProducts.path(of: "TreePeer"), [place.path("tree")]))
    try await child.send(#"{"do":"onDisconnectSet","path":"/gone","value":7}"# + "\n")
    #expect(try await child.nextLine() == #"{"ok":true}"#)
    child.kill()
    #expect(try await seen.first(1) == [7])
    await database.close()
  }

  private var lockFiles: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder + "/clients")) ?? []
  }

  private func node(_ path: Path) async throws -> Node {
    let database = try await Database.open(at: folder)
    let node = try await database.read { try $0.node(at: path) }
    await database.close()
    return node
  }

  /// Says what a client of a round leaves: its own counter first, then one place after another,
  /// some of them taken back.
  private func lines(of round: Int, count: Int) -> [String] {
    let counter = #"{".sv":{"increment":1}}"#
    var lines = [#"{"do":"onDisconnectSet","path":"/r/\#(round)/n","value":\#(counter)}"#]
    for number in 0..<count {
      lines.append(
        #"{"do":"onDisconnectUpdate","path":"/r/\#(round)","values":{"k\#(number)":\#(counter)}}"#)
      if number % 4 == 3 {
        lines.append(#"{"do":"onDisconnectCancel","path":"/r/\#(round)/k\#(number)"}"#)
      }
    }
    return lines
  }

  /// Holds what was executed against what had been acknowledged.
  private func check(_ node: Node, _ round: Int, answered: Int, count: Int, isWhole: Bool) throws {
    let left = "round \(round), \(answered) answers: \(node)"
    if answered > 0 { #expect(node["n"] == 1, "\(left)") }
    // One act: whoever finds anything of it finds all of it, and nothing twice.
    for child in node.children { #expect(child.node == 1, "\(left)") }
    if !node.isEmpty { #expect(node["n"] == 1, "\(left)") }
    var line = 1
    for number in 0..<count {
      let key = try Key("k\(number)")
      let isCancelled = number % 4 == 3
      let done = line + (isCancelled ? 2 : 1)
      if answered >= done {
        #expect(node[key] == (isCancelled ? .empty : 1), "k\(number), \(left)")
      }
      line = done
    }
    if isWhole { #expect(answered == line, "\(left)") }
  }

  @Test func `a client's writes are made once, however it ends`() async throws {
    let watchers = try await Self.peers(3, at: folder)
    let count = 12
    var generator = SeededGenerator()
    for round in 0..<Thorough.pick(50, thorough: 1_000) {
      let ending = Ending.allCases[round % Ending.allCases.count]
      let client = try await PeerClient(at: folder)
      let lines = lines(of: round, count: count)
      var answered = lines.count
      try await client.send(lines.joined(separator: "\n"))
      switch ending {
      case .close, .exit, .terminate:
        for _ in lines { #expect(try await client.nextAnswer() == #"{"ok":true}"#) }
        switch ending {
        case .close: try await client.send(#"{"do":"exit"}"#)
        case .exit: try await client.send(#"{"do":"quit"}"#)
        default: try await client.kill(SIGTERM)
        }
        _ = try await client.end()
      case .kill, .killWhileClosing:
        // At some moment of its work, or behind it.
        let moment = Int.random(in: 0...lines.count, using: &generator)
        if ending == .killWhileClosing { try await client.send(#"{"do":"exit"}"#) }
        for _ in 0..<moment { _ = try await client.nextAnswer() }
        answered = moment
        try await client.kill(SIGKILL)
      }
      try await eventually("round \(round): no lock files") { lockFiles.isEmpty }
      let found = try await watchers[round % watchers.count].ask(
        #"{"do":"get","path":"/r/\#(round)"}"#)
      try check(
        Self.value(of: found), round, answered: answered, count: count,
        isWhole: answered == lines.count)
    }
    for watcher in watchers { try await watcher.kill(SIGKILL) }
    try await Self.checkFile(folder)
  }

  @Test func `when those who inherit die too, nothing is lost and nothing is done twice`()
    async throws
  {
    let count = 5
    var generator = SeededGenerator()
    for round in 0..<Thorough.pick(5, thorough: 200) {
      let peers = try await Self.peers(count, at: folder)
      for (number, peer) in peers.enumerated() {
        let path = "/d/\(round)/\(number)"
        let counter = #"{".sv":{"increment":1}}"#
        let values = #"{"\#(path)":\#(counter),"/d/\#(round)/all":\#(counter)}"#
        #expect(
          try await peer.ask(#"{"do":"onDisconnectUpdate","path":"/","values":\#(values)}"#)
            == #"{"ok":true}"#)
      }
      // One after another, so that some die while they execute what others left.
      for peer in peers.shuffled(using: &generator) { peer.signal(SIGKILL) }
      for peer in peers { _ = try await peer.end() }
      let database = try await Database.open(at: folder)
      try await eventually("round \(round): no lock files") { lockFiles.isEmpty }
      let node = try await database.read { try $0.node(at: Path("d/\(round)")) }
      #expect(node["all"] == .leaf(.integer(Int64(count))), "\(node)")
      for number in 0..<count { #expect(node[try Key("\(number)")] == 1, "\(node)") }
      await database.close()
    }
    try await Self.checkFile(folder)
  }

  @Test func `observers of other processes see a death`() async throws {
    let watcher = try await PeerClient(at: folder)
    let client = try await PeerClient(at: folder)
    _ = try await client.ask(#"{"do":"set","path":"/desk","value":"on"}"#)
    _ = try await client.ask(#"{"do":"onDisconnectSet","path":"/desk","value":"off"}"#)
    try await watcher.send(#"{"do":"observe","path":"/desk"}"#)
    try await watcher.wait(for: #"{"event":"value","path":"/desk","value":"on"}"#)
    try await client.kill(SIGKILL)
    try await watcher.wait(for: #"{"event":"value","path":"/desk","value":"off"}"#)
    try await watcher.kill(SIGKILL)
  }

  @Test func `a stopped process has not gone`() async throws {
    let client = try await PeerClient(at: folder)
    _ = try await client.ask(#"{"do":"onDisconnectSet","path":"/n","value":1}"#)
    client.signal(SIGSTOP)
    let database = try await Database.open(at: folder)
    try await database.commit(try .set("other", 1))
    let end = ContinuousClock.now + .milliseconds(1_500)
    try await eventually("the time of looking") { ContinuousClock.now > end }
    #expect(try await database.read { try $0.node(at: "n") } == .empty)
    client.signal(SIGCONT)
    try await client.kill(SIGKILL)
    try await eventually("the will") { try await database.read { try $0.node(at: "n") } == 1 }
    await database.close()
  }

  private static func peers(_ count: Int, at folder: String) async throws -> [PeerClient] {
    var peers: [PeerClient] = []
    for _ in 0..<count {
      let peer = try await PeerClient(at: folder)
      // It has opened the tree, and listens.
      #expect(try await peer.ask(#"{"do":"get","path":"/"}"#).hasPrefix(#"{"ok":true"#))
      _ = try await peer.ask(#"{"do":"set","path":"/here","value":true}"#)
      peers.append(peer)
    }
    return peers
  }

  private static func value(of answer: String) throws -> Node {
    try JSONReader.node(from: Array(answer.utf8))["value"]
  }

  private static func checkFile(_ folder: String) async throws {
    let database = try await Database.open(at: folder)
    #expect(try await database.check().isEmpty)
    await database.close()
  }
}
