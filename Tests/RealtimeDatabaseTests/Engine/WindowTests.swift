import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct WindowTests {
  private static func desk(_ count: Int) async throws -> Desk {
    var configuration = Database.Configuration()
    configuration.lists = [OrderedList("/books", by: .child("/title"))]
    let desk = try Desk(configuration)
    let books = (0..<count).map { index in
      (Key(stringLiteral: "b\(index)"), ["title": .leaf(.string("T\(10_000 + index)"))] as Node)
    }
    try await desk.database.commit(try .put("/books", Node(books)))
    return desk
  }

  private static func titles(_ window: Window?) -> [String] {
    window?.rows.compactMap { $0.node["title" as Key].string } ?? []
  }

  @Test func `a window follows inserts, changes and removals, and stays at its place`() async throws
  {
    let desk = try await Self.desk(200)
    let query = desk.database.query(try Query("/books").ordered(by: .child("/title")))
    let request = WindowRequest(anchor: .offset(100), before: 1, after: 3)
    var windows = query.window(request).makeAsyncIterator()
    let first = try #require(try await windows.next())
    #expect(Self.titles(first) == ["T10099", "T10100", "T10101", "T10102"])
    #expect((first.offset, first.total) == (99, 200))
    let books = desk.database.reference(withPath: "books")
    try await books.child("new/title").setValue("A")
    let second = try #require(try await windows.next())
    #expect(second.rows == first.rows)
    #expect((second.offset, second.total) == (100, 201))
    try await books.child("b101").removeValue()
    #expect(Self.titles(try await windows.next()) == ["T10099", "T10100", "T10102", "T10103"])
    try await books.child("b100/title").setValue("Z")
    #expect(Self.titles(try await windows.next()) == ["T10099", "T10102", "T10103", "T10104"])
    await desk.database.close()
    #expect(try await windows.next() == nil)
  }

  @Test func `a window sees the writes of another database on the folder`() async throws {
    let desk = try await Self.desk(20)
    let other = try desk.other()
    let query = desk.database.query(try Query("/books").ordered(by: .child("/title")))
    var windows = query.window(WindowRequest(after: 2)).makeAsyncIterator()
    #expect(Self.titles(try await windows.next()) == ["T10000", "T10001"])
    try await other.reference(withPath: "books/zero/title").setValue("A")
    let window = try #require(try await windows.next())
    #expect(Self.titles(window) == ["A", "T10000"])
    #expect((window.offset, window.total) == (0, 21))
    await desk.database.close()
    await other.close()
  }

  @Test func `in a long list the offset is counted after the first rows`() async throws {
    let count = WindowObserver.countedAtOnce + 500
    let desk = try await Self.desk(count)
    let pure = try Query("/books").ordered(by: .child("/title"))
    let node: Node = ["title": "T15000"]
    let request = WindowRequest(anchor: .place(pure.place(of: node, key: "b5000")), after: 3)
    var windows = desk.database.query(pure).window(request).makeAsyncIterator()
    var window = try #require(try await windows.next())
    #expect(Self.titles(window) == ["T15000", "T15001", "T15002"])
    // The count may already have replaced the first window in the buffer.
    if window.offset == nil { window = try #require(try await windows.next()) }
    #expect((window.offset, window.total) == (5000, count))
    await desk.database.close()
  }
}
