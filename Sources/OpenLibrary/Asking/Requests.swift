package import Foundation
package import Inventory

/// The addresses of what the service is asked: made of validated numbers only.
package struct Requests: Sendable {
  /// A cover's box: 116 × 58, 180 × 360 and 500 × 500 pixels.
  package enum Size: String, Sendable, Hashable, CaseIterable {
    case small = "S"
    case medium = "M"
    case large = "L"
  }

  private let places: ServicePlaces

  /// Creates requests to a service.
  package init(to places: ServicePlaces) {
    self.places = places
  }

  /// A cover by ISBN; where there is none the service answers 404 instead of an empty dot.
  package func cover(_ isbn: ISBN, _ size: Size = .large) -> URL {
    Self.address(places.covers, "/b/isbn/\(isbn.text)-\(size.rawValue).jpg", "default=false")
  }

  /// A cover by the service's number.
  package func cover(number: Int, _ size: Size = .large) -> URL {
    Self.address(places.covers, "/b/id/\(number)-\(size.rawValue).jpg", "default=false")
  }

  /// What the service knows of a book, authors' names included.
  package func books(_ isbn: ISBN) -> URL {
    Self.address(
      places.records, "/api/books", "bibkeys=\(Self.bibkey(isbn))&jscmd=data&format=json")
  }

  /// The name of a book in ``books(_:)``; the answer spells it the same.
  package static func bibkey(_ isbn: ISBN) -> String { "ISBN:\(isbn.text)" }

  /// The edition of a number; a redirect to its record.
  package func edition(_ isbn: ISBN) -> URL {
    Self.address(places.records, "/isbn/\(isbn.text).json", nil)
  }

  /// An author's record by its key, nil unless the key is one: `/authors/OL23919A`.
  package func author(_ key: String) -> URL? {
    guard Self.isKey(key, in: "/authors/", ending: "A") else { return nil }
    return Self.address(places.records, key + ".json", nil)
  }

  /// The page about an edition by its key, nil unless the key is one: `/books/OL7353617M`.
  package func page(_ key: String) -> URL? {
    guard Self.isKey(key, in: "/books/", ending: "M") else { return nil }
    return Self.address(places.records, key, nil)
  }

  private static func isKey(_ key: String, in folder: String, ending: String) -> Bool {
    guard key.utf8.count <= 64, key.hasPrefix(folder + "OL"), key.hasSuffix(ending) else {
      return false
    }
    let number = key.dropFirst(folder.count + 2).dropLast()
    return !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func address(_ base: URL, _ path: String, _ query: String?) -> URL {
    var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) ?? URLComponents()
    parts.fragment = nil
    parts.percentEncodedPath = path
    parts.percentEncodedQuery = query
    guard let url = parts.url else {
      preconditionFailure("A path of the program makes no address: \(path)")
    }
    return url
  }
}
