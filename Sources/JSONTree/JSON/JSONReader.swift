/// Reads JSON text into trees.
///
/// Export form is understood: `{".value": v, ".priority": p}`, `.priority` beside children, and
/// `.sv` for server values. Integers of 64 bits stay exact, arrays become children 0, 1, 2, …, null
/// and what is empty is nothing, of two children with one name the later stands. Errors name line
/// and column. Nothing is deeper than `Limits.depth`.
public enum JSONReader {
  /// A longer text is read with a cache of keys.
  private static let cachedBytes = 4 * 1_024

  /// The tree of a JSON text in UTF-8; server values are refused.
  public static func node(
    from bytes: [UInt8], limit: Int = Limits.documentBytes
  ) throws(TreeSyntaxError) -> Node {
    guard let node = try draft(from: bytes, limit: limit).node else {
      throw TreeSyntaxError(.badServerValue, "A server value can only be written.")
    }
    return node
  }

  /// The tree of a JSON text; server values are refused.
  public static func node(from text: String) throws(TreeSyntaxError) -> Node {
    try node(from: Array(text.utf8))
  }

  /// What a JSON text in UTF-8 asks to write.
  public static func draft(
    from bytes: [UInt8], limit: Int = Limits.documentBytes
  ) throws(TreeSyntaxError) -> Draft {
    guard bytes.count <= limit else {
      throw TreeSyntaxError(.tooLong, "A JSON text has at most \(limit) bytes.")
    }
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Draft, TreeSyntaxError> in
      Result { () throws(TreeSyntaxError) -> Draft in
        // Making a cache takes as long as reading some hundred bytes.
        let cache = bytes.count > JSONReader.cachedBytes ? KeyCache() : nil
        var parser = JSONParser(bytes, cache)
        return try parser.document()
      }
    }
    return try result.get()
  }

  /// What a JSON text asks to write.
  public static func draft(from text: String) throws(TreeSyntaxError) -> Draft {
    try draft(from: Array(text.utf8))
  }

  /// The members of a JSON object, in its order, as `Write.update(at:named:)` takes them.
  ///
  /// Null reads as no members.
  public static func members(
    from text: String
  ) throws(TreeSyntaxError) -> [(String, Draft)] {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(TreeSyntaxError) -> [(String, Draft)] in
        var parser = JSONParser(bytes)
        return try parser.members()
      }
    }
    return try result.get()
  }
}
