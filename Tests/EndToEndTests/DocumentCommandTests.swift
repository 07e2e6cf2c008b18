import Foundation
import TestSupport
import Testing

/// `db export` and `db import`.
@Suite(.serialized) struct DocumentCommandTests {
  @Test func `what is exported comes in again, priorities and all`() async throws {
    let shop = try Shop()
    let tree = #"{"a":{".value":1,".priority":"x"},"b":{"c":[1,null,"é"],".priority":3}}"#
    let path = try shop.place.write(tree, to: "tree.json")
    let first = try await shop.run("db", "import", "/", path)
    #expect(first.status == 0, "\(first)")
    let exported = try await shop.run("db", "export")
    #expect(
      exported.output
        == #"{"a":{".value":1,".priority":"x"},"b":{"c":{"0":1,"2":"é"},".priority":3}}"# + "\n")
    let out = shop.place.path("out.json")
    #expect(try await shop.run("db", "export", "b", "--pretty", "--output", out).status == 0)
    #expect(try shop.place.text(of: "out.json").contains("\n  \"c\": {\n"))
    let again = try await shop.run("db", "import", "copy", "-", input: exported.output)
    #expect(again.status == 0, "\(again)")
    #expect(try await shop.json("db", "get", "copy", "--export") == JSON(exported.output))
    // What is no terminal gets no bar.
    #expect(again.errors == "")
  }

  @Test func `what is no file is written to and read from as it is`() async throws {
    let shop = try Shop()
    #expect(try await shop.run("db", "set", "a", #"{"x":1}"#).status == 0)
    let script = """
      cd "$2" && mkfifo pipe && ln -s pipe link && { cat pipe >first & } &&
      "$0" --data "$1" db export a --output link && wait && { cat pipe >second & } &&
      "$0" --data "$1" db export a --output pipe && wait && test -p pipe && test -h link &&
      "$0" --data "$1" db export a --output /dev/stdout | cat >third &&
      "$0" --data "$1" db import b <(cat first) &&
      cat first | "$0" --data "$1" db import c /dev/stdin
      """
    let result = try await ChildProcess.run(
      Command(
        "bash", ["-ec", script, BuiltProducts.path(of: "bookstock"), shop.data, shop.place.path],
        environment: shop.environment))
    #expect(result.status == 0, "\(result)")
    for name in ["first", "second", "third"] {
      #expect(try shop.place.text(of: name) == "{\"x\":1}\n")
    }
    #expect(try await shop.json("db", "get", "/") == ["a": ["x": 1], "b": ["x": 1], "c": ["x": 1]])
  }

  @Test func `a document does not take the place of the database`() async throws {
    let shop = try Shop()
    #expect(try await shop.run("db", "set", "a", "1").status == 0)
    for name in ["tree.db", "writers", "../data/tree.db"] {
      let result = try await shop.run("db", "export", "a", "--output", "\(shop.data)/\(name)")
      #expect(result.status == 2)
      #expect(result.errors.contains("part of the database"), "\(result)")
    }
    #expect(try await shop.json("db", "get", "/") == ["a": 1])
  }

  @Test(arguments: [
    (#"{"a":1,"b":}"#, "line 1, column 12"), ("{\"a\":\n1", "line 2"),
    (#"{"a.b":1}"#, "line 1, column 2"), (#"{"a":{".sv":"timestamp"}}"#, "server values"),
  ])
  func `a bad document says where, and changes nothing`(
    text: String, place: String
  ) async throws {
    let shop = try Shop()
    #expect(try await shop.run("db", "set", "kept", "1").status == 0)
    let path = try shop.place.write(text, to: "bad.json")
    let result = try await shop.run("db", "import", "/", path)
    #expect(result.status == 1)
    #expect(result.errors.contains(place), "\(result)")
    try Data([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]).write(to: URL(filePath: path))
    #expect(try await shop.run("db", "import", "/", path).errors.contains("UTF-16"))
    #expect(try await shop.json("db", "get", "/") == ["kept": 1])
  }

  @Test func `a document larger than memory allows comes in and goes out`() async throws {
    let shop = try Shop()
    let books = Thorough.pick(20_000, thorough: 400_000)
    let path = shop.place.path("books.json")
    try Data("{".utf8).write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    for start in stride(from: 0, to: books, by: 1_000) {
      var text = ""
      for number in start..<start + 1_000 {
        let isbn = 9_780_000_000_000 + number
        text += number == 0 ? "" : ","
        text += #""\#(isbn)":{"count":\#(number % 7),"icon":"","isbn":\#(isbn),"#
        text += #""timestamp":1700000000,"title":"Title \#(number) of a long row of books, "#
        text += #"as they stand on the shelf","url":""}"#
      }
      try file.write(contentsOf: Data(text.utf8))
    }
    try file.write(contentsOf: Data("}".utf8))
    try file.close()
    // The address space holds the program and its caches, not the document as a tree.
    let limited = { (arguments: [String]) in
      let whole = shop.command(arguments)
      return Command(
        "/bin/sh", ["-c", "ulimit -v 700000; exec \"$0\" \"$@\"", whole.program] + whole.arguments,
        environment: whole.environment)
    }
    let loaded = try await ChildProcess.run(
      limited(["db", "import", "BarCode", path]), within: patience * 5)
    #expect(loaded.status == 0, "\(loaded.errors)")
    let out = shop.place.path("again.json")
    let exported = try await ChildProcess.run(
      limited(["db", "export", "BarCode", "--output", out]), within: patience * 3)
    #expect(exported.status == 0, "\(exported.errors)")
    let first = try Data(contentsOf: URL(filePath: path)) + Data("\n".utf8)
    #expect(try Data(contentsOf: URL(filePath: out)) == first)
    #expect(try await shop.findings().filter { $0["kind"] == "structure" }.isEmpty)
  }
}
