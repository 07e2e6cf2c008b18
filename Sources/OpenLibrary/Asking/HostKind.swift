import Glibc

/// How far a host is away, by its name or number alone.
package enum HostKind: Sendable, Hashable {
  /// This machine.
  case loopback
  /// The shop's own network, or one that only this machine sees.
  case `private`
  /// Everything else.
  case `public`

  /// How far away it is, from this machine outwards.
  var distance: Int {
    switch self {
    case .loopback: 0
    case .private: 1
    case .public: 2
    }
  }

  /// Judges a host in small letters, without brackets.
  ///
  /// A name with no point, and those that never leave a network (`localhost`, `local`, `lan`,
  /// `internal`, `home.arpa` …), are not public. RFC 6761, 6762, 8375.
  package init(_ host: String) {
    if let kind = Self.number(host) {
      self = kind
      return
    }
    // What is not ASCII even after a name was encoded is no name that a resolver should see.
    guard host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      self = .private
      return
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    switch labels.last {
    case "localhost": self = .loopback
    case "local", "lan", "internal", "intranet", "home", "corp", "localdomain", "test":
      self = .private
    case "arpa": self = .private
    default: self = labels.count < 2 ? .private : .public
    }
  }

  /// The kind of a host written as a number in any form that resolvers take, nil for names.
  ///
  /// `127.1`, `2130706433` and `0x7f000001` are this machine too.
  static func number(_ host: String) -> HostKind? {
    var four = in_addr()
    if host.utf8.allSatisfy({ $0 < 128 && $0 > 32 }), inet_aton(host, &four) == 1 {
      return HostKind(address: UInt32(bigEndian: four.s_addr))
    }
    guard host.contains(":") else { return nil }
    var six = in6_addr()
    let bare = String(host.prefix { $0 != "%" })
    guard inet_pton(AF_INET6, bare, &six) == 1 else { return .private }
    return withUnsafeBytes(of: six) { HostKind(address: Array($0)) }
  }

  /// Judges an address of IPv4.
  ///
  /// IANA: the registry of special-purpose addresses.
  package init(address: UInt32) {
    switch address {
    case 0x7F00_0000...0x7FFF_FFFF, 0x0000_0000...0x00FF_FFFF: self = .loopback
    case 0x0A00_0000...0x0AFF_FFFF, 0xAC10_0000...0xAC1F_FFFF, 0xC0A8_0000...0xC0A8_FFFF,
      0xA9FE_0000...0xA9FE_FFFF, 0x6440_0000...0x647F_FFFF, 0xC000_0000...0xC000_00FF,
      0xC612_0000...0xC613_FFFF, 0xE000_0000...0xFFFF_FFFF:
      self = .private
    default: self = .public
    }
  }

  /// Judges the sixteen bytes of an address of IPv6; one that holds an IPv4 address is that one.
  package init(address: [UInt8]) {
    guard address.count == 16 else {
      self = .private
      return
    }
    let last = address[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let isMapped =
      address[0..<10].allSatisfy { $0 == 0 } && address[10] == 0xFF
      && address[11] == 0xFF
    let isCompatible = address[0..<12].allSatisfy { $0 == 0 }
    let isTranslated = Array(address[0..<12]) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    if isCompatible, last <= 1 {
      self = .loopback
    } else if isMapped || isCompatible || isTranslated {
      self = HostKind(address: last)
    } else if address[0] == 0x20, address[1] == 0x02 {
      // 6to4 carries an address of IPv4 in its third to sixth byte.
      self = HostKind(address: address[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    } else if address[0] & 0xE0 == 0x20 {
      self = .public
    } else {
      // Only 2000::/3 is given out; the rest is local, link-local, multicast or reserved.
      self = .private
    }
  }
}
