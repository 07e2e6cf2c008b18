package import Foundation

/// What can be said of a web address before anybody is asked.
package enum WebAddress {
  /// The host in small letters, without brackets or a last point; nil where there is none.
  package static func host(of url: URL) -> String? {
    guard let written = url.host(percentEncoded: true) else { return nil }
    // Transports undo what is escaped in a host.
    guard var host = written.removingPercentEncoding?.lowercased() else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    while host.hasSuffix(".") { host.removeLast() }
    return host.isEmpty ? nil : host
  }

  /// Host and port, by which two addresses are the same server's.
  static func place(of url: URL) -> String? {
    guard let host = host(of: url) else { return nil }
    let usual = url.scheme?.lowercased() == "http" ? 80 : 443
    return "\(host)|\(url.port ?? usual)"
  }

  /// The address without name, password and fragment, as it is sent; nil if it cannot be one.
  package static func bare(_ url: URL) -> URL? {
    guard url.absoluteString.utf8.count <= Limits.addressBytes,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return parts.url
  }

  /// The address as people may see it: without name, password, query and fragment, of bounded
  /// length, printing ASCII only.
  package static func shown(_ url: URL) -> String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return "the address"
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    let hasQuery = parts.query != nil
    parts.query = nil
    let text = (parts.string ?? "").unicodeScalars.map { scalar in
      (0x21...0x7E).contains(scalar.value) ? Character(scalar) : "?"
    }
    let cut = text.count > 200 ? String(text.prefix(200)) + "…" : String(text)
    return cut.isEmpty ? "the address" : hasQuery ? cut + "?…" : cut
  }

  /// An address that is written in this program.
  static func known(_ text: String) -> URL {
    guard let url = URL(string: text) else {
      preconditionFailure("An address of the program is none: \(text)")
    }
    return url
  }
}
