import Foundation
import JSONTree
import TestSupport
import Testing

@testable import TreeStore

/// A tree of several hundred pages in a file that a test damages, and its repair.
struct DamagedTree {
  static let pageSize = 4_096
  static let lists = [
    ListDeclaration("books", by: .child("t"), sum: "n"), ListDeclaration("books", by: .key),
  ]

  let place: TemporaryPlace
  /// What was in it.
  let tree: Node

  /// Books, a split one, long leaves, priorities; and what was deleted again.
  init(_ random: inout RandomTree) throws {
    place = try TemporaryPlace()
    tree = DamagedTree.tree(&random)
    let store = try TreeStore(at: place.path("tree"), options: options())
    try store.declare(Self.lists, texts: [TextDeclaration("books", children: ["t"])])
    try store.write("/", .node(tree))
    // Rows that are deleted again stay in free pages: they must not come back.
    try store.write("gone", .node(DamagedTree.tree(&random)))
    try store.write("gone", .empty)
    store.close()
    // All of the log was copied; as long as it is there SQLite reads the pages from it.
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place.path("tree/tree.db" + suffix))
    }
  }

  private static func tree(_ random: inout RandomTree) -> Node {
    var books: [(Key, Node)] = (0..<500).map { number in
      let title = "Title \(random.number(0..<1_000)) \(random.text())"
      return (
        named("978\(100_000 + number)"),
        Node([("t", .leaf(.string(title))), ("n", .leaf(.integer(Int64(number % 7))))])
      )
    }
    let parts = (0..<40).map { number in
      (
        named("part \(number)"),
        Node.leaf(.string(String(repeating: "p", count: 60)), priority: 1)
      )
    }
    books.append(("long", Node(parts, priority: "first")))
    books.append(("leaf", .leaf(.string(String(repeating: "long ", count: 2_000)))))
    return Node([("books", Node(books, priority: 3)), ("meta", ["version": 1])])
  }

  private static func named(_ name: String) -> Key {
    do { return try Key(name) } catch { preconditionFailure("\(error)") }
  }

  var file: URL { URL(filePath: place.path("tree/tree.db")) }

  func bytes() throws -> Data { try Data(contentsOf: file) }

  /// Everything saved is what was there; how many books of one record there are.
  func compare(_ saved: Node) -> Int {
    var count = 0
    for (key, book) in saved["books"].children {
      if key == "long" {
        for (part, leaf) in book.children { #expect(leaf == tree["books/long"][part]) }
      } else {
        #expect(book == tree["books"][key], "\(key)")
        count += 1
      }
    }
    for (key, child) in saved.children where key != "books" { #expect(child == tree[key]) }
    return count
  }

  /// Repairs it, and looks at what came of it as at any tree.
  func repaired(_ name: String = "repaired") throws -> (report: RepairReport, tree: Node) {
    let report = try TreeStore.repair(
      place.path("tree"), into: place.path(name), options: options())
    let store = try TreeStore(at: place.path(name), options: options())
    defer { store.close() }
    #expect(try store.check().isEmpty)
    #expect(!Paths.exists(place.path(name) + "/damaged"))
    #expect(!Paths.exists(place.path(name) + ".part"))
    #expect(Set(report.lost).count == report.lost.count, "\(report.lost)")
    return (report, try store.read { try $0.node(at: .root) })
  }

  /// The error of a repair that must fail, and leave nothing.
  func refusal(_ name: String = "repaired") throws -> StoreError {
    let error = #expect(throws: StoreError.self) { try repaired(name) }
    #expect(!Paths.exists(place.path(name)))
    #expect(!Paths.exists(place.path(name) + ".part"))
    return try #require(error)
  }
}
