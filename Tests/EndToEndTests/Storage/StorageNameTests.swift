import Foundation
import TestSupport
import Testing

/// Names that try to leave the bucket, or the terminal.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StorageNameTests {
  private static let names = [
    "a/../b", "../../../etc/passwd", "../x", "a/..", "a/.", ".hidden", "-x", "--force", " ", "*",
    "~/x", "$HOME", "a\\b", "x?token=1#f%20", "a\tb", "\u{1B}[31mred\u{1B}]0;t\u{7}", "\u{9B}2J",
    "\u{202E}gpj.exe", "A.jpg", "a.jpg", "caf\u{E9}", "cafe\u{301}", "\u{7F}", "C:\\con",
    String(repeating: "😀", count: 256), String(repeating: "n", count: 1_024),
  ]

  @Test func `every name keeps its own bytes, and none leaves the bucket`() async throws {
    let depot = try Depot()
    for name in Self.names {
      let put = try await ChildProcess.run(
        depot.command(["put", "--json", "--", "-", name]), input: "of \(name)")
      #expect(put.status == 0, "\(name.debugDescription) \(put)")
    }
    for name in Self.names {
      let got = try await ChildProcess.run(depot.command(["get", "--", name, "-"]))
      #expect(got.status == 0 && got.output.utf8.elementsEqual("of \(name)".utf8), "\(got)")
    }
    let listed = try await depot.json("ls", "--all").items.compactMap { $0["name"]?.text }
    #expect(Set(listed.map { Array($0.utf8) }) == Set(Self.names.map { Array($0.utf8) }))
    #expect(listed.count == Self.names.count)
    #expect(try depot.files() == [])
    #expect(!Paths.exists(depot.place.path("b")))
  }

  @Test func `no control character of a name or of metadata reaches the terminal`() async throws {
    let depot = try Depot()
    let name = "a\u{1B}[31mb\u{9B}2J\u{7}\u{202E}"
    try await depot.done(
      "put", "-", name, "--type", "text/\u{1B}[0m", "--meta", "k\u{1B}c=v\u{1B}]0;x\u{7}",
      input: "x")
    for words in [
      ["ls"], ["ls", "--long"], ["ls", name], ["stat", name],
      ["meta", name, "--custom", "z=\u{7}"],
      ["get", name + "x"], ["get", name], ["put", "/none\u{1B}[1m", name],
      ["rm", name, name + "y"],
      ["get", "ftp://\u{1B}[1m"], ["rm", name],
    ] {
      let result = try await ChildProcess.run(depot.command(words))
      let shown = result.output + result.errors
      let isClean = shown.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || (scalar.properties.generalCategory != .control && scalar != "\u{202E}")
      }
      #expect(isClean, "\(words) \(shown.debugDescription)")
      #expect(!shown.isEmpty)
    }
  }

  @Test(arguments: [
    ("", 1), ("/", 1), (".", 1), ("..", 1), ("a\nb", 1), ("a\rb", 1),
    (String(repeating: "😀", count: 256) + "x", 1), (".well-known/acme-challenge/x", 1),
    ("gs://other/x", 2), ("ftp://h/x", 2), ("https://h/x", 2), ("http://h/v0/b/b/x/y", 2),
  ])
  func `a name that no object may have is refused, and says why`(
    name: String, status: Int32
  ) async throws {
    let depot = try Depot()
    try depot.place.write("x", to: "file")
    // A slash at the end keeps the file's own name, so that nothing but standard input is left.
    let put = try await ChildProcess.run(depot.command(["put", "--", "-", name]), input: "x")
    #expect(put.status == status && put.errors.count > 20, "\(put)")
    for verb in ["stat", "rm", "url"] {
      let result = try await ChildProcess.run(depot.command([verb, "--", name]))
      #expect(result.status == status, "\(verb) \(result)")
    }
    let got = try await ChildProcess.run(depot.command(["get", "--", name, "out"]))
    #expect(got.status == status, "\(got)")
    #expect(try depot.files() == ["file"])
  }

  @Test func `get finds a file's name in the object's only where it is one`() async throws {
    let depot = try Depot()
    let bad = ["a/..", "a/.", "b\u{1B}c", "deep/" + String(repeating: "n", count: 250)]
    for name in bad + ["-", "x/-"] {
      try await depot.done("put", "-", name, input: "x")
      let result = try await ChildProcess.run(depot.command(["get", "--", name]))
      #expect(result.status == 2, "\(name.debugDescription) \(result)")
      #expect(result.errors.contains("say where it shall go"), "\(result)")
    }
    #expect(try depot.files() == [])
    for name in ["../../up", "../..secret", "deep/er/-dash"] {
      try await depot.done("put", "-", name, input: name)
      try await depot.done("get", "--", name)
    }
    #expect(try depot.files() == ["-dash", "..secret", "up"])
  }

  @Test func `what is secret in an address is neither shown nor needed`() async throws {
    let script = try FirebaseScript.plain()
    script.put(Data("bytes".utf8), at: "a b.txt")
    let depot = try Depot(at: script)
    let base = script.server.base.absoluteString
    let address = "\(base)/v0/b/bucket/o/a%20b.txt?alt=media&token=SECRET"
    #expect(try await depot.done("get", address, "-") == "bytes")
    let host = base.dropFirst("http://".count)
    let withUser = "http://me:SECRET@\(host)/v0/b/bucket/o/a%20b.txt#SECRET"
    #expect(try await depot.done("get", withUser, "-") == "bytes")
    for bad in [
      "\(base)/v0/b/bucket/o/none?token=SECRET", "\(base)/v0/b/other/o/x?token=SECRET",
      "\(base)/nothing?token=SECRET", "HTTPS://h/v0/b/b/o/x?token=SECRET",
      "ftp://a:SECRET@b/c?SECRET",
      "https://h/v0/b/%zz/o/x?token=SECRET", "https://?\u{301}SECRET",
    ] {
      let result = try await ChildProcess.run(depot.command(["get", bad, "out", "--json"]))
      #expect([1, 2].contains(result.status), "\(bad) \(result)")
      #expect(!"\(result)".contains("SECRET"), "\(bad) \(result)")
      let storage = try await ChildProcess.run(depot.command(["ls", "--storage", bad, "--json"]))
      #expect(storage.status == 2 && !"\(storage)".contains("SECRET"), "\(bad) \(storage)")
    }
    let all = try FileManager.default.subpathsOfDirectory(atPath: depot.place.path)
    for path in all where !path.hasSuffix("/") {
      let data = (try? depot.bytes(of: path)) ?? Data()
      #expect(data.range(of: Data("SECRET".utf8)) == nil, "\(path)")
    }
  }
}
