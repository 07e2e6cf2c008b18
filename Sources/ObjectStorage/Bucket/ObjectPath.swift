/// An object's name inside its bucket, normalised: no slash at either end, none twice in a row.
///
/// Firebase: `StorageReference` paths. The empty path is the bucket's root.
package struct ObjectPath: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// The root.
  package init() { text = "" }

  /// Normalises a path, at the cost of its length.
  package init(_ path: String) {
    // Over the bytes: a slash that carries a combining mark is a slash still.
    let pieces = path.utf8.split(separator: UInt8(ascii: "/"))
    text = pieces.map { String($0) ?? "" }.joined(separator: "/")
  }

  package var isRoot: Bool { text.isEmpty }
  package var description: String { text }
}
