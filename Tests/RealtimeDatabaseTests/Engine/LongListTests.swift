import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// Windows over long lists: anchored by key, numbers late, nothing outside the window in memory.
@Suite struct LongListTests {
  private static let count = Thorough.pick(20_000, thorough: 1_000_000)
  private static let byTitle = Ordering.child(Path(["title"]))

  private static func key(_ index: Int) -> Key { Key(stringLiteral: "b\(10_000_000 + index)") }

  /// Titles run against the keys, so that the orders differ.
  private static func title(_ index: Int) -> String { "T\(20_000_000 - index)" }

  private static func book(_ index: Int) -> Node {
    ["title": .leaf(.string(title(index))), "count": .leaf(.integer(Int64(index % 10)))]
  }

  private static func desk() async throws -> Desk {
    var configuration = Database.Configuration()
    configuration.lists = [OrderedList("/books", by: byTitle)]
    let desk = try Desk(configuration)
    for start in stride(from: 0, to: count, by: 20_000) {
      let part = start..<min(count, start + 20_000)
      try await desk.database.commit(
        try .update(part.map { (Path(["books", key($0)]), .node(book($0))) }))
    }
    return desk
  }

  /// The memory that is this process's alone, in bytes (proc(5)).
  private static func privateMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
  }

  private static func expected(_ ordering: Ordering, _ range: Range<Int>) -> [Key] {
    range.map { ordering == .key ? key($0) : key(count - 1 - $0) }
  }

  @Test(arguments: [Ordering.key, byTitle])
  func `a window shows its rows first and its numbers when they are counted`(
    ordering: Ordering
  ) async throws {
    let desk = try await Self.desk()
    let pure = try Query("/books").ordered(by: ordering)
    let query = desk.database.query(pure)
    let middle = Self.count / 2
    let memory = try Self.privateMemory()
    let anchors: [(WindowAnchor, Range<Int>)] = [
      (.first, 0..<50), (.last, (Self.count - 50)..<Self.count),
      (.offset(middle), (middle - 25)..<(middle + 25)),
      (
        .place(
          pure.place(
            of: Self.book(ordering == .key ? middle : Self.count - 1 - middle),
            key: Self.expected(ordering, middle..<(middle + 1))[0])),
        (middle - 25)..<(middle + 25)
      ),
    ]
    for (anchor, range) in anchors {
      var windows = query.window(WindowRequest(anchor: anchor, before: 25, after: 25))
        .makeAsyncIterator()
      var window = try #require(try await windows.next())
      #expect(window.rows.map(\.key) == Self.expected(ordering, range))
      #expect(window.total == Self.count)
      while window.offset == nil { window = try #require(try await windows.next()) }
      #expect(window.offset == range.lowerBound)
    }
    // The whole list would take some hundred bytes a book.
    let grown = try Self.privateMemory() - memory
    if Thorough.isOn { #expect(grown < 64 << 20, "\(grown) bytes") }
    await desk.database.close()
  }

  @Test func `rows that come and go above leave the window where it is, and its numbers follow`()
    async throws
  {
    let desk = try await Self.desk()
    let pure = try Query("/books").ordered(by: Self.byTitle)
    let middle = Self.count / 2
    let key = Self.key(Self.count - 1 - middle)
    let place = pure.place(of: Self.book(Self.count - 1 - middle), key: key)
    var windows = desk.database.query(pure)
      .window(WindowRequest(anchor: .place(place), before: 10, after: 10)).makeAsyncIterator()
    var window = try #require(try await windows.next())
    let rows = window.rows.map(\.key)
    // One more above: the rows stay, the numbers follow.
    try await desk.database.commit(try .put("/books/above", ["title": "A"]))
    while window.offset != middle - 9 { window = try #require(try await windows.next()) }
    #expect(window.rows.map(\.key) == rows)
    #expect(window.total == Self.count + 1)
    // The anchor's own row gone: its neighbours stay.
    try await desk.database.commit(try .put(Path(["books", key]), .empty))
    while window.offset == nil || window.rows.map(\.key) == rows {
      window = try #require(try await windows.next())
    }
    let left = rows.filter { $0 != key }
    #expect(Array(window.rows.map(\.key).prefix(19)) == left)
    #expect(window.total == Self.count)
    await desk.database.close()
  }
}
