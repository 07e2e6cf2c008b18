/// An object's name inside its bucket, normalised: no slash at either end, none twice in a row.
///
/// Firebase: `StorageReference` paths. The empty path is the bucket's root. Names are equal byte by
/// byte: an accent in one character and in two are two objects, which Swift's `String` takes for
/// one.
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

  package static func == (left: ObjectPath, right: ObjectPath) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}

// MARK: - Places around it

extension ObjectPath {
  /// The last piece; nothing at the root.
  package var name: String {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return String(text[text.utf8.index(after: slash)...])
  }

  /// The place above; nil at the root.
  package var parent: ObjectPath? {
    if isRoot { return nil }
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ObjectPath() }
    return ObjectPath(String(text[..<slash]))
  }

  /// The place below; a path of nothing but slashes is this place.
  package func child(_ path: String) -> ObjectPath { ObjectPath(text + "/" + path) }
}

// MARK: - Limits

extension ObjectPath {
  /// How many bytes of UTF-8 a name may have.
  ///
  /// Google Cloud Storage: object name requirements.
  package static let sizeLimit = 1024

  /// Refuses a name that no object may have, with `invalidArgument`.
  ///
  /// Google Cloud Storage: 1 to 1,024 bytes, no carriage return or line feed, neither `.` nor `..`,
  /// nothing below `.well-known/acme-challenge/`.
  package func checkName() throws(StorageError) {
    let size = text.utf8.count
    if let reason = reason(ofSize: size) ?? reasonOfContent {
      throw .invalidArgument(message: reason)
    }
  }

  private func reason(ofSize size: Int) -> String? {
    if size == 0 { return "The root of a bucket is no object; name one below it." }
    guard size > Self.sizeLimit else { return nil }
    return "An object's name has at most \(Self.sizeLimit) bytes of UTF-8, this one has \(size)."
  }

  private var reasonOfContent: String? {
    if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      return "An object's name holds no line breaks."
    }
    if text == "." || text == ".." { return "An object's name is neither . nor .. alone." }
    guard text.hasPrefix(".well-known/acme-challenge/") else { return nil }
    return "No object's name begins with .well-known/acme-challenge/."
  }
}
