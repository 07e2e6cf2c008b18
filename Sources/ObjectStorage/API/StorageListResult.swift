/// What lies directly under a place: one page of it, or all.
public final class StorageListResult: Sendable {
  /// The places below that hold objects, in the order of their names.
  public let prefixes: [StorageReference]
  /// The objects, in the order of their names.
  public let items: [StorageReference]
  /// Gives the next page; nil on the last.
  public let pageToken: String?

  init(prefixes: [StorageReference], items: [StorageReference], pageToken: String?) {
    self.prefixes = prefixes
    self.items = items
    self.pageToken = pageToken
  }
}
