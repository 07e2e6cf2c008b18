package import Foundation
import Glibc

extension URL {
  /// Whether the address names this very machine: `localhost`, 127.0.0.0/8 or `::1`.
  ///
  /// What goes there may carry credentials in clear.
  package var isLoopback: Bool {
    guard var host = host?.lowercased() else { return false }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host == "localhost" { return true }
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
    return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// Whether both addresses are served by the same server: scheme, host and port alike.
  package func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && host?.lowercased() == other.host?.lowercased()
      && effectivePort == other.effectivePort
  }

  /// The port, by default that of the scheme.
  package var effectivePort: Int? {
    if let port { return port }
    switch scheme?.lowercased() {
    case "https": return 443
    case "http": return 80
    default: return nil
    }
  }

  /// The address as it may stand in a message: without what might be a secret or a nuisance.
  ///
  /// No query, no user, no fragment.
  package var withoutSecrets: String {
    guard let host else { return "an address without a host" }
    let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return "\(scheme ?? "")://\(shown)\(port.map { ":\($0)" } ?? "")\(path(percentEncoded: true))"
  }
}
