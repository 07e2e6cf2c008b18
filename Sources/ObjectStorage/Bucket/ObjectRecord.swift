package import Foundation

/// What a bucket knows of an object.
package struct ObjectRecord: Sendable, Hashable {
  package var bucket: String
  package var name: String
  package var generation: Int64
  package var metageneration: Int64
  package var size: Int64
  /// Base64 of 16 bytes.
  package var md5Hash: String?
  /// Base64 of 4 bytes, most significant first.
  package var crc32c: String?
  package var etag: String?
  package var timeCreated: Date?
  package var updated: Date?
  package var settings: ObjectSettings
  package var downloadTokens: [String]

  package init(bucket: String, name: String) {
    self.bucket = bucket
    self.name = name
    generation = 0
    metageneration = 0
    size = 0
    settings = ObjectSettings()
    downloadTokens = []
  }
}

/// What a person may set of an object's metadata.
package struct ObjectSettings: Sendable, Hashable {
  package var cacheControl: String?
  package var contentDisposition: String?
  package var contentEncoding: String?
  package var contentLanguage: String?
  package var contentType: String?
  package var customMetadata: [String: String]?

  package init() {}
}

/// A change of an object's metadata: what is named is set, or with nil taken away.
package struct ObjectPatch: Sendable, Hashable {
  /// By JSON key: `cacheControl`, `contentDisposition`, `contentEncoding`, `contentLanguage`,
  /// `contentType`.
  package var fields: [String: String?]
  /// Custom entries by key.
  package var custom: [String: String?]
  /// Takes all custom entries away, before ``custom`` is set.
  package var clearsCustom: Bool

  package init(
    fields: [String: String?] = [:], custom: [String: String?] = [:], clearsCustom: Bool = false
  ) {
    self.fields = fields
    self.custom = custom
    self.clearsCustom = clearsCustom
  }
}
