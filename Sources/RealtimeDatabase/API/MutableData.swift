public import Foundation
public import JSONTree

/// What a transaction's block works on: the place's content, to be changed as one likes.
///
/// Data of a place below is a window onto the same content: changes through it are seen above.
/// Belongs to the block's call; keep none.
public class MutableData {
  /// The content that all windows share.
  private final class Content {
    var draft: Draft

    init(_ draft: Draft) {
      self.draft = draft
    }
  }

  private let content: Content
  private let path: Path

  private init(_ content: Content, _ path: Path) {
    self.content = content
    self.path = path
  }

  /// Begins with what the place holds.
  convenience init(_ node: Node) {
    self.init(Content(.node(node)), .root)
  }

  /// What stands here, as it would be written.
  var draft: Draft { content.draft[path] }

  /// What stands here as a typed tree; setting it replaces its priority too.
  ///
  /// Server values that were set read as nothing.
  public var node: Node {
    get { draft.node ?? .empty }
    set { content.draft = content.draft.setting(.node(newValue), at: path) }
  }

  /// What stands here, never nil (see `DataSnapshot.value`).
  ///
  /// Setting it replaces everything and clears the priority; nil and `NSNull` delete; what the tree
  /// cannot hold traps.
  public var value: Any? {
    get { draft.bridged }
    set {
      let new = trapping { () throws(TreeSyntaxError) in try Draft(bridging: newValue) }
      content.draft = content.draft.setting(new, at: path)
    }
  }

  /// The priority: `NSNull`, `NSNumber` or `String`.
  ///
  /// Nothing has none.
  public var priority: Any? {
    get { draft.bridgedPriority }
    set {
      let new = trapping { () throws(TreeSyntaxError) in
        try Draft.readPriority(newValue, at: path.description)
      }
      content.draft = content.draft.setting(draft.settingPriority(new), at: path)
    }
  }

  /// The last key; nil at the transaction's own place.
  public var key: String? { path.last?.name }

  /// Whether there are children.
  public func hasChildren() -> Bool { !draft.childKeys.isEmpty }

  /// The number of children.
  public var childrenCount: UInt { UInt(draft.childKeys.count) }

  /// Whether something is at a path below; a bad path traps.
  public func hasChild(atPath path: String) -> Bool {
    !childData(byAppendingPath: path).draft.isNothing
  }

  /// A window onto a place below, existing or not; a bad path traps.
  public func childData(byAppendingPath path: String) -> MutableData {
    let below = trapping { () throws(TreeSyntaxError) in try Path(path) }
    return MutableData(content, self.path.appending(below))
  }

  /// The children in default order, as there are now.
  public var children: NSEnumerator {
    let windows = draft.childKeys.map { MutableData(content, path.child($0)) }
    return NSArray(array: windows).objectEnumerator()
  }
}
