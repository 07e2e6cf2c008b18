/// How the settings of an object are taken and changed.
extension ObjectSettings {
  /// The custom key that carries an object's tokens.
  ///
  /// Firebase: it is not shown among the others.
  static let tokensKey = "firebaseStorageDownloadTokens"

  /// Takes the tokens out of the custom metadata; nil when it has none.
  mutating func takeTokens() -> [String]? {
    guard let text = customMetadata?.removeValue(forKey: ObjectSettings.tokensKey) else {
      return nil
    }
    if customMetadata?.isEmpty == true { customMetadata = nil }
    return text.split(separator: ",").map(String.init)
  }

  /// Refuses settings that are too long.
  func check() throws(FolderFault) {
    let fields = [cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType]
    for case let field? in fields where field.utf8.count > FolderLimits.fieldBytes {
      throw .invalid(
        "A text of an object's metadata may have \(FolderLimits.fieldBytes) bytes of UTF-8.")
    }
    let custom = customMetadata ?? [:]
    let size = custom.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    if size > FolderLimits.customBytes {
      throw .invalid(
        "An object's custom metadata may have \(FolderLimits.customBytes) bytes of UTF-8; "
          + "this has \(size).")
    }
  }

  /// Does what a patch says.
  ///
  /// Firebase: null takes away.
  mutating func apply(_ patch: ObjectPatch) throws(FolderFault) {
    for (key, value) in patch.fields {
      switch key {
      case "cacheControl": cacheControl = value
      case "contentDisposition": contentDisposition = value
      case "contentEncoding": contentEncoding = value
      case "contentLanguage": contentLanguage = value
      case "contentType": contentType = value
      default: throw .invalid("There is no metadata \"\(key)\" that can be changed.")
      }
    }
    var custom = patch.clearsCustom ? [:] : customMetadata ?? [:]
    for (key, value) in patch.custom { custom[key] = value }
    customMetadata = custom.isEmpty ? nil : custom
  }
}
