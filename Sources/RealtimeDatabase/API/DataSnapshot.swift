public import Foundation
public import JSONTree

/// What stood at a place at one revision; never changes.
///
/// `node` is the typed, exact form. `value` is Firebase's.
public final class DataSnapshot: Sendable {
  /// The place, without a query's constraints.
  public let ref: DatabaseReference
  /// The content; `empty` when nothing was there.
  public let node: Node
  /// The order in which `children` gives the children: that of the query that was asked.
  public let ordering: Ordering

  /// Creates a snapshot.
  init(_ ref: DatabaseReference, _ node: Node, ordering: Ordering = .priority) {
    self.ref = ref
    self.node = node
    self.ordering = ordering
  }

  /// The last key of the place; empty for the root.
  public var key: String { ref.key ?? "" }

  /// The content, priorities dropped: never nil.
  ///
  /// `NSNull` where nothing is; `NSNumber` for Booleans and numbers; `String`; `[String: Any]`, or
  /// `[Any]` where all keys are numbers and less than half of the list would be empty.
  public var value: Any? { node.bridged }

  /// The content in export form: with `.priority` and `.value`, never as arrays.
  public func valueInExportFormat() -> Any? { node.exported }

  /// The priority: `NSNull`, `NSNumber` or `String`.
  public var priority: Any? { node.priority?.bridged ?? NSNull() }

  /// Whether something is there.
  public func exists() -> Bool { !node.isEmpty }

  /// Whether there are children; a value has none.
  public func hasChildren() -> Bool { !node.children.isEmpty }

  /// The number of children.
  public var childrenCount: UInt { UInt(node.children.count) }

  /// Whether something is at a path below; a bad path traps.
  public func hasChild(_ pathString: String) -> Bool {
    !node[trapping { () throws(TreeSyntaxError) in try Path(pathString) }].isEmpty
  }

  /// What is at a path below, existing or not; a bad path traps.
  ///
  /// It gives its own children in the default order. Firebase: whatever the query was.
  public func childSnapshot(forPath pathString: String) -> DataSnapshot {
    snapshot(at: trapping { () throws(TreeSyntaxError) in try Path(pathString) })
  }

  /// The children in order, as snapshots.
  public var children: NSEnumerator {
    NSArray(array: childSnapshots).objectEnumerator()
  }

  /// The children in order.
  ///
  /// Sorting costs O(n log n), but in key order.
  public var childSnapshots: [DataSnapshot] {
    var children = node.children.map { Child(key: $0.key, node: $0.node, under: ordering) }
    if ordering != .key { children.sort { $0.place < $1.place } }
    return children.map { DataSnapshot(ref.child($0.key), $0.node) }
  }

  /// What is at a path below, existing or not.
  public func snapshot(at path: Path) -> DataSnapshot {
    path.isRoot ? self : DataSnapshot(ref.child(path), node[path])
  }
}

extension DataSnapshot: Hashable {
  /// Snapshots are equal when they are of the same place and hold the same in the same order.
  public static func == (left: DataSnapshot, right: DataSnapshot) -> Bool {
    left === right
      || (left.ref == right.ref && left.ordering == right.ordering && left.node == right.node)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ref)
    hasher.combine(node)
  }
}

extension DataSnapshot: CustomStringConvertible {
  public var description: String { "Snap (\(key)) \(value ?? NSNull())" }
}
