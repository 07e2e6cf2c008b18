import Glibc
import TestSupport
import Testing

/// The commands on the tree itself.
@Suite(.serialized) struct TreeCommandTests {
  @Test func `set, get, update, push and remove work on any path`() async throws {
    let shop = try Shop()
    func db(_ words: String...) async throws -> String {
      let result = try await ChildProcess.run(shop.command(["db"] + words))
      #expect(result.status == 0, "\(words) \(result)")
      return result.output
    }
    _ = try await db("set", "/a", #"{"b":{"c":1},"d":[true,null,"x"],"big":9007199254740993}"#)
    #expect(try await db("get", "a/b/c") == "1\n")
    #expect(try await db("get", "a/big") == "9007199254740993\n")
    #expect(try JSON(try await db("get", "a/d")) == [true, nil, "x"])
    #expect(try await db("get", "a/nothing") == "null\n")
    _ = try await db("update", "a", #"{"b/c":2,"e":"é","d":null}"#)
    let tree = try JSON(try await db("get", "/"))
    #expect(tree == ["a": ["b": ["c": 2], "e": "é", "big": 9_007_199_254_740_993]])
    let name = try await db("push", "list", #""first""#).dropLast()
    #expect(name.count == 20)
    #expect(try await db("get", "list/\(name)") == "\"first\"\n")
    _ = try await db("remove", "a")
    #expect(try JSON(try await db("get", "/"))["a"] == nil)
  }

  @Test func `everything is removed only when that is meant`() async throws {
    let shop = try Shop()
    #expect(try await shop.run("db", "set", "a", "1").status == 0)
    let refused = try await shop.run("db", "remove", "/")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--force"), "\(refused)")
    #expect(try await shop.json("db", "get", "/") == ["a": 1])
    #expect(try await shop.run("db", "remove", "/", "--force").status == 0)
    #expect(try await shop.json("db", "get", "/") == nil)
  }

  @Test func `server values and priorities are written`() async throws {
    let shop = try Shop()
    for (path, value) in [
      ("n", "5"), ("n", #"{".sv":{"increment":2}}"#), ("t", #"{".sv":"timestamp"}"#),
      ("p", #"{".value":1,".priority":"x"}"#),
    ] {
      #expect(try await shop.run("db", "set", path, value).status == 0)
    }
    #expect(try await shop.json("db", "get", "n") == 7)
    #expect((try await shop.json("db", "get", "t").integer ?? 0) > 1_500_000_000_000)
    #expect(try await shop.json("db", "get", "p") == 1)
    #expect(
      try await shop.json("db", "get", "p", "--export") == [".value": 1, ".priority": "x"])
  }

  @Test(arguments: [
    (["--order-by", "$key"], ["a", "b", "c", "d"]),
    (["--order-by", "n"], ["d", "b", "a", "c"]),
    (["--order-by", "n", "--start-at", "2"], ["a", "c"]),
    (["--order-by", "n", "--start-after", "2"], ["c"]),
    (["--order-by", "n", "--end-at", "2"], ["d", "b", "a"]),
    (["--order-by", "n", "--end-before", "2"], ["d", "b"]),
    (["--order-by", "n", "--equal-to", "1"], ["b"]),
    (["--order-by", "n", "--equal-to", "null"], ["d"]),
    (["--order-by", "n", "--limit-to-first", "2"], ["d", "b"]),
    (["--order-by", "n", "--limit-to-last", "2"], ["a", "c"]),
    (["--order-by", "$key", "--start-at", "b", "--limit-to-first", "2"], ["b", "c"]),
    (["--order-by", "deep/er"], ["b", "c", "d", "a"]),
    (["--order-by", "$priority"], ["a", "b", "c", "d"]), ([], ["a", "b", "c", "d"]),
  ])
  func `a query gives its children in order`(options: [String], keys: [String]) async throws {
    let shop = try Shop()
    let tree = #"{"a":{"n":2,"deep":{"er":"z"}},"b":{"n":1},"c":{"n":"text"},"d":{"m":true}}"#
    #expect(try await shop.run("db", "set", "q", tree).status == 0)
    let result = try await ChildProcess.run(shop.command(["db", "query", "q"] + options))
    #expect(result.status == 0, "\(result)")
    let children = try JSON(result.output).items
    #expect(children.map { $0["key"]?.text } == keys)
    #expect(children.allSatisfy { $0.names == ["key", "value"] })
  }

  @Test func `a query by value orders every kind of value`() async throws {
    let shop = try Shop()
    #expect(
      try await shop.run(
        "db", "set", "v", #"{"t":"a","n":-3,"f":false,"y":true,"o":{"x":1},"z":2.5}"#
      ).status == 0)
    let all = try await shop.json("db", "query", "v", "--order-by", "$value")
    #expect(all.items.map { $0["key"]?.text } == ["f", "y", "n", "z", "t", "o"])
  }

  @Test func `with JSON asked for, every command answers one document`() async throws {
    let shop = try Shop()
    #expect(try await shop.json("db", "push", "a", "1").names == ["name"])
    #expect(try await shop.json("db", "set", "a", #"{"n":{".sv":{"increment":2}}}"#) == ["n": 2])
    #expect(try await shop.json("db", "update", "a", #"{"b":1}"#) == ["n": 2, "b": 1])
    #expect(try await shop.json("db", "remove", "a") == nil)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `watch tells what other processes write, until it is ended`(signal: Int32) async throws {
    let shop = try Shop()
    try await shop.json("add", "9780306406157", "--count", "1")
    let watch = try await ChildProcess(
      shop.command(["db", "watch", "BarCode/9780306406157/count", "--json"]))
    #expect(try JSON(try await watch.nextLine()) == ["event": "value", "value": 1])
    try await shop.json("plus", "9780306406157", "2")
    #expect(try JSON(try await watch.nextLine()) == ["event": "value", "value": 3])
    try await shop.json("remove", "9780306406157")
    #expect(try JSON(try await watch.nextLine()) == ["event": "value", "value": nil])
    watch.kill(signal)
    let result = try await watch.result()
    #expect([0, 128 + signal].contains(result.status), "\(result)")
    #expect(result.errors.isEmpty)
  }

  @Test func `watch tells children in their order, with the key before them`() async throws {
    let shop = try Shop()
    #expect(
      try await shop.run("db", "set", "w", #"{"a":{"n":2},"b":{"n":1},"c":{"n":3}}"#).status == 0)
    let watch = try await ChildProcess(
      shop.command([
        "db", "watch", "w", "--events", "value,child", "--order-by", "n", "--limit-to-first", "2",
      ]))
    func next() async throws -> JSON { try JSON(try await watch.nextLine()) }
    #expect(
      try await next() == [
        "event": "child_added", "key": "b", "previousKey": nil, "value": ["n": 1],
      ])
    #expect(
      try await next() == [
        "event": "child_added", "key": "a", "previousKey": "b", "value": ["n": 2],
      ])
    #expect(try await next()["event"] == "value")
    #expect(try await shop.run("db", "remove", "w/b").status == 0)
    #expect(
      try await next() == ["event": "child_removed", "key": "b", "value": ["n": 1]])
    #expect(
      try await next() == [
        "event": "child_added", "key": "c", "previousKey": "a", "value": ["n": 3],
      ])
    #expect(try await next()["value"] == ["a": ["n": 2], "c": ["n": 3]])
    #expect(try await shop.run("db", "set", "w/c/n", "1").status == 0)
    #expect(
      try await next() == [
        "event": "child_moved", "key": "c", "previousKey": nil, "value": ["n": 1],
      ])
    #expect(
      try await next() == [
        "event": "child_changed", "key": "c", "previousKey": nil, "value": ["n": 1],
      ])
    #expect(try await next()["event"] == "value")
  }

  @Test func `many writes reach a watcher up to the last`() async throws {
    let shop = try Shop()
    try await shop.json("add", "9780306406157")
    let watch = try await ChildProcess(
      shop.command(["db", "watch", "BarCode/9780306406157/count"]))
    _ = try await watch.nextLine()
    let count = 10
    for _ in 0..<count { try await shop.json("plus", "9780306406157") }
    try await watch.wait("the last count") { $0.output.contains("\"value\":\(count)}") }
    let values = await watch.said.lines.compactMap { try? JSON($0)["value"]?.integer }
    #expect(values == values.sorted())
  }
}
