import Foundation
import TestSupport
import Testing

/// The commands against a server that speaks Firebase's protocol, and that may say anything.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StorageServerTests {
  private let script: FirebaseScript
  private let depot: Depot

  init() throws {
    script = try FirebaseScript.plain()
    depot = try Depot(at: script)
  }

  @Test func `every command works on a server as on a folder`() async throws {
    let data = Depot.noise(600_000)
    try depot.place.write(data, to: "in.png")
    let put = try await depot.json("put", "in.png", "a/b c.png", "--meta", "k=ü")
    #expect(put["bucket"] == "bucket")
    #expect(put["size"] == 600_000)
    #expect(script.object("a/b c.png")?.data == data)
    #expect(script.object("a/b c.png")?.custom == ["k": "ü"])
    try await depot.done("put", "-", "z", input: "small")
    #expect(try await depot.done("ls") == "a/\nz\n")
    #expect(try await depot.done("ls", "--all") == "a/b c.png\nz\n")
    #expect(try await depot.json("ls").items.last?["size"] == 5)
    try await depot.done("get", "a/b c.png", "out.png")
    #expect(try depot.bytes(of: "out.png") == data)
    let meta = try await depot.json("meta", "z", "contentType=text/plain", "--custom", "a=b")
    #expect(meta["contentType"] == "text/plain" && meta["metadata"] == ["a": "b"])
    let url = try await depot.done("url", "z")
    #expect(url.hasPrefix(script.server.base.absoluteString + "/v0/b/bucket/o/z?alt=media&token="))
    #expect(try await depot.done("get", url.trimmingCharacters(in: .newlines), "-") == "small")
    try await depot.done("rm", "--recursive", "a", "--force")
    #expect(try await depot.done("ls", "--all") == "z\n")
    #expect(try await depot.reason("rm", "none", status: 1) == "not_found")
  }

  @Test(arguments: [
    (401, "unauthenticated"), (402, "full"), (403, "unauthorized"), (400, "other"), (409, "other"),
  ])
  func `a refusal of the server is told, with status 3`(
    status: Int, reason: String
  ) async throws {
    script.put(Data("x".utf8), at: "x")
    script.intercept { _ in
      .json("{\"error\":{\"code\":\(status),\"message\":\"\\u001b[1m\"}}", status)
    }
    try depot.place.write("old", to: "out")
    for words in [
      ["get", "x", "out"], ["get", "x", "-"], ["stat", "x"], ["ls"], ["rm", "x"], ["url", "x"],
      ["put", "out", "y"], ["meta", "x", "contentType=a/b"],
    ] {
      let result = try await ChildProcess.run(depot.command(words + ["--json", "--retry", "0"]))
      #expect(result.status == 3, "\(words) \(result)")
      #expect(try JSON(result.output)["reason"] == .text(reason), "\(words) \(result)")
      #expect(!result.errors.contains("\u{1B}"))
    }
    #expect(try depot.place.text(of: "out") == "old")
    #expect(try depot.files() == ["out"])
  }

  @Test func `an upload that is refused at its end has put nothing`() async throws {
    script.denyUploads()
    for size in [10, 1 << 20] {
      try depot.place.write(Depot.noise(size), to: "in")
      #expect(try await depot.reason("put", "in", "x", status: 3) == "unauthorized")
    }
    #expect(script.object("x") == nil)
  }

  @Test func `bytes that are not the object's are thrown away, and the old file stays`()
    async throws
  {
    let script = try FirebaseScript { _ in ("1B2M2Y8AsgTpgAmY7PhCfg==", "AAAAAA==") }
    let depot = try Depot(at: script)
    script.put(Depot.noise(300_000), at: "x")
    try depot.place.write("old", to: "x")
    for target in ["x", "new", "-"] {
      let result = try await depot.run("get", "x", target)
      #expect(result.status == 3 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("not what the storage says"), "\(result)")
    }
    #expect(try depot.place.text(of: "x") == "old")
    #expect(try depot.files() == ["x"])
    #expect(try depot.spools().isEmpty)
  }

  @Test func `a server that is not there is said at once`() async throws {
    var depot = try Depot()
    let gone = try ScriptedServer { _ in .reset }.base.absoluteString
    depot.shop.environment["BOOKSTOCK_STORAGE"] = gone + "/v0/b/bucket"
    for words in [["get", "x", "out"], ["ls"], ["stat", "x"]] {
      let result = try await ChildProcess.run(depot.command(words + ["--json", "--retry", "0"]))
      #expect(result.status == 3, "\(result)")
      #expect(try JSON(result.output)["status"] == "error")
      #expect(result.errors.contains("The server cannot be reached"), "\(result)")
    }
    #expect(try depot.files() == [])
  }

  @Test func `what a server says is cleaned before it is shown`() async throws {
    script.intercept { request in
      let odd = #"a\u001b[2J\u009b1m\u0007\u202e"#
      if request.rawPath.hasSuffix("/o") {
        return .json(
          #"{"prefixes":["\#(odd)/","../../up/"],"items":[{"name":"\#(odd)"},{"name":"..\/x"}]}"#)
      }
      return .json(
        #"{"name":"\#(odd)","bucket":"\#(odd)","size":"9223372036854775807","#
          + #""contentType":"\#(odd)","generation":"1","#
          + #""metadata":{"\#(odd)":"\#(odd)"},"updated":"0001-01-01T00:00:00Z"}"#)
    }
    for words in [["ls"], ["ls", "--long"], ["stat", "x"], ["meta", "x", "contentType=b"]] {
      let result = try await ChildProcess.run(depot.command(words))
      #expect(result.status == 0, "\(words) \(result)")
      let isClean = result.output.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || (scalar.properties.generalCategory != .control && scalar != "\u{202E}")
      }
      #expect(isClean, "\(words) \(result.output.debugDescription)")
    }
  }

  @Test func `a folder that holds itself is listed to an end`() async throws {
    script.intercept { request in
      let prefix = request.query["prefix"] ?? ""
      guard request.rawPath.hasSuffix("/o") else { return nil }
      return .json(#"{"prefixes":["\#(prefix)","\#(prefix)deeperanddeeper/"],"items":[]}"#)
    }
    #expect(try await depot.done("ls", "--all") == "")
    #expect(script.server.requests.count < 100)
  }

  @Test func `an answer that is none is an error, not a crash`() async throws {
    script.intercept { _ in WireAnswer(200, "<html>") }
    for words in [
      ["ls"], ["stat", "x"], ["url", "x"], ["rm", "x"], ["meta", "x", "contentType=b"],
    ] {
      let result = try await ChildProcess.run(depot.command(words + ["--retry", "0"]))
      #expect(result.status == 3 && result.errors.hasPrefix("bookstock: "), "\(words) \(result)")
    }
  }
}
