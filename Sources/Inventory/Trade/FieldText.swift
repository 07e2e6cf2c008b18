/// Text as a field keeps it: without control characters, trimmed, of bounded length.
///
/// Everything else stays, bidirectional marks too; the screen makes them harmless, not the store.
public struct FieldText: Hashable, Sendable {
  /// The longest field in bytes of UTF-8.
  ///
  /// Far above any title or note, and small enough for a record to be read in one piece.
  public static let longest = 65_536

  /// What the field keeps.
  public let text: String

  /// How many control characters were dropped.
  public let dropped: Int

  /// What did not fit, nil if everything did.
  public let rest: String?

  /// Cleans a text; linear in its length.
  ///
  /// A line feed is kept, CR LF and CR become one; other control characters (C0, DEL, C1) go.
  public init(_ raw: String, longest: Int = Self.longest) {
    var dropped = 0
    var cleaned = raw
    if Self.needsCleaning(raw) { cleaned = Self.cleaned(raw, dropped: &dropped) }
    self.dropped = dropped
    guard cleaned.utf8.count > longest else {
      text = cleaned
      rest = nil
      return
    }
    var end = cleaned.startIndex
    var size = 0
    for index in cleaned.indices {
      size += cleaned[index].utf8.count
      if size > longest { break }
      end = cleaned.index(after: index)
    }
    text = String(cleaned[..<end].trimmed)
    rest = String(cleaned[end...])
  }

  /// Whether there may be a control character, or a blank at an end.
  private static func needsCleaning(_ raw: String) -> Bool {
    guard let first = raw.utf8.first, let last = raw.utf8.last else { return false }
    if first <= 32 || last <= 32 || first > 126 || last > 126 { return true }
    // C1 controls are 0xC2 and a byte below 0xA0.
    return raw.utf8.contains { $0 < 32 || $0 == 127 || $0 == 0xC2 }
  }

  private static func cleaned(_ raw: String, dropped: inout Int) -> String {
    var scalars = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in raw.unicodeScalars {
      switch scalar.value {
      case 13: scalars.append("\n")
      case 10: if !wasReturn { scalars.append(scalar) }
      case 0...31, 127...159: dropped += 1
      default: scalars.append(scalar)
      }
      wasReturn = scalar.value == 13
    }
    return String(String(scalars).trimmed)
  }
}
