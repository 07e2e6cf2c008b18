import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase
@testable import TreeStore

/// What observers are told when the folder of a tree, or all of its files, are replaced or deleted.
@Suite struct LostFolderTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func open(_ name: String) throws -> Database {
    try Database.open(at: place.url.appendingPathComponent(name))
  }

  /// A tree in a folder, with a number at `/n`, that nobody has open.
  private func fill(_ name: String, _ number: Int) async throws {
    let database = try open(name)
    try await database.reference(withPath: "n").setValue(number)
    await database.close()
  }

  private func move(_ name: String, to new: String) {
    #expect(rename(place.path(name), place.path(new)) == 0)
  }

  private func observe(_ database: Database) async throws -> Recorder<String> {
    let seen = Recorder<String>()
    database.reference(withPath: "n").record([.value], into: seen)
    _ = try await seen.first(1)
    return seen
  }

  @Test func `another folder under the name is gone over to`() async throws {
    try await fill("d", 1)
    try await fill("new", 2)
    let database = try open("d")
    let seen = try await observe(database)
    move("d", to: "old")
    move("new", to: "d")
    _ = try await seen.last("value 2")
    let other = try open("d")
    try await other.reference(withPath: "n").setValue(3)
    _ = try await seen.last("value 3")
    try await database.reference(withPath: "n").setValue(4)
    _ = try await seen.last("value 4")
    #expect(try await other.read { try $0.node(at: "/n") } == 4)
    await other.close()
    await database.close()
  }

  @Test func `who ends in the folder that is gone over to is heard of`() async throws {
    try await fill("d", 1)
    try await fill("new", 2)
    let database = try open("d")
    let seen = try await observe(database)
    move("d", to: "old")
    move("new", to: "d")
    _ = try await seen.last("value 2")
    let peer = try await PeerClient(at: place.path("d"))
    #expect(
      try await peer.ask(#"{"do":"onDisconnectSet","path":"/n","value":7}"#) == #"{"ok":true}"#)
    try await peer.kill(SIGKILL)
    _ = try await seen.last("value 7")
    await database.close()
  }

  @Test(arguments: [false, true])
  func `a folder that was deleted is heard again when there is one`(isMoved: Bool) async throws {
    try await fill("d", 1)
    let database = try open("d")
    let seen = try await observe(database)
    for number in 2...4 {
      if isMoved {
        move("d", to: "old\(number)")
      } else {
        try FileManager.default.removeItem(atPath: place.path("d"))
      }
      // Nothing is there: what was seen last stays.
      await database.lookForNews()
      #expect(seen.all.last == (number == 2 ? "value 1" : "value \(1 - number)"))
      let other = try open("d")
      try await other.reference(withPath: "n").setValue(number)
      _ = try await seen.last("value \(number)")
      try await other.reference(withPath: "n").setValue(-number)
      _ = try await seen.last("value \(-number)")
      await other.close()
    }
    await database.close()
  }

  @Test func `all files replaced one after another, then writes, are all heard`() async throws {
    for round in 0..<8 {
      let (name, new) = ("d\(round)", "new\(round)")
      try await fill(name, 1)
      let copy = try open(new)
      try await copy.reference(withPath: "n").setValue(2)
      let database = try open(name)
      let seen = try await observe(database)
      for end in ["", "-wal"] { move(new + "/tree.db" + end, to: name + "/tree.db" + end) }
      // As after a crash: its log comes with it.
      await copy.close()
      // Who comes while the old memory still has its name is told so, and tries again.
      let other = try await eventually("an opening") { try? open(name) }
      for number in 3...5 {
        let place = other.reference(withPath: "n")
        try await eventually("a write") { (try? await place.setValue(number)) != nil }
      }
      _ = try await seen.last("value 5")
      await other.close()
      await database.close()
    }
  }
}
