internal import JSONTree

/// Puts a subtree together from its rows, which come in path order.
///
/// Keeps one open frame for each level on the way to the last row; a frame is closed, and becomes a
/// child of the one above, when a row beyond it comes.
struct NodeBuilder {
  private struct Frame {
    var component: PathBytes
    var key: Key?
    var children = ChildrenBuilder()
    var priority: Scalar?
  }

  private var frames = [Frame(component: [], key: nil)]
  private var whole: Node?

  /// Takes a row: its path as seen from the subtree's root, and its node.
  ///
  /// A path ending in the priority tag carries the priority of a split node as a leaf. Returns
  /// false when the bytes are no path.
  mutating func add(_ path: UnsafeRawBufferPointer, _ node: Node) -> Bool {
    var start = 0
    var depth = 0
    if path.isEmpty {
      whole = node
      return true
    }
    while start < path.count {
      if path[start] == PathCoding.priorityTag {
        guard start + 1 == path.count else { return false }
        close(to: depth)
        frames[depth].priority = node.scalar
        return true
      }
      guard let end = PathCoding.componentEnd(in: path, from: start) else { return false }
      let component = UnsafeRawBufferPointer(rebasing: path[start..<end])
      if end == path.count {
        close(to: depth)
        guard let key = PathCoding.key(of: component) else { return false }
        frames[depth].children.append(key, node)
        return true
      }
      if depth + 1 < frames.count, frames[depth + 1].component.elementsEqual(component) {
        depth += 1
      } else {
        close(to: depth)
        guard let key = PathCoding.key(of: component) else { return false }
        frames.append(Frame(component: Array(component), key: key))
        depth += 1
      }
      start = end
    }
    return true
  }

  /// The subtree of the rows taken; `empty` when there were none.
  mutating func finish() -> Node {
    if let whole { return whole }
    close(to: 0)
    return Node(frames[0].children.finish(), priority: frames[0].priority)
  }

  private mutating func close(to depth: Int) {
    while frames.count > depth + 1 {
      let frame = frames.removeLast()
      guard let key = frame.key else { continue }
      let node = Node(frame.children.finish(), priority: frame.priority)
      frames[frames.count - 1].children.append(key, node)
    }
  }
}
