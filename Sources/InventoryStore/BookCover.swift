import JSONTree

/// A book's cover as all desks see it: where the picture is, and which one it is.
public struct BookCover: Hashable, Sendable {
  /// Where the picture is: the record's `icon`; nil where the book has none.
  public var icon: String?
  /// What is known of the picture; nil for one that came otherwise than through ``CoverMark``.
  public var mark: CoverMark?

  /// A cover; without anything, none.
  public init(icon: String? = nil, mark: CoverMark? = nil) {
    self.icon = icon
    self.mark = mark
  }
}

/// What is kept of a cover beside the book, so that desks notice when the picture at an address has
/// become another, and so that a look-up never replaces what a person chose.
public struct CoverMark: Hashable, Sendable {
  /// Who chose the picture.
  public enum Origin: String, CaseIterable, Hashable, Sendable {
    case file
    case address
    case openLibrary = "openlibrary"

    /// Whether a person chose that very picture.
    public var isByHand: Bool {
      switch self {
      case .file, .address: true
      case .openLibrary: false
      }
    }
  }

  public var origin: Origin
  /// The number that the storage gave the picture; another picture has another.
  public var generation: Int64

  /// A mark by its parts.
  public init(origin: Origin, generation: Int64) {
    self.origin = origin
    self.generation = generation
  }
}

extension BookCover {
  /// Reads a cover; a mark that was made for another icon counts for nothing.
  init(icon: Node, mark: Node) {
    self.icon = icon.string.flatMap { $0.isEmpty ? nil : $0 }
    guard let text = self.icon, mark[Field.icon].string == text,
      let origin = mark[Field.origin].string.flatMap(CoverMark.Origin.init),
      let generation = mark[Field.generation].integer
    else { return }
    self.mark = CoverMark(origin: origin, generation: generation)
  }

  var iconNode: Node { icon.map { .leaf(.string($0)) } ?? .empty }

  var markNode: Node {
    guard let icon, let mark else { return .empty }
    return Node([
      (Field.icon, .leaf(.string(icon))), (Field.origin, .leaf(.string(mark.origin.rawValue))),
      (Field.generation, .leaf(.integer(mark.generation))),
    ])
  }
}
