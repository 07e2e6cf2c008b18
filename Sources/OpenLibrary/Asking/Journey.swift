package import Foundation

/// The way from an address over its redirects, as a pure machine.
///
/// At most five, none twice, never from https to http, never from outside into the shop's network.
package struct Journey: Sendable {
  /// Where the way has led.
  package private(set) var address: URL
  private let start: Start
  private var seen: Set<String>
  private var left = Limits.redirects

  /// Who named the first address.
  package enum Start: Sendable, Hashable {
    /// The program: only https is followed, or http on this machine from http on this machine.
    case service
    /// A person: http is followed as long as the way has been http.
    case person
  }

  /// Why a way ends: a sentence's end, as in “…, which is not followed”.
  package struct Wrong: Error, Hashable {
    /// A whole sentence for people.
    package let sentence: String
  }

  /// Begins at an address, which holds no name and no password.
  package init(_ address: URL, from start: Start) {
    self.address = address
    self.start = start
    seen = [address.absoluteString]
  }

  /// Takes the next step.
  ///
  /// - Parameter location: The redirect's field `Location`; a relative one is meant from here.
  /// - Returns: Where to ask next.
  /// - Throws: ``Wrong`` when it is not to be followed.
  package mutating func follow(_ location: String?) throws(Wrong) -> URL {
    let here = WebAddress.shown(address)
    guard let location, location.utf8.count <= Limits.addressBytes,
      let target = URL(string: location, relativeTo: address).flatMap(WebAddress.bare),
      let host = WebAddress.host(of: target)
    else { throw Wrong(sentence: "\(here) leads to no address that could be followed.") }
    guard left > 0 else {
      throw Wrong(sentence: "\(here) leads on after \(Limits.redirects) redirects already.")
    }
    let there = WebAddress.shown(target)
    guard allowsScheme(of: target, host) else {
      throw Wrong(sentence: "\(here) leads to \(there), which is not https and not followed.")
    }
    guard !leadsInside(HostKind(host)) else {
      throw Wrong(sentence: Self.insideSentence(address, target))
    }
    guard seen.insert(target.absoluteString).inserted else {
      throw Wrong(sentence: "\(there) leads in a circle.")
    }
    left -= 1
    address = target
    return target
  }

  /// Whether a step from here to a host of that kind would lead further inside: from the internet
  /// into the shop's network, or from there to this machine.
  package func leadsInside(_ kind: HostKind) -> Bool {
    guard let host = WebAddress.host(of: address) else { return true }
    return kind.distance < HostKind(host).distance
  }

  /// What people are told of a step to the inside.
  static func insideSentence(_ here: URL, _ there: URL) -> String {
    "\(WebAddress.shown(here)) leads to \(WebAddress.shown(there)), which is a place in your own"
      + " network; this is not followed."
  }

  private func allowsScheme(of target: URL, _ host: String) -> Bool {
    switch target.scheme?.lowercased() {
    case "https": return true
    case "http":
      guard address.scheme?.lowercased() == "http" else { return false }
      switch start {
      case .person: return true
      case .service: return HostKind(host) == .loopback
      }
    default: return false
    }
  }
}
