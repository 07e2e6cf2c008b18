import Testing

@testable import JSONTree

struct PathTests {
  /// A path of a text at run time; `Path("…")` itself reads as a literal.
  private func path(_ text: String) throws -> Path { try Path(text) }

  @Test func `slashes at the ends and doubled are dropped`() throws {
    #expect(try path("//a///b/c//").keys == ["a", "b", "c"])
    #expect(try path("/").keys == [])
    #expect(try path("001/2").keys.map(\.name) == ["001", "2"])
    #expect(try path("a/b").description == "/a/b")
    #expect(Path.root.description == "/")
  }

  @Test(arguments: ["", "a.b", "a#b", "a[b", "a/.info", ".keys", ".length", "a/\u{1}"])
  func `an empty path and bad segments are refused`(_ text: String) {
    #expect(throws: TreeSyntaxError.self) { try Path(text) }
  }

  @Test func `.info is a path of its own`() throws {
    #expect(try path(".info/connected").isInfo)
    #expect(try path("/.info").isInfo)
    #expect(!(try path("info").isInfo))
  }

  @Test func `a path has at most 32 levels`() throws {
    let deepest = Array(repeating: "a", count: 32).joined(separator: "/")
    #expect(try Path(deepest).depth == 32)
    let error = #expect(throws: TreeSyntaxError.self) { try Path(deepest + "/a") }
    #expect(error?.code == .tooDeep)
    let hostile = String(repeating: "a/", count: 500_000)
    #expect(throws: TreeSyntaxError.self) { try Path(hostile) }
  }

  @Test func `paths sort segment by segment`() throws {
    let texts = [
      "1", "2", "10", "a", "a/1", "a/2", "a/10", "a/a", "a/aa", "a/b", "a/b/c", "b", "b/a",
    ]
    let paths = try texts.map { try Path($0) }
    #expect(paths.shuffled().sorted() == paths)
  }

  @Test func `paths know what lies in what`() {
    let place: Path = "a/b"
    #expect(place.contains("a/b"))
    #expect(place.contains("a/b/c"))
    #expect(!place.contains("a"))
    #expect(!place.contains("a/bc"))
    #expect(Path.root.contains(place))
    #expect(place.suffix(of: "a/b/c/d") == "c/d")
    #expect(place.suffix(of: "a/b") == .root)
    #expect(place.suffix(of: "a/c") == nil)
    #expect(place.parent == "a")
    #expect(Path.root.parent == nil)
    #expect(place.last == "b")
    #expect(place.appending("c") == "a/b/c")
    #expect(place.child("c") == "a/b/c")
    #expect(place.commonAncestor(with: "a/c/d") == "a")
  }
}
