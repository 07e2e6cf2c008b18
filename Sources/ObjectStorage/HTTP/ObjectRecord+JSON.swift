package import Foundation

/// What a server's JSON must not exceed, and how it is read.
enum ServerJSON {
  /// As much as one object's metadata may take: custom entries are limited to 8 KiB.
  static let objectLimit = 1 << 20
  /// As much as a page of 1,000 whole objects may take.
  static let listLimit = 1 << 24

  /// The object that the bytes are; nil if they are none.
  static func object(_ bytes: Data) -> [String: Any]? {
    // Not all of it is text for certain; Foundation's parser limits its depth by itself.
    guard !bytes.isEmpty else { return nil }
    return try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
  }

  static func data(_ object: [String: Any]) -> Data {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? Data()
  }

  /// A whole number that is written as a number or as text.
  static func integer(_ value: Any?) -> Int64? {
    if let text = value as? String { return Int64(text) }
    guard let number = value as? NSNumber else { return nil }
    return Int64(exactly: number)
  }
}

extension ObjectRecord {
  /// Reads a server's JSON of an object; nil if it is none.
  ///
  /// Numbers may be text; a `metadata` that is missing, or holds what is no text, does not spoil
  /// the rest. Names default to those that were asked for.
  package init?(json bytes: Data, bucket: String, name: String) {
    guard let object = ServerJSON.object(bytes) else { return nil }
    self.init(json: object, bucket: bucket, name: name)
  }

  init(json object: [String: Any], bucket: String, name: String) {
    self.init(
      bucket: object["bucket"] as? String ?? bucket, name: object["name"] as? String ?? name)
    generation = ServerJSON.integer(object["generation"]) ?? 0
    metageneration = ServerJSON.integer(object["metageneration"]) ?? 0
    size = max(0, ServerJSON.integer(object["size"]) ?? 0)
    let hash = ObjectHash(
      md5: object["md5Hash"] as? String,
      crc32c: object["crc32c"] as? String ?? (object["crc32c"] as? NSNumber)?.stringValue)
    md5Hash = hash.md5
    crc32c = hash.crc32c
    etag = object["etag"] as? String
    timeCreated = (object["timeCreated"] as? String).flatMap(Timestamp.date)
    updated = (object["updated"] as? String).flatMap(Timestamp.date)
    settings = ObjectSettings(json: object)
    // Firebase tells tokens in a field of its own, Google's API among the custom entries.
    let tokens =
      object["downloadTokens"] as? String
      ?? settings.customMetadata?["firebaseStorageDownloadTokens"] ?? ""
    downloadTokens = tokens.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }
}

extension ObjectSettings {
  init(json object: [String: Any]) {
    self.init()
    cacheControl = object["cacheControl"] as? String
    contentDisposition = object["contentDisposition"] as? String
    contentEncoding = object["contentEncoding"] as? String
    contentLanguage = object["contentLanguage"] as? String
    contentType = object["contentType"] as? String
    if let custom = object["metadata"] as? [String: Any] {
      customMetadata = custom.compactMapValues { $0 as? String }
    }
  }

  /// What goes with an upload.
  func json(name: String) -> [String: Any] {
    var object: [String: Any] = ["name": name]
    object["cacheControl"] = cacheControl
    object["contentDisposition"] = contentDisposition
    object["contentEncoding"] = contentEncoding
    object["contentLanguage"] = contentLanguage
    object["contentType"] = contentType
    object["metadata"] = customMetadata
    return object
  }

  /// The content type that an upload declares.
  var uploadType: String { contentType ?? "application/octet-stream" }
}

extension ObjectPatch {
  /// The body of a PATCH: null takes away.
  ///
  /// With ``clearsCustom`` and entries to set, a server needs to be told first to drop all of them.
  var json: [String: Any] {
    var object: [String: Any] = [:]
    for (key, value) in fields { object[key] = value ?? NSNull() }
    if !custom.isEmpty {
      object["metadata"] = custom.mapValues { value -> Any in value ?? NSNull() }
    } else if clearsCustom {
      object["metadata"] = NSNull()
    }
    return object
  }

  /// Two patches for what one cannot say: all custom entries away, and others set.
  var steps: [ObjectPatch] {
    guard clearsCustom, !custom.isEmpty else { return [self] }
    return [ObjectPatch(clearsCustom: true), ObjectPatch(fields: fields, custom: custom)]
  }
}
