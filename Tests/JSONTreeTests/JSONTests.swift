import Testing

@testable import JSONTree

struct JSONTests {
  @Test(
    arguments: [
      ("null", nil), ("true", true), (" false ", false), ("0", 0), ("-0", 0), ("-12", -12),
      ("9223372036854775807", .leaf(.integer(.max))),
      ("-9223372036854775808", .leaf(.integer(.min))),
      ("9223372036854775808", .leaf(.double(0x1p63))), ("1.5", 1.5), ("1e3", 1_000),
      ("123456789012345678901234567890", .leaf(.double(1.2345678901234568e29))),
      ("0.1", 0.1), ("1.7976931348623157e308", .leaf(.double(.greatestFiniteMagnitude))),
      ("5e-324", .leaf(.double(.leastNonzeroMagnitude))), ("1e-400", 0),
      ("2.2250738585072014e-308", .leaf(.double(.leastNormalMagnitude))),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e9\u65E5""#, "é日"), (#""\ud83d\ude00""#, "😀"), ("\"😀\u{80}\"", "😀\u{80}"),
      (#""\u0000""#, "\0"), ("[]", nil), ("{}", nil), (#"["x",null,"z"]"#, ["0": "x", "2": "z"]),
      (#"{"a":{"b":null,"c":{}},"e":[[],{},null]}"#, nil),
      (#"{"b":1,"a":2,"b":3}"#, ["a": 2, "b": 3]),
      (#"{"\u0061":1}"#, ["a": 1]), (#"{".value":5}"#, 5), (#"{"\u002evalue":5}"#, 5),
      (#"{".value":5,".priority":2}"#, .leaf(5, priority: 2)), (#"{".priority":1}"#, nil),
      (#"{".value":"v",".priority":null}"#, "v"), ("\u{FEFF}1", 1),
      (#"{"a":{".value":null,".priority":3},"b":1}"#, ["b": 1]),
      (#"{"a":1,".priority":"p"}"#, Node([("a", 1)], priority: "p")),
    ] as [(String, Node)])
  func `JSON and export form read as trees in normal form`(_ text: String, _ node: Node) throws {
    #expect(try JSONReader.node(from: text) == node)
  }

  @Test(arguments: [
    ("", "line 1, column 1"), ("{", "line 1, column 2"), ("[1,]", "line 1, column 4"),
    ("{\"a\":1,}", "line 1, column 8"), ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3"),
    ("[1\n,\n 2 3]", "line 3, column 4"), ("nul", "line 1, column 1"), ("01", "line 1, column 1"),
    ("1.", "line 1, column 3"), ("-", "line 1, column 2"), ("1e", "line 1, column 3"),
    ("+1", "line 1, column 1"), (".5", "line 1, column 1"), ("NaN", "line 1, column 1"),
    ("1 2", "line 1, column 3"), ("\"a", "line 1, column 1"), ("\"\n\"", "line 1, column 2"),
    ("\"é\\x\"", "line 1, column 3"), (#""\u12g4""#, "line 1, column 4"),
    (#""\ud83d""#, "line 1, column 2"), (#""\ude00\ud83d""#, "line 1, column 2"),
    (#""\ud83d\u0041""#, "line 1, column 2"), (#""\u12"#, "line 1, column 1"),
    (#""\u12""#, "line 1, column 4"), ("{a:1}", "line 1, column 2"),
    ("{\"a\" 1}", "line 1, column 6"),
    ("'a'", "line 1, column 1"), ("[1 // x\n]", "line 1, column 4"),
    ("{\"日\":}", "line 1, column 6"),
    ("1e999", "line 1, column 1"), ("{\"a.b\":1}", "line 1, column 2"),
    ("{\"\":1}", "line 1, column 2"),
    (#"{"a\u0001":1}"#, "line 1, column 2"), (#"{".foo":1}"#, "line 1, column 2"),
    (#"{".value":1,"b":2}"#, "line 1, column 1"), (#"{".value":{"b":1}}"#, "line 1, column 11"),
    (#"{".value":[1]}"#, "line 1, column 11"), (#"{".sv":"timestamp","b":1}"#, "line 1, column 1"),
    (#"{".sv":"later"}"#, "line 1, column 8"), (#"{".sv":{"increment":"1"}}"#, "line 1, column 8"),
    (#"{".sv":{"increment":1,"x":2}}"#, "line 1, column 22"),
    (#"{"a":1,".priority":true}"#, "line 1, column 20"),
    (#"{"a":1,".priority":[1]}"#, "line 1, column 20"), ("\u{FEFF}", "line 1, column"),
    ("\\", "line 1"),
  ])
  func `what is not right is refused with line and column`(_ text: String, _ place: String) {
    let error = #expect(throws: TreeSyntaxError.self) { try JSONReader.draft(from: text) }
    #expect(error?.reason.contains(place) == true, "\(error?.reason ?? "")")
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]]
      as [[UInt8]]
    {
      #expect(throws: TreeSyntaxError.self) { try JSONReader.node(from: bytes) }
      let object = [0x7B] + bytes + Array(":1}".utf8)
      #expect(throws: TreeSyntaxError.self) { try JSONReader.node(from: object) }
    }
  }

  @Test func `depth and size have limits`() throws {
    func nested(_ levels: Int, _ open: String, _ close: String, _ inner: String = "1") -> String {
      String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    }
    _ = try JSONReader.node(from: nested(32, "{\"a\":", "}"))
    _ = try JSONReader.node(from: nested(32, "{\"a\":", "}", #"{".value":1,".priority":2}"#))
    _ = try JSONReader.node(from: nested(32, "[", "]"))
    for hostile in [
      nested(33, "{\"a\":", "}"), nested(33, "[", "]"), nested(1_000_000, "[", "]"),
      nested(1_000_000, "{\"a\":", "}"), nested(100_000, "{\".value\":", "}"),
      nested(100_000, "{\".priority\":", "}"), nested(100_000, "{\".sv\":", "}"),
      String(repeating: "[", count: 1_000_000),
    ] {
      #expect(throws: TreeSyntaxError.self) { try JSONReader.draft(from: hostile) }
    }
    let error = #expect(throws: TreeSyntaxError.self) {
      try JSONReader.node(from: Array("[1,2,3]".utf8), limit: 6)
    }
    #expect(error?.code == .tooLong)
  }

  @Test func `server values read as drafts and not as nodes`() throws {
    let text = #"{"a":1,"t":{".sv":"timestamp"},"n":{".sv":{"increment":2},".priority":1}}"#
    #expect(
      try JSONReader.draft(from: text)
        == ["a": 1, "t": .timestamp, "n": .server(.increment(2), priority: .scalar(1))])
    #expect(throws: TreeSyntaxError.self) { try JSONReader.node(from: text) }
    #expect(
      try JSONReader.draft(from: #"{".value":{".sv":"timestamp"},".priority":{".sv":"timestamp"}}"#)
        == .server(.timestamp, priority: .server(.timestamp)))
    #expect(
      try JSONReader.draft(from: #"[{".sv":"timestamp"},3]"#) == ["0": .timestamp, "1": 3])
    #expect(
      try JSONReader.draft(from: #"{"a":1,"a":{".sv":"timestamp"},"b":2,"b":{}}"#).resolved(
        over: .empty, reading: { _ in .empty }, at: 4) == ["a": 4])
  }

  @Test func `members keep names that are paths`() throws {
    let members = try JSONReader.members(from: #" {"a/b":1,"x/.priority":"p","c":null} "#)
    #expect(members.map(\.0) == ["a/b", "x/.priority", "c"])
    #expect(members.map(\.1) == [1, "p", nil])
    #expect(try JSONReader.members(from: "null").isEmpty)
    #expect(throws: TreeSyntaxError.self) { try JSONReader.members(from: "[1]") }
    #expect(throws: TreeSyntaxError.self) { try JSONReader.members(from: "{} x") }
  }

  @Test func `plain text has lists by the array rule, export form never`() {
    let node = Node(
      [("0", .leaf("a", priority: 1)), ("1", ["b": [1, 2], "c": ["2": true]])], priority: "p")
    #expect(
      JSONWriter().text(node) == #"["a",{"b":[null,1,2],"c":{"2":true}}]"#
        || JSONWriter().text(node) == #"["a",{"b":[1,2],"c":{"2":true}}]"#)
    #expect(
      JSONWriter(form: .export).text(node)
        == #"{"0":{".value":"a",".priority":1},"#
        + #""1":{"b":{"0":1,"1":2},"c":{"2":true}},".priority":"p"}"#
    )
    #expect(JSONWriter().text(["1": "a"]) == #"[null,"a"]"#)
    #expect(JSONWriter().text(.empty) == "null")
    #expect(JSONWriter().text(.branch(Children())) == "null")
  }

  @Test func `pretty text has two spaces a level`() {
    let text = JSONWriter(isPretty: true).text(["a": ["b": 1, "c": ["x"]], "d": "e"])
    #expect(
      text == """
        {
          "a": {
            "b": 1,
            "c": [
              "x"
            ]
          },
          "d": "e"
        }
        """)
  }

  @Test func `whatever could harm a terminal is escaped`() throws {
    let text = "\u{1B}[31m\u{7F}\u{9B}\u{85}\u{202E}x\u{2066}\u{200F}\u{2028}\u{61C}\0\"\\é–😀"
    let written = JSONWriter().text(.leaf(.string(text)))
    #expect(
      written
        == #""\u001b[31m\u007f\u009b\u0085\u202ex\u2066\u200f\u2028\u061c\u0000\"\\é–😀""#)
    #expect(try JSONReader.node(from: written).string == text)
  }

  @Test func `numbers are written as short as they read back the same`() {
    let numbers: [(Scalar, String)] = [
      (1.0, "1"), (-0.0, "0"), (0.1, "0.1"), (1e300, "1e+300"), (.integer(.min), "\(Int64.min)"),
      (.double(0x1p63), "9.223372036854776e+18"), (.double(.nan), "null"),
    ]
    for (number, text) in numbers { #expect(JSONWriter().text(.leaf(number)) == text) }
  }

  @Test func `what is written reads back the same`() throws {
    var random = RandomTree()
    for round in 0..<2_000 {
      let node = random.node(levels: 4)
      let text = JSONWriter(form: .export, isPretty: round % 2 == 0).text(node)
      agree(try JSONReader.node(from: text), node, text)
      let plain = try JSONReader.node(from: JSONWriter(isPretty: round % 2 == 1).text(node))
      agree(JSONWriter().text(plain), JSONWriter().text(node))
    }
  }

  @Test func `damaged documents never trap`() {
    var random = RandomTree()
    for _ in 0..<5_000 {
      var bytes = JSONWriter(form: .export).bytes(random.node(levels: 2))
      for _ in 0..<random.int(1...4) {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes[index] = UInt8(random.int(0...255))
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(random.pick(Array("{}[],:\"\\u0d8eE-.".utf8)), at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { break }
      }
      if let node = try? JSONReader.node(from: bytes) {
        agree(try? JSONReader.node(from: JSONWriter(form: .export).bytes(node)), node)
      }
    }
  }
}
