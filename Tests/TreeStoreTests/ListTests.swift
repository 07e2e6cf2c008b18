import JSONTree
import TestSupport
import Testing
import TreeStore

@Suite struct ListTests {
  @Test
  func `a location written whole is listed whole`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare([ListDeclaration("a", by: .value)])
    try store.write("a", ["x": 2, "y": 1])
    #expect(try store.check() == [])
    try store.write("a", 5)
    #expect(try store.check() == [])
    try store.write("a/z", 5)
    try store.write("a/z", 6)
    #expect(try store.check() == [])
    try store.write("/", ["a": ["x": 2, "y": 1]])
    #expect(try store.check() == [])
  }

  /// Values that an index keeps only the beginning of, and short ones around them.
  private static let alike: Node = {
    let long = String(repeating: "m", count: 900)
    let values = ["a", "b"] + ["", "1", "2", "3"].map { long + $0 } + ["x", "y"]
    // Against the order of the values.
    let keys: [Key] = ["k8", "k7", "k6", "k5", "k4", "k3", "k2", "k1"]
    return Node(zip(keys, values).map { ($0, .leaf(.string($1))) })
  }()

  @Test(arguments: [false, true], [nil, "", "1", "2", "4"])
  func `windows in values that begin alike stand where their records say`(
    isListed: Bool, bound: String?
  ) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    if isListed { try store.declare([ListDeclaration("a", by: .value)]) }
    try store.write("a", .node(Self.alike))
    var queries = [try Query("a").ordered(by: .value)]
    if let bound {
      let value = Scalar.string(String(repeating: "m", count: 900) + bound)
      queries = [
        try queries[0].starting(at: value), try queries[0].starting(after: value),
        try queries[0].ending(at: value), try queries[0].ending(before: value),
      ]
    }
    for query in queries {
      let expected = query.select(from: Self.alike)
      try store.read { reader in
        #expect(try reader.total(of: query) == expected.count)
        for offset in 0...expected.count + 1 {
          let window = try reader.window(of: query, from: .offset(offset), before: 2, after: 3)
          #expect(
            window == Query.window(of: expected, from: .offset(offset), before: 2, after: 3),
            "\(query.lower == nil), offset \(offset)")
        }
        for child in expected {
          #expect(
            try reader.rank(of: child.place, in: query)
              == Query.rank(of: child.place, in: expected))
        }
      }
    }
  }
}

@Suite struct TextListTests {
  private func titles() throws -> (TemporaryPlace, TreeStore) {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let write = try Write.update(
      at: "books",
      [
        ("1", ["title": "L'Étranger", "author": "Albert Camus"]),
        ("2", ["title": "红楼梦", "author": "曹雪芹"]),
        ("3", ["title": "The Stranger Beside Me", "author": "Ann Rule"]),
        ("4", ["title": "Strange Weather in Tōkyō", "isbn": 9_781_846_275_081]),
      ])
    _ = try one(store.commit([CommitRequest(write)]))
    return (place, store)
  }

  @Test(arguments: [false, true])
  func `words are found folded, by prefix, and by single ideographs`(_ isLate: Bool) throws {
    let (place, store) = try titles()
    let texts = [TextDeclaration("books", children: ["title", "author", "isbn"])]
    try store.declare([], texts: texts)
    if isLate {
      // Written again after the declaration: every document is replaced.
      for key in 1...4 { try store.write(Path("books/\(key)/extra"), "x") }
      try store.write("books/3/title", "Something Else")
      try store.write("books/3/title", "The Stranger Beside Me")
    }
    func found(_ text: String) throws -> [Key] { try store.search(text, in: "books", limit: 10) }
    #expect(try found("etranger") == ["1"])
    #expect(try found("ÉTRAN") == ["1"])
    #expect(try found("strang") == ["3", "4"])
    #expect(try found("stranger me") == ["3"])
    #expect(try found("strang weather") == [])
    #expect(try found("weather strang") == ["4"])
    #expect(try found("tokyo") == ["4"])
    #expect(try found("楼梦") == ["2"])
    #expect(try found("梦楼") == [])
    #expect(try found("曹 红") == ["2"])
    #expect(try found("9781846") == ["4"])
    #expect(try found("\"- * OR") == [])
    #expect(try found(" ") == [])
    #expect(try store.search("s", in: "books", limit: 1).count == 1)
    withExtendedLifetime(place) {}
  }

  @Test
  func `words follow every change of a text`() throws {
    let (place, store) = try titles()
    try store.declare([], texts: [TextDeclaration("books", children: ["title"])])
    try store.write("books/1/title", "La Peste")
    #expect(try store.search("etranger", in: "books", limit: 9) == [])
    #expect(try store.search("peste", in: "books", limit: 9) == ["1"])
    try store.write("books/1", .empty)
    #expect(try store.search("peste", in: "books", limit: 9) == [])
    try store.write("books", .empty)
    #expect(try store.search("s", in: "books", limit: 9) == [])
    try store.write("books/x/title", "Strange")
    #expect(try store.search("s", in: "books", limit: 9) == ["x"])
    #expect(try store.check() == [])
    withExtendedLifetime(place) {}
  }

  @Test
  func `a search where no texts are listed is refused`() throws {
    let (place, store) = try titles()
    #expect(throws: StoreError.self) { try store.search("s", in: "books", limit: 9) }
    withExtendedLifetime(place) {}
  }
}
