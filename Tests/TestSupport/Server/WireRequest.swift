package import Foundation

/// A request as a server received it.
package struct WireRequest: Sendable {
  package var method: String
  /// The path and the query as they were sent.
  package var target: String
  package var headers: [(name: String, value: String)]
  package var body: Data
  /// Which of the server's connections it came by, from 1 on.
  package var connection: Int

  package subscript(header: String) -> String? {
    headers.first { $0.name.lowercased() == header.lowercased() }?.value
  }

  /// The path as it was sent.
  package var rawPath: String { String(target.prefix { $0 != "?" }) }

  /// The query as it was sent; empty without one.
  package var rawQuery: String { String(target.dropFirst(rawPath.count).dropFirst()) }

  /// The query, decoded.
  package var query: [String: String] {
    var items: [String: String] = [:]
    for item in rawQuery.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      items[Self.decoded(String(parts[0]))] = Self.decoded(value)
    }
    return items
  }

  /// As servers read a query: a plus is a space.
  private static func decoded(_ text: String) -> String {
    let spaced = text.replacingOccurrences(of: "+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}
