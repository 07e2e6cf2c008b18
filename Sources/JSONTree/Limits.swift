/// The bounds that keep a tree, and what is done with it, finite.
public enum Limits {
  /// Levels below the root that a path and the value written there may have together.
  ///
  /// Firebase: "depth 32". It also bounds every recursion over a tree.
  public static let depth = 32

  /// UTF-8 bytes of a key.
  ///
  /// Firebase: 768.
  public static let keyBytes = 768

  /// UTF-8 bytes of a string value.
  ///
  /// Firebase: 10 MiB.
  public static let stringBytes = 10 << 20

  /// Bytes of one JSON document.
  ///
  /// Firebase: a REST write has at most 256 MiB.
  public static let documentBytes = 256 << 20

  /// Bytes of a sort key that an index keeps; ties beyond are settled from the record.
  ///
  /// A page of SQLite's has 4 KiB: four entries must fit, or the index spills to overflow pages.
  public static let indexedBytes = 768

  /// Children in one piece of a large node: what one change has to copy.
  public static let chunk = 256

  /// Touched paths that a change set names one by one before it names their ancestors.
  public static let changedPaths = 256

  /// The greatest number of children a query may be limited to.
  ///
  /// Firebase: a 32-bit integer.
  public static let queryLimit = Int(Int32.max)
}
