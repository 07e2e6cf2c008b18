/// The address of a database and of a place in it.
///
/// A folder of this machine: `file:///folder#/path`. A server: `https://host:port/path?ns=name`.
/// Firebase: url parsing and the url of a reference.
package struct DatabaseURL: Sendable, Hashable {
  /// Where a database is.
  package enum Site: Sendable, Hashable {
    /// An absolute folder of this machine, without a `/` at its end.
    case folder(String)
    /// A server; `namespace` is the database's name there, nil when none is named.
    case server(host: String, port: Int?, namespace: String?, isSecure: Bool)
  }

  /// Where the database is.
  package var site: Site
  /// The place in it.
  package var path: Path

  package init(_ site: Site, _ path: Path = .root) {
    self.site = site
    self.path = path
  }

  /// Reads an address, or says what is wrong with it.
  ///
  /// A server's may come without a scheme. In the path `+` means a space and valid `%XX` are
  /// decoded; a stray `%` stays.
  package init(_ text: String) throws(TreeSyntaxError) {
    let (scheme, rest) = DatabaseURL.scheme(of: text)
    switch scheme {
    case "file": self = try DatabaseURL(folder: rest, in: text)
    case nil, "http", "https", "ws", "wss":
      self = try DatabaseURL(server: rest, scheme: scheme, in: text)
    case let scheme?:
      throw DatabaseURL.fault("A database's address does not begin with \(scheme)://.", text)
    }
  }

  static func fault(_ reason: String, _ text: String) -> TreeSyntaxError {
    TreeSyntaxError(.badURL, reason, at: text)
  }
}

// MARK: - Reading

extension DatabaseURL {
  /// The scheme in small letters, and what follows it.
  private static func scheme(of text: String) -> (scheme: String?, rest: Substring) {
    guard let colon = text.utf8.firstIndex(of: 0x3A),
      text[colon...].utf8.starts(with: "://".utf8)
    else { return (nil, text[...]) }
    let rest = text[text.utf8.index(colon, offsetBy: 3)...]
    return (text[..<colon].lowercased(), rest)
  }

  private init(folder text: Substring, in whole: String) throws(TreeSyntaxError) {
    let (place, fragment) = DatabaseURL.split(text, at: 0x23)
    let bytes = place.utf8
    let host = bytes.prefix { $0 != 0x2F }
    guard host.isEmpty || host.elementsEqual("localhost".utf8), host.count < bytes.count else {
      throw DatabaseURL.fault("A folder's address has the form file:///folder.", whole)
    }
    var folder = ""
    for segment in bytes.dropFirst(host.count).split(separator: 0x2F)
    where !segment.elementsEqual(".".utf8) {
      folder += "/" + DatabaseURL.decoded(Substring(segment), plusIsSpace: false)
    }
    self.init(
      .folder(folder.isEmpty ? "/" : folder), try DatabaseURL.path(fragment ?? "", in: whole))
  }

  private init(
    server text: Substring, scheme: String?, in whole: String
  ) throws(TreeSyntaxError) {
    let (address, query) = DatabaseURL.split(text, at: 0x3F)
    let (authority, path) = DatabaseURL.split(address, at: 0x2F)
    let (name, digits) = DatabaseURL.split(authority, at: 0x3A)
    guard !name.isEmpty else { throw DatabaseURL.fault("The address names no host.", whole) }
    var port: Int?
    if let digits {
      guard let number = Int(digits), (1...65_535).contains(number) else {
        throw DatabaseURL.fault("A port is a number from 1 to 65535.", whole)
      }
      port = number
    }
    let host = name.lowercased()
    let isSecure = port == nil || scheme == "https" || scheme == "wss"
    let namespace = query.flatMap(DatabaseURL.namespace(in:)) ?? DatabaseURL.namespace(of: host)
    self.init(
      .server(host: host, port: port, namespace: namespace, isSecure: isSecure),
      try DatabaseURL.path(path ?? "", in: whole))
  }

  /// The text before and after the first of a sign.
  private static func split(
    _ text: Substring, at sign: UInt8
  ) -> (before: Substring, after: Substring?) {
    guard let index = text.utf8.firstIndex(of: sign) else { return (text, nil) }
    return (text[..<index], text[text.utf8.index(after: index)...])
  }

  /// The `ns` of a query.
  private static func namespace(in query: Substring) -> String? {
    for item in query.split(separator: "&") {
      let (name, value) = split(item, at: 0x3D)
      if name == "ns", let value, !value.isEmpty { return decoded(value, plusIsSpace: true) }
    }
    return nil
  }

  /// The first label of a host of at least three; a number of the network has none.
  private static func namespace(of host: String) -> String? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.allSatisfy({ UInt8($0) != nil }) { return nil }
    return labels.count < 3 ? nil : labels.first.map(String.init)
  }

  private static func path(
    _ text: Substring, in whole: String
  ) throws(TreeSyntaxError) -> Path {
    let segments = text.utf8.split(separator: 0x2F).map {
      decoded(Substring($0), plusIsSpace: true)
    }
    if segments.isEmpty { return .root }
    do {
      return try Path(segments.joined(separator: "/"))
    } catch {
      throw fault(error.reason, whole)
    }
  }
}

// MARK: - Percent signs

extension DatabaseURL {
  /// The text with its valid `%XX` replaced; unchanged when they do not make UTF-8.
  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      let digits = rest.dropFirst().prefix(2)
      if byte == 0x25, digits.count == 2, let value = value(ofHex: digits) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte == 0x2B && plusIsSpace ? 0x20 : byte)
        rest = rest.dropFirst()
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  private static func value(ofHex digits: Substring.UTF8View) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | (digit - 0x30)
      case 0x41...0x46: value = value << 4 | (digit - 0x37)
      case 0x61...0x66: value = value << 4 | (digit - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// The text with every byte escaped but ASCII letters, digits, `-`, `_`, `~` and some others.
  private static func encoded(_ text: String, but others: Set<UInt8> = []) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        if others.contains(byte) {
          result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          result += (digits.count < 2 ? "%0" : "%") + digits
        }
      }
    }
  }
}

extension DatabaseURL: CustomStringConvertible {
  /// The address; reads back as the same.
  package var description: String {
    let place = path.keys.reduce(into: "") { $0 += "/" + DatabaseURL.encoded($1.name) }
    switch site {
    case .folder(let folder):
      let address = "file://" + DatabaseURL.encoded(folder, but: [0x2E, 0x2F])
      return place.isEmpty ? address : "\(address)#\(place)"
    case .server(let host, let port, let namespace, let isSecure):
      var address = (isSecure ? "https://" : "http://") + host
      if let port { address += ":\(port)" }
      address += place
      if let namespace, namespace != DatabaseURL.namespace(of: host) {
        address += (place.isEmpty ? "/?ns=" : "?ns=") + DatabaseURL.encoded(namespace)
      }
      return address
    }
  }
}
