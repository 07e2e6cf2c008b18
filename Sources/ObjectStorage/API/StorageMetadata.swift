public import Foundation
import Synchronization

/// What is kept beside an object's bytes.
///
/// Made by you, it says what an object is to have; given by the storage, what it has. Sent back
/// after changes it carries the changes alone, and nil takes a field away. Firebase: the same.
public final class StorageMetadata: Sendable {
  private struct Content: Sendable {
    var record: ObjectRecord
    /// The settings it was made from, against which it is compared.
    var origin = ObjectSettings()
    var reference: StorageReference?
    var isFile = false
  }

  private let content: Mutex<Content>

  /// Nothing set yet.
  public init() {
    content = Mutex(Content(record: ObjectRecord(bucket: "", name: "")))
  }

  private init(_ content: Content) {
    self.content = Mutex(content)
  }

  /// What a bucket says of an object.
  convenience init(_ record: ObjectRecord, at reference: StorageReference) {
    self.init(
      Content(record: record, origin: record.settings, reference: reference, isFile: true))
  }

  /// Another object with the same content.
  func copied() -> StorageMetadata { StorageMetadata(content.withLock { $0 }) }

  /// The same, as what is asked for an object: with its place, and a content type if none is set.
  func asked(for reference: StorageReference, contentType: String) -> StorageMetadata {
    var content = content.withLock { $0 }
    content.record.bucket = reference.bucket
    content.record.name = reference.fullPath
    content.reference = reference
    if content.record.settings.contentType == nil {
      content.record.settings.contentType = contentType
    }
    return StorageMetadata(content)
  }

  /// What a person may set, as it stands.
  var settings: ObjectSettings { content.withLock { $0.record.settings } }

  private func read<Value: Sendable>(_ key: any KeyPath<ObjectRecord, Value> & Sendable) -> Value {
    content.withLock { $0.record[keyPath: key] }
  }

  private func write<Value: Sendable>(
    _ key: any WritableKeyPath<ObjectRecord, Value> & Sendable, _ value: Value
  ) {
    content.withLock { $0.record[keyPath: key] = value }
  }
}

// MARK: - What the storage says

extension StorageMetadata {
  /// The bucket's name; nothing when unset.
  public var bucket: String { read(\.bucket) }
  /// The object's whole name; nil when unset.
  public var path: String? { read(\.name).isEmpty ? nil : read(\.name) }
  /// The name's last piece; nil when unset.
  public var name: String? { path.map { ObjectPath($0).name } }
  /// Another, and a greater one, with every upload; 0 when unset.
  public var generation: Int64 { read(\.generation) }
  /// 1 with every upload, and one more with every change of the metadata; 0 when unset.
  public var metageneration: Int64 { read(\.metageneration) }
  /// In bytes; 0 when unset.
  public var size: Int64 { read(\.size) }
  /// Base64 of 16 bytes; nil where the storage keeps none.
  public var md5Hash: String? { read(\.md5Hash) }
  /// When this generation was uploaded.
  public var timeCreated: Date? { read(\.timeCreated) }
  /// When its metadata was changed last.
  public var updated: Date? { read(\.updated) }
  /// The object; nil when unset.
  public var storageReference: StorageReference? { content.withLock { $0.reference } }
  /// True for what the storage gave.
  public var isFile: Bool { content.withLock { $0.isFile } }
  /// False: folders are nothing of their own.
  public var isFolder: Bool { false }
}

// MARK: - What a person may set

extension StorageMetadata {
  /// How long others may keep a copy, as in `public, max-age=3600`.
  public var cacheControl: String? {
    get { read(\.settings.cacheControl) }
    set { write(\.settings.cacheControl, newValue) }
  }

  /// Whether a browser shows or saves it, and under which name.
  public var contentDisposition: String? {
    get { read(\.settings.contentDisposition) }
    set { write(\.settings.contentDisposition, newValue) }
  }

  /// How the bytes are packed, as in `gzip`; `identity` where nothing was said.
  ///
  /// Nothing is packed or unpacked here.
  public var contentEncoding: String? {
    get { read(\.settings.contentEncoding) }
    set { write(\.settings.contentEncoding, newValue) }
  }

  /// As in `ja`.
  public var contentLanguage: String? {
    get { read(\.settings.contentLanguage) }
    set { write(\.settings.contentLanguage, newValue) }
  }

  /// As in `image/jpeg`.
  ///
  /// An upload without one takes it from the extension of the file's or the object's name, else
  /// from the first bytes, else `application/octet-stream`.
  public var contentType: String? {
    get { read(\.settings.contentType) }
    set { write(\.settings.contentType, newValue) }
  }

  /// Entries of one's own; nil takes all of them away.
  public var customMetadata: [String: String]? {
    get { read(\.settings.customMetadata) }
    set { write(\.settings.customMetadata, newValue) }
  }
}

// MARK: - Changes

extension StorageMetadata {
  /// What differs from what it was made from; of a new object, all that was set.
  package var patch: ObjectPatch {
    let (now, origin) = content.withLock { ($0.record.settings, $0.origin) }
    var patch = ObjectPatch()
    for (name, key) in Self.fields where now[keyPath: key] != origin[keyPath: key] {
      patch.fields.updateValue(now[keyPath: key], forKey: name)
    }
    guard let custom = now.customMetadata else {
      patch.clearsCustom = origin.customMetadata != nil
      return patch
    }
    let before = origin.customMetadata ?? [:]
    for (key, value) in custom where before[key] != value {
      patch.custom.updateValue(value, forKey: key)
    }
    for key in before.keys where custom[key] == nil { patch.custom.updateValue(nil, forKey: key) }
    return patch
  }

  private static let fields: [(String, any KeyPath<ObjectSettings, String?> & Sendable)] = [
    ("cacheControl", \.cacheControl), ("contentDisposition", \.contentDisposition),
    ("contentEncoding", \.contentEncoding), ("contentLanguage", \.contentLanguage),
    ("contentType", \.contentType),
  ]
}

extension StorageMetadata: CustomStringConvertible {
  /// Where it is of, and how large.
  public var description: String {
    "<StorageMetadata gs://\(bucket)/\(path ?? ""), \(size) bytes, \(contentType ?? "no type")>"
  }
}
