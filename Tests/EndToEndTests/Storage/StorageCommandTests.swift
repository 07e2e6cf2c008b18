import Foundation
import TestSupport
import Testing

/// `bookstock storage` on the bucket in the data folder.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StorageCommandTests {
  @Test(arguments: [0, 11, 262_145, 3_000_000])
  func `what is put is got again, byte by byte`(size: Int) async throws {
    let depot = try Depot()
    let data = Depot.noise(size)
    try depot.place.write(data, to: "in/cover.jpg")
    let put = try await depot.json("put", "in/cover.jpg", "covers/one.jpg")
    #expect(put["name"] == "covers/one.jpg")
    #expect(put["bucket"] == "covers")
    #expect(put["size"] == .integer(size))
    #expect(put["contentType"] == "image/jpeg")
    let text = try await depot.done("get", "covers/one.jpg")
    #expect(text == "one.jpg holds the \(size) bytes now.\n")
    #expect(try depot.bytes(of: "one.jpg") == data)
    #expect(
      try await depot.json("get", "gs://covers/covers/one.jpg", "other")["size"] == put["size"])
    #expect(try depot.bytes(of: "other") == data)
    #expect(try depot.files() == ["in", "one.jpg", "other"])
  }

  @Test func `pipes work at both ends`() async throws {
    let depot = try Depot()
    try await depot.done("put", "-", "note", "--type", "text/plain", input: "hello\nworld\n")
    #expect(try await depot.done("get", "note", "-") == "hello\nworld\n")
    #expect(try await depot.json("stat", "note")["contentType"] == "text/plain")
    // More than is kept in memory.
    let data = Depot.noise(9 << 20)
    try depot.place.write(data, to: "large")
    let script = """
      storage() { "$b" --data "$d" storage "$@"; }
      b=$0; d=$1; cat large | storage put - large && storage put <(cat large) two
      storage get large - | cmp - large && storage get two - | cmp - large
      """
    let result = try await ChildProcess.run(
      Command(
        "bash", ["-ec", script, BuiltProducts.path(of: "bookstock"), depot.shop.data],
        environment: depot.shop.environment, in: depot.place.path))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try depot.spools().isEmpty)
  }

  @Test func `a name that ends in a slash keeps the file's own, and none is the file's own`()
    async throws
  {
    let depot = try Depot()
    try depot.place.write("x", to: "in/a.txt")
    #expect(try await depot.json("put", "in/a.txt")["name"] == "a.txt")
    #expect(try await depot.json("put", "in/a.txt", "deep/er/")["name"] == "deep/er/a.txt")
    #expect(try await depot.json("put", "in/a.txt", "//b///c")["name"] == "b/c")
    #expect(try await depot.run("put", "-").status == 2)
    #expect(try await depot.run("put", "-", "deep/").status == 2)
  }

  @Test func `a list has folders first, and names in the order of their bytes`() async throws {
    let depot = try Depot()
    #expect(try await depot.done("ls") == "")
    #expect(try await depot.json("ls") == [])
    for name in ["b", "a/2", "a/1", "Z", "a", "é", "a/deep/x", "c/y"] {
      try await depot.done("put", "-", name, "--type", "text/plain", input: name)
    }
    #expect(try await depot.done("ls") == "a/\nc/\nZ\na\nb\né\n")
    #expect(try await depot.done("ls", "a") == "a/deep/\na/1\na/2\n")
    #expect(try await depot.done("ls", "b") == "b\n")
    #expect(try await depot.done("ls", "nothing") == "")
    let all = "Z\na\na/1\na/2\na/deep/x\nb\nc/y\né\n"
    #expect(try await depot.done("ls", "--all") == all)
    #expect(try await depot.done("ls", "--all", "--limit", "3") == "Z\na\na/1\n")
    let list = try await depot.json("ls").items
    #expect(list.map { $0["name"]?.text } == ["a/", "c/", "Z", "a", "b", "é"])
    #expect(list[0].names == ["name"])
    #expect(list[2].names == ["name", "size", "updated", "contentType"])
    #expect(list[5]["size"] == 2)
    let long = try await depot.done("ls", "--long").split(separator: "\n")
    #expect(long.count == 6)
    #expect(long[2].contains(/^ +1  \d{4}-\d\d-\d\d \d\d:\d\d  text\/plain +Z$/), "\(long)")
    #expect(try await depot.run("ls", "--limit", "0").status == 2)
  }

  @Test func `metadata is set at put, shown, changed and taken away`() async throws {
    let depot = try Depot()
    let put = try await ChildProcess.run(
      depot.command([
        "put", "-", "x", "--meta", "a=1", "--meta", "b=2=3", "--meta", "leer=", "--cache-control",
        "no-cache", "--content-language", "de", "--json",
      ]), input: "x")
    #expect(try JSON(put.output)["metadata"] == ["a": "1", "b": "2=3", "leer": ""], "\(put)")
    let changed = try await depot.json(
      "meta", "x", "contentType=text/plain", "contentDisposition=inline", "--custom", "c=漢字",
      "--remove", "a", "--remove", "cacheControl")
    #expect(changed["metadata"] == ["b": "2=3", "leer": "", "c": "漢字"])
    #expect(changed["contentType"] == "text/plain")
    #expect(changed["contentDisposition"] == "inline")
    #expect(changed["contentLanguage"] == "de")
    #expect(changed["cacheControl"] == nil)
    #expect(changed["metageneration"] == "2")
    #expect(changed["generation"] == (try JSON(put.output)["generation"]))
    #expect(try await depot.json("stat", "x") == changed)
    let lines = try await depot.done("stat", "x")
    #expect(lines.contains("contentType         text/plain\n"), "\(lines)")
    #expect(lines.contains("metadata.c          漢字\n"), "\(lines)")
    for words in [["x"], ["x", "nofield=1"], ["x", "contentType"], ["x", "--custom", "=1"]] {
      let result = try await ChildProcess.run(depot.command(["meta"] + words))
      #expect(result.status == 2, "\(words) \(result)")
    }
    for words in [["x", "--remove", "none"], ["x", "--remove", "size", "--custom", "d=1"]] {
      let result = try await ChildProcess.run(depot.command(["meta"] + words))
      #expect(result.status == 1 && result.errors.contains("no entry"), "\(words) \(result)")
    }
    #expect(try await depot.json("stat", "x") == changed)
  }

  @Test func `rm deletes all that is named, or nothing`() async throws {
    let depot = try Depot()
    for name in ["a", "b", "c/1", "c/2/3", "cc"] {
      try await depot.done("put", "-", name, input: name)
    }
    let missing = try await depot.run("rm", "a", "none", "b", "also/none", "--json")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("“none”, “also/none”"), "\(missing)")
    #expect(try JSON(missing.output)["missing"] == ["none", "also/none"])
    #expect(try await depot.done("ls", "--all") == "a\nb\nc/1\nc/2/3\ncc\n")
    #expect(try await depot.json("rm", "a", "a", "/a/") == ["deleted": ["a"]])
    #expect(try await depot.run("rm", "--recursive", "c").status == 2)
    #expect(try await depot.reason("rm", "c", status: 1) == "not_found")
    let folder = try await depot.run("rm", "c/")
    #expect(folder.errors.contains("goes with --recursive --force"), "\(folder)")
    #expect(try await depot.done("rm", "--recursive", "c", "--force") == "2 objects are deleted.\n")
    #expect(try await depot.done("ls", "--all") == "b\ncc\n")
    #expect(try await depot.reason("rm", "-", "--recursive", "--force", status: 1) == "not_found")
    try await depot.done("rm", "--recursive", "/", "--force")
    #expect(try await depot.json("ls", "--all") == [])
  }

  @Test func `an address reads the very bytes`() async throws {
    let depot = try Depot()
    try await depot.done("put", "-", "x y", input: "the bytes")
    let text = try await depot.done("url", "x y").trimmingCharacters(in: .newlines)
    let url = try #require(URL(string: text))
    #expect(url.isFileURL)
    #expect(try String(contentsOf: url, encoding: .utf8) == "the bytes")
    #expect(try await depot.json("url", "x y") == ["name": "x y", "url": .text(text)])
  }

  @Test(arguments: ["get", "stat", "url", "rm"])
  func `what is not there is said by name, with status 1`(verb: String) async throws {
    let depot = try Depot()
    // With no bucket yet, and with one.
    for _ in 0..<2 {
      let result = try await depot.run(verb, "no/such")
      #expect(result.status == 1)
      #expect(result.errors.contains("“no/such”"), "\(result)")
      #expect(result.output.isEmpty)
      #expect(try await depot.reason(verb, "no/such", status: 1) == "not_found")
      try await depot.done("put", "-", "other", input: "x")
    }
    #expect(try depot.files() == [])
  }

  @Test func `a storage of its own is taken from the option, then from the environment`()
    async throws
  {
    var depot = try Depot()
    let (one, two) = (depot.place.path("one"), depot.place.path("two"))
    depot.shop.environment["BOOKSTOCK_STORAGE"] = "file://\(one)?bucket=b1"
    #expect(try await depot.reason("ls", status: 3) == "bucket_not_found")
    let put = try await ChildProcess.run(depot.command(["put", "-", "x", "--json"]), input: "1")
    #expect(try JSON(put.output)["bucket"] == "b1", "\(put)")
    try await depot.done("put", "-", "y", "--storage", "file://\(two)", input: "2")
    #expect(try await depot.done("ls") == "x\n")
    #expect(try await depot.done("ls", "--storage", "file://\(two)") == "y\n")
    #expect(try await depot.done("get", "gs://b1/x", "-") == "1")
    #expect(try await depot.reason("get", "gs://default/x", "-", status: 2) == "usage")
    #expect(!depot.shop.isMade)
    for address in ["", "/tmp", "ftp://x", "http://host/x", "gs://b/object", "file://rel"] {
      #expect(try await depot.reason("ls", "--storage", address, status: 2) == "usage")
    }
  }
}
