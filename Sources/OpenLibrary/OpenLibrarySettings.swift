package import Foundation
import Inventory

/// What a shop sets of its look-ups.
package struct OpenLibrarySettings: Sendable, Hashable {
  /// Whether anything may be sent at all.
  package var isOn: Bool
  /// The program's version, as it is told to servers.
  package var version: String
  /// Whom the service may write to, a mail or web address; then it allows three requests a second.
  package var contact: String?
  /// Where the service is.
  package var places: ServicePlaces
  /// The kinds of picture that are taken.
  package var formats: Set<PictureFormat>

  /// Creates settings; without a contact the service is asked more slowly.
  package init(
    isOn: Bool = true, version: String, contact: String? = nil,
    places: ServicePlaces = .openLibrary, formats: Set<PictureFormat> = [.jpeg, .png]
  ) {
    self.isOn = isOn
    self.version = version
    self.contact = contact
    self.places = places
    self.formats = formats
  }

  /// The contact as a header can hold it: printing ASCII without parentheses, at most 100 bytes.
  var plainContact: String? {
    let kept = Self.plain(contact ?? "", most: 100)
    return kept.isEmpty ? nil : kept
  }

  /// What the service is told of who asks: `bookstock/1.2 (shop@example.org)`.
  var userAgent: String {
    plainContact.map { "\(plainUserAgent) (\($0))" } ?? plainUserAgent
  }

  /// What everybody else is told.
  var plainUserAgent: String {
    let kept = Self.plain(version, most: 40).filter { $0 != " " && $0 != "/" }
    return kept.isEmpty ? "bookstock" : "bookstock/\(kept)"
  }

  private static func plain(_ text: String, most: Int) -> String {
    let kept = text.unicodeScalars.filter {
      (0x20...0x7E).contains($0.value) && !"()\\".unicodeScalars.contains($0)
    }
    return FieldText(String(String.UnicodeScalarView(kept)), longest: most).text
  }
}

/// Where covers and records are asked for.
package struct ServicePlaces: Sendable, Hashable {
  /// The beginning of cover addresses, without a path.
  package let covers: URL
  /// The beginning of record addresses, without a path.
  package let records: URL

  /// Creates places, nil unless both are https, or http on this machine, which is for tests.
  package init?(covers: URL, records: URL) {
    guard Self.isSound(covers), Self.isSound(records) else { return nil }
    self.covers = covers
    self.records = records
  }

  private init(known covers: URL, _ records: URL) {
    self.covers = covers
    self.records = records
  }

  /// Open Library's own.
  package static let openLibrary = ServicePlaces(
    known: WebAddress.known("https://covers.openlibrary.org"),
    WebAddress.known("https://openlibrary.org"))

  private static func isSound(_ url: URL) -> Bool {
    guard let host = WebAddress.host(of: url), url.user == nil, url.password == nil else {
      return false
    }
    switch url.scheme?.lowercased() {
    case "https": return true
    case "http": return HostKind(host) == .loopback
    default: return false
    }
  }

  /// Whether an address is the service's, by its host and port.
  func holds(_ url: URL) -> Bool {
    let place = WebAddress.place(of: url)
    return place == WebAddress.place(of: covers) || place == WebAddress.place(of: records)
  }
}
