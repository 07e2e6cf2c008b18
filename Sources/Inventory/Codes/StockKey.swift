/// The key under which a book stands in the stock: the child key below `/BarCode`.
///
/// Nearly always the thirteen digits of an ISBN; else a shop's own code, or an odd key that an old
/// tree brought along.
public struct StockKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The longest key in bytes of UTF-8.
  ///
  /// Firebase: keys hold at most 768 bytes.
  public static let longest = 768

  /// The key as it stands in the tree.
  public let text: String

  /// Creates a key from any text that a tree can hold as one, else nil.
  ///
  /// Firebase: a key is not empty and holds no `. # $ [ ] /` and no ASCII control characters.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
    for byte in text.utf8 {
      switch byte {
      case 0..<32, 127, 46, 35, 36, 91, 93, 47: return nil
      default: continue
      }
    }
    self.text = text
  }

  /// Creates the key of a book that has an ISBN.
  public init(_ isbn: ISBN) { text = isbn.text }

  /// The ISBN, if the key is one.
  public var isbn: ISBN? { ISBN(text) }

  /// What people are shown: the hyphenated ISBN, else the key itself.
  public var displayed: String { isbn?.description ?? text }

  public var description: String { text }

  public static func < (left: StockKey, right: StockKey) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
