import ObjectStorage

/// What names an object on the command line: a name inside the bucket, or a whole address.
enum StorageName {
  /// The place a person named: `covers/9780306406157.jpg`, `gs://bucket/name` or the `https://`
  /// address of an object.
  ///
  /// An address must be of the storage's bucket. What stands behind its `?` is not looked at.
  static func reference(_ text: String, in storage: Storage) throws -> StorageReference {
    guard let scheme = scheme(of: text) else { return storage.reference(withPath: text) }
    let rest = String(text.dropFirst(scheme.count))
    guard ["gs", "http", "https"].contains(scheme.lowercased()) else {
      throw UsageError(
        "“\(printable(withoutSecrets(text)))” names no object: give a name in the bucket, or an "
          + "address that begins with gs:// or https://.")
    }
    do {
      return try storage.reference(forAddress: withoutSecrets(scheme.lowercased() + rest))
    } catch {
      switch error {
      case .bucketMismatch:
        throw UsageError(
          "“\(printable(withoutSecrets(text)))” is not in the bucket "
            + "\(printable(storage.reference().bucket)): name its storage with --storage.")
      default: throw UsageError(printable(error.description, columns: 400))
      }
    }
  }

  /// An `http` or `https` address without user, password, query and fragment, where tokens are;
  /// anything else as it is.
  static func withoutSecrets(_ text: String) -> String {
    guard let scheme = scheme(of: text), !["gs", "file"].contains(scheme.lowercased()) else {
      return text
    }
    // Scalar by scalar: a mark with an accent on it is that mark still.
    let rest = text.unicodeScalars.dropFirst(scheme.count + 3).prefix { $0 != "?" && $0 != "#" }
    let host = rest.prefix { $0 != "/" }
    let start = host.lastIndex(of: "@").map(rest.index(after:)) ?? rest.startIndex
    return scheme + "://" + String(rest[start...])
  }

  /// What stands before `://`, if that is the form of an address.
  private static func scheme(of text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"),
      scalars[colon...].starts(with: "://".unicodeScalars)
    else { return nil }
    let scheme = scalars[..<colon]
    let isScheme = scheme.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains(scalar))
    }
    return isScheme && scheme.first?.properties.isAlphabetic == true ? String(scheme) : nil
  }
}
