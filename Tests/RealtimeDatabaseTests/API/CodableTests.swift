import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

private struct Book: Codable, Hashable {
  enum State: String, Codable { case new, used }
  struct Shelf: Codable, Hashable {
    var room: String
    var board: Int?
  }

  var isbn: Int64
  var title: String
  var isListed: Bool
  var price: Decimal
  var weight: Double
  var state: State
  var shelf: Shelf?
  var subjects: [String]
  var copies: [String: UInt8]
  var cover: Data
  var link: URL?
}

private class Work: Codable {
  var title: String
  init(title: String) { self.title = title }
}

private final class Edition: Work {
  var year: Int
  private enum CodingKeys: String, CodingKey { case year }

  init(title: String, year: Int) {
    self.year = year
    super.init(title: title)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    year = try container.decode(Int.self, forKey: .year)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(year, forKey: .year)
    try super.encode(to: container.superEncoder())
  }
}

@Suite struct CodableTests {
  private let encoder = Database.Encoder()
  private let decoder = Database.Decoder()

  private func node(_ value: some Encodable) throws -> Node? { try encoder.draft(of: value).node }

  private let dune = Book(
    isbn: 9_780_441_013_593, title: "Dune 沙丘", isListed: true, price: Decimal(string: "9.95") ?? 0,
    weight: 0.4, state: .used, shelf: Book.Shelf(room: "A", board: nil),
    subjects: ["sf", "desert"],
    copies: ["1": 2, "main": 1], cover: Data([0xFF, 0, 1]), link: URL(string: "https://a.b/c?d=e"))

  @Test func `a value becomes a tree, exactly, and the tree the same value`() throws {
    let tree: Node = [
      "isbn": 9_780_441_013_593, "title": "Dune 沙丘", "isListed": true, "price": 9.95,
      "weight": 0.4, "state": "used", "shelf": ["room": "A"], "subjects": ["sf", "desert"],
      "copies": ["1": 2, "main": 1], "cover": "/wAB", "link": "https://a.b/c?d=e",
    ]
    #expect(try node(dune) == tree)
    #expect(try decoder.decode(Book.self, from: tree) == dune)
    // By way of Foundation's values too.
    let plain = try encoder.encode(dune)
    #expect((plain as? [String: Any])?["isListed"] as? Bool == true)
    #expect(try Draft(bridging: plain).node == tree)
    #expect(try decoder.decode(Book.self, from: plain) == dune)
    #expect(try decoder.decode(Book.self, from: tree.bridged) == dune)
  }

