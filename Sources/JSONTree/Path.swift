/// A place in the tree: the keys from the root down.
public struct Path: Sendable {
  /// The keys from the root down; empty for the root.
  public let keys: [Key]

  /// The place above all others.
  public static let root = Path([])

  /// The place of the library's own read-only data, `/.info`.
  ///
  /// Firebase: `.info`.
  public static let info = Path([Key(unchecked: ".info")])

  /// Creates a path of keys.
  public init(_ keys: [Key]) {
    self.keys = keys
  }

  /// Splits a text at `/`; empty segments are dropped, "/" is the root.
  ///
  /// The empty text is refused, as are bad keys and more than `Limits.depth` levels. `.info` may
  /// stand as the first segment.
  public init(_ text: String) throws(TreeSyntaxError) {
    guard !text.isEmpty else {
      throw TreeSyntaxError(.badPath, "A path must not be empty; \"/\" is the root.")
    }
    var keys: [Key] = []
    for segment in text.utf8.split(separator: 0x2F) {
      guard keys.count < Limits.depth else {
        throw TreeSyntaxError(
          .tooDeep, "A path has at most \(Limits.depth) levels.", at: String(text.prefix(80)))
      }
      let name = String(Substring(segment))
      if keys.isEmpty, name == ".info" {
        keys.append(Path.info.keys[0])
      } else {
        do {
          keys.append(try Key(name))
        } catch {
          throw TreeSyntaxError(error.code, error.reason, at: String(text.prefix(80)))
        }
      }
    }
    self.keys = keys
  }

  /// The number of keys; 0 for the root.
  public var depth: Int { keys.count }

  /// Whether it is the root.
  public var isRoot: Bool { keys.isEmpty }

  /// Whether it is `/.info` or lies below it.
  public var isInfo: Bool { keys.first?.name == ".info" }

  /// The last key; nil for the root.
  public var last: Key? { keys.last }

  /// The place above; nil for the root.
  public var parent: Path? {
    keys.isEmpty ? nil : Path(Array(keys.dropLast()))
  }

  /// The place of a child.
  public func child(_ key: Key) -> Path {
    Path(keys + CollectionOfOne(key))
  }

  /// The place that `other` names when read from here.
  public func appending(_ other: Path) -> Path {
    if other.keys.isEmpty { return self }
    return keys.isEmpty ? other : Path(keys + other.keys)
  }

  /// Whether `other` is this place or lies below it.
  public func contains(_ other: Path) -> Bool {
    guard keys.count <= other.keys.count else { return false }
    // From the end: siblings differ there.
    for index in keys.indices.reversed() where keys[index] != other.keys[index] { return false }
    return true
  }

  /// `other` as seen from here; nil when it is neither this place nor below it.
  public func suffix(of other: Path) -> Path? {
    contains(other) ? Path(Array(other.keys.dropFirst(keys.count))) : nil
  }

  /// The deepest place that is at or above both.
  public func commonAncestor(with other: Path) -> Path {
    var count = 0
    while count < min(keys.count, other.keys.count), keys[count] == other.keys[count] { count += 1 }
    return Path(Array(keys.prefix(count)))
  }
}

extension Path: Hashable, Comparable {
  /// Segment by segment in key order; a place before what lies below it.
  public static func < (left: Path, right: Path) -> Bool {
    let shared = min(left.keys.count, right.keys.count)
    for index in 0..<shared where left.keys[index] != right.keys[index] {
      return left.keys[index] < right.keys[index]
    }
    return left.keys.count < right.keys.count
  }
}

extension Path: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path with a leading `/`; reads back as the same path.
  public var description: String {
    keys.isEmpty ? "/" : keys.reduce(into: "") { $0 += "/" + $1.name }
  }

  /// Creates a path of a literal; a literal that is no path is a programmer error and traps.
  public init(stringLiteral text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
