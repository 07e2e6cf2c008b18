import Foundation

/// Where a bucket's engine gets its token from: nil means none.
///
/// It is asked before each request, and once more when the server says 401.
package typealias TokenProvider = @Sendable () async throws -> String?

/// The usual providers of tokens.
package enum StorageToken {
  /// The environment's variable.
  package static let variable = "BOOKSTOCK_STORAGE_TOKEN"

  /// What the variable `BOOKSTOCK_STORAGE_TOKEN` holds; nothing if it is not set or empty.
  package static let environment: TokenProvider = {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// As long as a token may be.
  private static let limit = 16_384

  /// The header's value: a token that names its kind itself is taken as it is.
  ///
  /// Nil for what is no token: it could not be sent, or would be more than one header.
  static func authorization(_ token: String, kind: String) -> String? {
    let isPlain = token.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    guard isPlain, token.utf8.count <= limit else { return nil }
    return token.contains(" ") ? token : "\(kind) \(token)"
  }
}
