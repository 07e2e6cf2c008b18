@preconcurrency import Dispatch
import Glibc

/// Asks the system where a host is, so that a public name for a place inside is found out.
enum HostLookup {
  private static let queue = DispatchQueue(label: "bookstock.host-lookup", attributes: .concurrent)

  /// The kinds of all addresses of a host; none if it has none or cannot be asked.
  ///
  /// Does not block the caller's thread. The system's own time limits hold, some ten seconds.
  static func kinds(of host: String) async -> [HostKind] {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: lookUp(host)) }
    }
  }

  private static func lookUp(_ host: String) -> [HostKind] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var kinds: [HostKind] = []
    var next = list
    while let entry = next {
      if let kind = kind(of: entry.pointee) { kinds.append(kind) }
      next = entry.pointee.ai_next
    }
    return kinds
  }

  private static func kind(of entry: addrinfo) -> HostKind? {
    guard let address = UnsafeRawPointer(entry.ai_addr) else { return nil }
    switch entry.ai_family {
    case AF_INET:
      let four = address.loadUnaligned(as: sockaddr_in.self)
      return HostKind(address: UInt32(bigEndian: four.sin_addr.s_addr))
    case AF_INET6:
      let six = address.loadUnaligned(as: sockaddr_in6.self)
      return withUnsafeBytes(of: six.sin6_addr) { HostKind(address: Array($0)) }
    default:
      return nil
    }
  }
}
