import Testing

@testable import JSONTree

@Suite struct DatabaseURLTests {
  @Test func `a server's address tells host, namespace, security and path`() throws {
    let url = try DatabaseURL("https://Repo.firebaseio.com/a")
    #expect(
      url.site
        == .server(host: "repo.firebaseio.com", port: nil, namespace: "repo", isSecure: true))
    #expect(url.path == "/a")
  }

  @Test(arguments: [
    ("repo.firebaseio.com", true), ("http://repo.firebaseio.com", true),
    ("repo.firebaseio.com:9000", false), ("http://repo.firebaseio.com:9000", false),
    ("ws://repo.firebaseio.com:9000", false), ("https://repo.firebaseio.com:9000", true),
    ("WSS://repo.firebaseio.com:9000/x", true),
  ])
  func `without a port it is secure, with one only if the scheme says so`(
    text: String, isSecure: Bool
  ) throws {
    guard case .server(_, _, _, isSecure) = try DatabaseURL(text).site else {
      Issue.record("\(text) is no server's")
      return
    }
  }

  @Test(arguments: [
    ("127.0.0.1:9000/?ns=mrschmidt", "mrschmidt"), ("127.0.0.1:9000", nil),
    ("localhost:9000/a/b?x=1&ns=my%2Dshop", "my-shop"), ("localhost:9000", nil),
    ("shop.example.com", "shop"), ("shop.europe.example.com", "shop"), ("example.com", nil),
    ("shop.example.com/?ns=other", "other"),
  ])
  func `the namespace is the first of three labels, or what the query names`(
    text: String, namespace: String?
  ) throws {
    guard case .server(_, _, let found, _) = try DatabaseURL(text).site else {
      Issue.record("\(text) is no server's")
      return
    }
    #expect(found == namespace)
  }

  @Test(arguments: [
    ("a%b&c@d/space: /non-ascii:ø", "/a%b&c@d/space: /non-ascii:ø"), ("a+b%2Bc", "/a b+c"),
    ("%E6%9B%B8/%e6%9b%b8", "/書/書"), ("a%2Fb//c/", "/a/b/c"), ("%FF%41", "/%FF%41"), ("", "/"),
    (".info/connected", "/.info/connected"), ("100%", "/100%"), ("%4", "/%4"),
  ])
  func `plus is a space, valid escapes are read, stray signs stay`(
    text: String, path: String
  ) throws {
    #expect(try DatabaseURL("repo.firebaseio.com/" + text).path.description == path)
    #expect(try DatabaseURL("file:///shop#/" + text).path.description == path)
  }

  @Test(arguments: [
    ("file:///home/shop", "/home/shop"), ("file:///home//./shop/", "/home/shop"),
    ("file://localhost/home/shop", "/home/shop"), ("file:///the%20shop/a+b", "/the shop/a+b"),
    ("FILE:///", "/"), ("file:///書店#/a", "/書店"),
  ])
  func `a folder's address tells the folder`(text: String, folder: String) throws {
    #expect(try DatabaseURL(text).site == .folder(folder))
  }

  @Test(arguments: [
    "", "https://", "ftp://repo.firebaseio.com", "file://shop/a", "file://relative", "a.b:port",
    "a.b:0", "a.b:70000", "https://repo.firebaseio.com/a.b", "file:///shop#/a/b[0]",
    "repo.firebaseio.com/%00",
  ])
  func `what is no address is refused with its text`(text: String) {
    let error = #expect(throws: TreeSyntaxError.self) { try DatabaseURL(text) }
    #expect(error?.code == .badURL)
    #expect(error?.place == text)
  }

  @Test func `an address is written with every byte escaped but letters, digits and three signs`()
    throws
  {
    let path: Path = "a-b_c~d/space: +%/書"
    let escaped = "/a-b_c~d/space%3A%20%2B%25/%E6%9B%B8"
    #expect(
      DatabaseURL(.folder("/the shop/v1.2"), path).description
        == "file:///the%20shop/v1.2#" + escaped)
    let server = DatabaseURL.Site.server(
      host: "repo.example.com", port: nil, namespace: "repo", isSecure: true)
    #expect(DatabaseURL(server, path).description == "https://repo.example.com" + escaped)
    #expect(DatabaseURL(server).description == "https://repo.example.com")
    let local = DatabaseURL.Site.server(
      host: "localhost", port: 9000, namespace: "my shop", isSecure: false)
    #expect(DatabaseURL(local).description == "http://localhost:9000/?ns=my%20shop")
    for site in [server, local, .folder("/"), .folder("/a b/書")] {
      for path in ["/", path, "/.info/connected", "/100%41"] as [Path] {
        let url = DatabaseURL(site, path)
        let again = try DatabaseURL(url.description)
        #expect(again == url)
      }
    }
  }
}
