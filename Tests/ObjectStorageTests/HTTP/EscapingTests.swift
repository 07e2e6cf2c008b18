import Foundation
import ObjectStorage
import TestSupport
import Testing

/// Names in addresses, and listings, as they go over the wire.
@Suite struct EscapingTests {
  /// The path that a request for an object's metadata has.
  private func path(_ bucket: String, _ object: String) async throws -> String {
    let server = try ScriptedServer { _ in .json("{}") }
    let engine = FirebaseBucket(
      base: server.base, name: bucket, transport: Remote.transport, token: { nil })
    _ = try await engine.metadata(of: ObjectPath(object), within: Remote.minute)
    return try #require(server.requests.first).rawPath
  }

  @Test func `esc_slash: slashes of a name are escaped`() async throws {
    #expect(try await path("bucket", "path/to/object") == "/v0/b/bucket/o/path%2Fto%2Fobject")
  }

  @Test func `esc_mixed_name: marks are kept or escaped by Firebase's rule`() async throws {
    #expect(
      try await path("bucket", "hello&+@_ .txt") == "/v0/b/bucket/o/hello%26%2B@_%20.txt")
  }

  @Test func `esc_reserved: what has a meaning in addresses is escaped`() async throws {
    #expect(try await path("bucket", "a?b#c[d]%") == "/v0/b/bucket/o/a%3Fb%23c%5Bd%5D%25")
  }

  @Test func `esc_no_unicode_normalisation: two spellings are two objects`() async throws {
    #expect(try await path("b", "\u{E9}.jpg") == "/v0/b/b/o/%C3%A9.jpg")
    #expect(try await path("b", "e\u{301}.jpg") == "/v0/b/b/o/e%CC%81.jpg")
  }

  @Test func `Firebase's own example is escaped as there`() {
    #expect(
      ObjectPath("ios/public/-._~!$'()*,=:@&+;").escaped
        == "ios%2Fpublic%2F-._~!$'()*,=:@%26%2B%3B")
  }

  /// Escaping, undone: every name comes back, and nothing but plain characters goes out.
  @Test func `every name comes back from its escaped form`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let scalars = (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x2FFF, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(text.escapedForPath.removingPercentEncoding == text)
      #expect(text.escapedForQuery.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }

  @Test(arguments: [".", "..", "a\nb", "a\rb", "", String(repeating: "n", count: 1_025)])
  func `a name that no bucket takes is refused before anything is sent`(name: String) async throws {
    let server = try ScriptedServer { _ in .json("{}") }
    let error = await Remote.error {
      _ = try await Remote.firebase(server).metadata(of: ObjectPath(name), within: Remote.minute)
    }
    #expect(error?.code == .invalidArgument)
    #expect(server.requests.isEmpty)
  }

  private func list(_ request: ListRequest, _ answer: String = "{}") async throws -> (
    ListPage, WireRequest
  ) {
    let server = try ScriptedServer { _ in .json(answer) }
    let page = try await Remote.firebase(server).list(request, within: Remote.minute)
    return (page, try #require(server.requests.first))
  }

  @Test func `esc_list_plus: a plus in a listing's prefix is escaped`() async throws {
    let (_, request) = try await list(ListRequest(under: ObjectPath("+foo"), maxResults: 97))
    #expect(request.query == ["prefix": "+foo/", "delimiter": "/", "maxResults": "97"])
    #expect(request.rawQuery.contains("%2Bfoo"))
  }

  @Test func `list_query: a listing says what it wants`() async throws {
    let (_, request) = try await list(
      ListRequest(under: ObjectPath("object"), maxResults: 42, pageToken: "foo"))
    #expect(request.rawPath == "/v0/b/bucket/o")
    #expect(
      request.query
        == ["prefix": "object/", "delimiter": "/", "pageToken": "foo", "maxResults": "42"])
  }

  @Test func `list_root_has_no_prefix: the root is listed without one`() async throws {
    let (page, request) = try await list(ListRequest(under: ObjectPath()))
    #expect(Array(request.query.keys) == ["delimiter"])
    #expect(page == ListPage(prefixes: [], items: [], nextPageToken: nil))
  }

  @Test func `list_parse: prefixes lose their slash`() async throws {
    let answer = """
      {"prefixes": ["object/prefixWithoutSlash", "object/prefixWithSlash/"],
       "items": [{"name": "object/data1.dat", "bucket": "b"}], "nextPageToken": "foo"}
      """
    let (page, _) = try await list(ListRequest(under: ObjectPath("object")), answer)
    #expect(page.prefixes == ["object/prefixWithoutSlash", "object/prefixWithSlash"])
    #expect(page.items == ["object/data1.dat"])
    #expect(page.nextPageToken == "foo")
  }

  @Test func `list_hides_invalid_names: names with empty pieces are left out`() async throws {
    let answer = """
      {"prefixes": ["list//", "list/x/"],
       "items": [{"name": "list/a"}, {"name": "list/dir/"}, {"name": "list//bad"}, 7, {}]}
      """
    let (page, _) = try await list(ListRequest(under: ObjectPath("list")), answer)
    #expect(page.items == ["list/a"])
    #expect(page.prefixes == ["list/x"])
  }

  @Test(arguments: ["", "[]", "7", "{\"items\": ", "nonsense"])
  func `what is no page is said so`(answer: String) async {
    let error = await Remote.error {
      _ = try await list(ListRequest(under: ObjectPath("a")), answer)
    }
    #expect(error?.code == .unknown)
  }
}
