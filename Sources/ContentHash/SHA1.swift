internal import CCrypto

/// The digest, made by OpenSSL: a name for content, no protection of it.
enum SHA1 {
  /// The digest of some bytes in base64, as ASCII.
  static func base64(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    guard EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil) == 1 else {
      preconditionFailure("The system's libcrypto makes no SHA-1.")
    }
    // Four characters for three bytes, and a NUL.
    var text = [UInt8](repeating: 0, count: 29)
    EVP_EncodeBlock(&text, digest, 20)
    text.removeLast()
    return text
  }
}