  @Test func `numbers keep every digit, and are no Booleans`() throws {
    let numbers = Node(list: [.leaf(.integer(.max)), .leaf(.integer(.min)), 1])
    #expect(try node([Int64.max, .min, 1]) == numbers)
    #expect(try decoder.decode(Int64.self, from: .leaf(.integer(.max))) == .max)
    #expect(try node(true) == true)
    #expect(try node(1) != true)
    #expect(try decoder.decode(Int.self, from: 3.0) == 3)
    #expect(try decoder.decode(Double.self, from: 3) == 3)
    #expect(try decoder.decode(Decimal.self, from: 0.1) == Decimal(string: "0.1"))
    for (type, node) in [
      (Int.self, true), (Bool.self, 1), (Int.self, "1"), (String.self, 1), (Double.self, true),
    ] as [(any Decodable.Type, Node)] {
      #expect(throws: DecodingError.self, "\(type) of \(node)") {
        try decoder.decode(type, from: node)
      }
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: 1.5) }
    #expect(throws: DecodingError.self) { try decoder.decode(UInt8.self, from: 256) }
    #expect(throws: DecodingError.self) { try decoder.decode(UInt.self, from: -1) }
    #expect(throws: EncodingError.self) { try encoder.encode(UInt64.max) }
  }

  @Test func `lists, dictionaries and nothing`() throws {
    #expect(try node(["x", nil, "z", nil] as [String?]) == ["0": "x", "2": "z"])
    #expect(
      try decoder.decode([String?].self, from: ["0": "x", "2": "z"]) == ["x", nil, "z"])
    #expect(try node([String]()) == .empty)
    #expect(try node(["a": [String: Int]()]) == .empty)
    #expect(try node(nil as Int?) == .empty)
    #expect(try decoder.decode(Int?.self, from: Node.empty) == nil)
    #expect(try node([3: "c", 4: "d"]) == ["3": "c", "4": "d"])
    #expect(
      try decoder.decode([Int: String].self, from: ["0": "a", "1": "b"]) == [0: "a", 1: "b"])
    #expect(
      try decoder.decode([String: String].self, from: ["0": "a", "1": "b"])
        == ["0": "a", "1": "b"])
    #expect(try node([[1, 2], [3]]) == Node(list: [Node(list: [1, 2]), Node(list: [3])]))
    #expect(try decoder.decode([[Int]].self, from: ["0": ["0": 1], "1": ["0": 3]]) == [[1], [3]])
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: ["7": 1]) }
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: ["0": 1, "2": 2]) }
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Node.empty) }
    #expect(throws: DecodingError.self) { try decoder.decode(Book.self, from: 1) }
  }

  @Test func `what is missing is told with its place`() {
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Book.Shelf].self, from: ["a": ["room": "A"], "b": ["board": 2]])
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "room")
    #expect(context.codingPath.map(\.stringValue) == ["b"])
  }

  @Test func `what the tree cannot hold is refused at once`() {
    for value in [["a.b": 1], ["": 1], ["a/b": 1], ["x\u{7}": 1]] {
      #expect(throws: EncodingError.self) { try encoder.encode(value) }
    }
    #expect(throws: EncodingError.self) { try encoder.encode([Double.nan]) }
    #expect(throws: EncodingError.self) { try encoder.encode(-Double.infinity) }
    #expect(throws: EncodingError.self) { try encoder.encode([".sv": "later"]) }
  }

  @Test func `classes that inherit have their parts`() throws {
    let tree = try node(Edition(title: "Emma", year: 1815))
    #expect(tree == ["year": 1815, "super": ["title": "Emma"]])
    let back = try decoder.decode(Edition.self, from: tree ?? .empty)
    #expect((back.title, back.year) == ("Emma", 1815))
  }

  @Test func `dates follow their strategy`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let whole = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try node(date) == .leaf(.double(date.timeIntervalSinceReferenceDate)))
    encoder.dateEncodingStrategy = .secondsSince1970
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try node(whole) == 1_700_000_000)
    #expect(try decoder.decode(Date.self, from: 1_700_000_000.25) == date)
    encoder.dateEncodingStrategy = .millisecondsSince1970
    decoder.dateDecodingStrategy = .millisecondsSince1970
    #expect(try encoder.draft(of: date) == .node(.leaf(.integer(1_700_000_000_250))))
    #expect(try decoder.decode(Date.self, from: 1_700_000_000_250) == date)
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    #expect(try node(whole) == "2023-11-14T22:13:20Z")
    #expect(try decoder.decode(Date.self, from: "2023-11-14T22:13:20Z") == whole)
    #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: "yesterday") }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "dd.MM.yyyy"
    encoder.dateEncodingStrategy = .formatted(formatter)
    decoder.dateDecodingStrategy = .formatted(formatter)
    #expect(try node(whole) == "14.11.2023")
    let day = Date(timeIntervalSince1970: 1_699_920_000)
    #expect(try decoder.decode(Date.self, from: "14.11.2023") == day)
    encoder.dateEncodingStrategy = .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("someday")
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      #expect(text == "someday")
      return whole
    }
    #expect(try node(["d": date]) == ["d": "someday"])
    #expect(try decoder.decode([String: Date].self, from: ["d": "someday"]) == ["d": whole])
  }

  @Test func `bytes and odd numbers follow their strategy`() throws {
    encoder.dataEncodingStrategy = .deferredToData
    decoder.dataDecodingStrategy = .deferredToData
    #expect(try node(Data([7, 8])) == Node(list: [7, 8]))
    #expect(try decoder.decode(Data.self, from: Node(list: [7, 8])) == Data([7, 8]))
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try node([Double.infinity, -.infinity, .nan, 1]) == Node(list: ["+", "-", "?", 1]))
    let back = try decoder.decode([Float].self, from: Node(list: ["+", "-", "?", 1]))
    #expect(back.map(\.isNaN) == [false, false, true, false])
    #expect((back[0], back[1], back[3]) == (.infinity, -.infinity, 1))
    #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: "#") }
  }

  @Test func `names of properties follow their strategy, those of dictionaries stay`() throws {
    struct Shelves: Codable, Hashable {
      var mainShelf: [String: Int]
      var myURLText: String
    }
    let shelves = Shelves(mainShelf: ["upperLeft": 1, "lower_right": 2], myURLText: "x")
    let tree: Node = [
      "main_shelf": ["upperLeft": 1, "lower_right": 2], "my_url_text": "x",
    ]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try node(shelves) == tree)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try decoder.decode([String: [String: Int]].self, from: ["a_b": ["c_d": 1]])
        == ["a_b": ["c_d": 1]])
    struct Plain: Codable, Hashable { var mainShelf: [String: Int] }
    #expect(try decoder.decode(Plain.self, from: tree).mainShelf["lower_right"] == 2)
    encoder.keyEncodingStrategy = .custom { TreeKey(($0.last?.stringValue ?? "") + "!") }
    decoder.keyDecodingStrategy = .custom { TreeKey(($0.last?.stringValue ?? "") + "Shelf") }
    #expect(try node(Plain(mainShelf: ["a": 1])) == ["mainShelf!": ["a": 1]])
    #expect(try decoder.decode(Plain.self, from: ["main": ["a": 1]]).mainShelf == ["a": 1])
  }

  @Test(arguments: [
    ("shelfMark", "shelf_mark"), ("title", "title"), ("myURLText", "my_url_text"),
    ("shelf2Mark", "shelf2_mark"), ("aB", "a_b"),
  ])
  func `words are told apart by capitals`(name: String, text: String) {
    #expect(SnakeCase.text(of: name) == text)
  }

  @Test(arguments: [
    ("shelf_mark", "shelfMark"), ("title", "title"), ("_shelf_mark_", "_shelfMark_"),
    ("shelf_MARK", "shelfMark"), ("_", "_"), ("", ""),
  ])
  func `and by strokes`(text: String, name: String) {
    #expect(SnakeCase.name(of: text) == name)
  }
}

