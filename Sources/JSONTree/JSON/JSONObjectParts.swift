/// What was read of an object so far.
struct JSONObjectParts {
  private var children: ChildChunk
  /// All children, once one of them holds a server value.
  private var drafts: [Key: Draft]?

  /// Makes room for about so many children.
  init(capacity: Int = 0) {
    children = ChildChunk(capacity: capacity)
  }

  /// The number of children read.
  var count: Int { drafts?.count ?? children.count }

  /// What stands at `.value`.
  var value: Draft?
  /// What stands at `.sv`.
  var server: ServerValue?
  /// What stands at `.priority`.
  var priority = PriorityDraft.absent
  /// Whether there were children, be they empty.
  var hasChildren = false

  @inline(__always)
  mutating func add(_ key: Key, _ draft: Draft) {
    hasChildren = true
    if drafts == nil, case .node(let node) = draft {
      children.append(key, node)
    } else {
      addDraft(key, draft)
    }
  }

  private mutating func addDraft(_ key: Key, _ draft: Draft) {
    if drafts == nil {
      let read = children.nodes.indices.map { (children.keys[$0], Draft.node(children.nodes[$0])) }
      drafts = Dictionary(read) { _, later in later }
    }
    drafts?[key] = draft
  }

  /// The draft of the children.
  var draft: Draft {
    if let drafts { return .branch(drafts, priority: priority) }
    let children = Children(unsorted: children)
    switch priority {
    case .absent: return .node(Node(children))
    case .scalar(let priority): return .node(Node(children, priority: priority))
    case .server:
      let drafts = children.map { ($0.key, Draft.node($0.node)) }
      return .branch(Dictionary(uniqueKeysWithValues: drafts), priority: priority)
    }
  }
}
