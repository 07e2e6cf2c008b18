/// What was read of an object so far.
struct JSONObjectParts {
  private var children: ChildrenBuilder
  /// All children, once one of them holds a server value.
  private var drafts: [Key: Draft]?

  /// Makes room for about so many children.
  init(capacity: Int = 0) {
    children = ChildrenBuilder(capacity: capacity)
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
    if case .node(let node) = draft { return add(key, node) }
    addDraft(key, draft)
  }

  @inline(__always)
  mutating func add(_ key: Key, _ node: Node) {
    hasChildren = true
    if drafts == nil { children.append(key, node) } else { addDraft(key, .node(node)) }
  }

  private mutating func addDraft(_ key: Key, _ draft: Draft) {
    hasChildren = true
    if drafts == nil {
      var read: [(Key, Draft)] = []
      children.forEach { read.append(($0, .node($1))) }
      drafts = Dictionary(read) { _, later in later }
    }
    drafts?[key] = draft
  }

  /// The draft of the children.
  func draft(_ cache: KeyCache?) -> Draft {
    if let drafts { return .branch(drafts, priority: priority) }
    let whole = children.finish()
    let children = cache?.sharing(whole) ?? whole
    switch priority {
    case .absent: return .node(Node(children))
    case .scalar(let priority): return .node(Node(children, priority: priority))
    case .server:
      let drafts = children.map { ($0.key, Draft.node($0.node)) }
      return .branch(Dictionary(uniqueKeysWithValues: drafts), priority: priority)
    }
  }
}