@Suite struct CodableWritingTests {
  private struct Note: Codable, Hashable {
    var text: String
    @ServerTimestamp var at: Date?
  }

  @Test func `a date that is wanted of the server is filled in, and read back`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "notes/a")
    let before = WallClock.now
    try await place.setValue(from: Note(text: "hello", at: nil))
    let after = WallClock.now
    let snapshot = try await place.getData()
    let milliseconds = try #require(snapshot.childSnapshot(forPath: "at").node.integer)
    #expect((before...after).contains(milliseconds))
    let note = try snapshot.data(as: Note.self)
    #expect(note.text == "hello")
    #expect(note.at == Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    // Written again, it is the same number.
    try await place.setValue(from: note)
    #expect(try await place.getData().childSnapshot(forPath: "at").node.integer == milliseconds)
    await desk.database.close()
  }

  @Test func `milliseconds are cut off, and survive being read and written`() throws {
    let encoder = Database.Encoder()
    let decoder = Database.Decoder()
    for (seconds, milliseconds) in [
      (1.9999, 1999), (-1.9999, -1999), (0, 0), (1_700_000_000.0059, 1_700_000_000_005),
    ] as [(Double, Int64)] {
      let stamp = ServerTimestamp(wrappedValue: Date(timeIntervalSince1970: seconds))
      #expect(try encoder.draft(of: stamp) == .node(.leaf(.integer(milliseconds))))
    }
    // Early dates lose the most on their way through seconds since 2001.
    for milliseconds in Array((1000 as Int64)..<2000) + [1_700_000_000_005, 946_684_799_999] {
      let stamp = try decoder.decode(ServerTimestamp.self, from: .leaf(.integer(milliseconds)))
      #expect(try encoder.draft(of: stamp) == .node(.leaf(.integer(milliseconds))))
    }
    let nothing = ServerTimestamp(wrappedValue: nil)
    #expect(try encoder.draft(of: nothing) == .timestamp)
    let plain = try #require(try encoder.encode(["at": nothing]) as? [String: Any])
    #expect((plain["at"] as? [String: Any])?[".sv"] as? String == "timestamp")
  }

  @Test func `by completion: told when it is durable, thrown at once when it cannot be encoded`()
    async throws
  {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    try write(["a": 1], to: place) { error in seen.note("\(error == nil)") }
    #expect(throws: EncodingError.self) {
      try write(["a.b": 1], to: place) { _ in seen.note("never") }
    }
    #expect(try await seen.first(1) == ["true"])
    #expect(try await place.getData().node == ["a": 1])
    await desk.database.close()
  }

  private func write(
    _ value: [String: Int], to place: DatabaseReference,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) throws {
    try place.setValue(from: value, completion: completion)
  }
}

/// The day's clock in milliseconds.
private enum WallClock {
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
