/// A place in a storage: the root, an object, or what objects' names begin with.
///
/// It says where; nothing need be there. Names are taken as they are: `.` and `..` are pieces like
/// others, and no form of Unicode is made another. Slashes at the ends and doubled ones fall away.
public final class StorageReference: Sendable {
  /// The storage it belongs to.
  public let storage: Storage
  /// The bucket's name.
  public let bucket: String
  let path: ObjectPath

  init(_ storage: Storage, bucket: String, _ path: ObjectPath) {
    self.storage = storage
    self.bucket = bucket
    self.path = path
  }

  /// The whole name, without slashes at the ends; nothing at the root.
  public var fullPath: String { path.text }

  /// The name's last piece; nothing at the root.
  public var name: String { path.name }

  /// The bucket's root.
  public func root() -> StorageReference { at(ObjectPath()) }

  /// The place above; nil at the root.
  public func parent() -> StorageReference? { path.parent.map(at) }

  /// The place below; `child("")` is this place.
  public func child(_ path: String) -> StorageReference { at(self.path.child(path)) }

  func at(_ path: ObjectPath) -> StorageReference {
    StorageReference(storage, bucket: bucket, path)
  }
}

extension StorageReference: Hashable, CustomStringConvertible {
  /// The same bucket and name in the same storage, byte by byte.
  public static func == (left: StorageReference, right: StorageReference) -> Bool {
    left.storage === right.storage && left.bucket == right.bucket && left.path == right.path
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
    hasher.combine(bucket)
    hasher.combine(path)
  }

  /// `gs://bucket/name`; the root is `gs://bucket/`.
  public var description: String { "gs://\(bucket)/\(path.text)" }
}
