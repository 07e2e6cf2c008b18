/// Decoded pictures, by key and size, the longest unused given up first.
///
/// Every operation takes constant time (in the number of pictures), and neither budget is ever
/// exceeded: a picture that alone is over the budget is not kept.
struct MemoryCache<Image: LoadableImage> {
  /// A picture and which content of its object it shows.
  struct Entry: Sendable {
    var image: Image
    /// Grows with every arrival of bytes: of two contents of one key the larger is the newer.
    var content: UInt64
    var marks: VersionMarks
  }

  private struct Node {
    var id: ImageID
    var entry: Entry
    var cost: Int
    /// Towards the longest unused.
    var older: Int?
    var newer: Int?
  }

  private let byteBudget: Int
  private let countBudget: Int
  private var nodes: [Int: Node] = [:]
  private var places: [ImageID: Int] = [:]
  private var sizes: [String: Set<ImageVariant>] = [:]
  private var newest: Int?
  private var oldest: Int?
  private var nextPlace = 0
  /// What the pictures cost together.
  private(set) var bytes = 0

  init(bytes: Int, count: Int) {
    byteBudget = bytes
    countBudget = count
  }

  var count: Int { places.count }

  /// The kept picture, which is then the last used.
  mutating func entry(for id: ImageID) -> Entry? {
    guard let place = places[id], let node = unlink(place) else { return nil }
    link(node, at: place)
    return node.entry
  }

  /// Keeps a picture, and gives up what is over the budgets.
  ///
  /// Other sizes of an older content of the same key go; where the kept content is the newer one,
  /// nothing changes: a late result never replaces a newer.
  mutating func keep(_ entry: Entry, for id: ImageID) {
    for size in sizes[id.key] ?? [] {
      let other = ImageID(id.key, size)
      guard let place = places[other], let kept = nodes[place]?.entry else { continue }
      if kept.marks.md5 == entry.marks.md5, other != id { continue }
      if kept.content > entry.content { return }
      remove(other)
    }
    // An image that claims to cost nothing still takes a place.
    let cost = max(1, entry.image.byteCount)
    guard cost <= byteBudget, countBudget > 0 else { return }
    while bytes > byteBudget - cost || count >= countBudget {
      guard let oldest, let node = nodes[oldest] else { break }
      remove(node.id)
    }
    nextPlace += 1
    places[id] = nextPlace
    sizes[id.key, default: []].insert(id.variant)
    bytes += cost
    link(Node(id: id, entry: entry, cost: cost), at: nextPlace)
  }

  /// Gives up all sizes of a key.
  mutating func remove(key: String) {
    for size in sizes[key] ?? [] { remove(ImageID(key, size)) }
  }

  private mutating func remove(_ id: ImageID) {
    guard let place = places.removeValue(forKey: id), let node = unlink(place) else { return }
    bytes -= node.cost
    sizes[id.key]?.remove(id.variant)
    if sizes[id.key]?.isEmpty == true { sizes[id.key] = nil }
  }

  /// Puts a node at the newest end.
  private mutating func link(_ node: Node, at place: Int) {
    var node = node
    node.older = newest
    node.newer = nil
    if let newest { nodes[newest]?.newer = place }
    nodes[place] = node
    newest = place
    if oldest == nil { oldest = place }
  }

  /// Takes a node out of the row.
  private mutating func unlink(_ place: Int) -> Node? {
    guard let node = nodes.removeValue(forKey: place) else { return nil }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    return node
  }
}

/// What is known of a kept content, to be compared with the version that a storage tells.
struct VersionMarks: Hashable, Sendable {
  /// Base64 of 16 bytes.
  var md5: String
  /// What the storage told before the content was transferred; nil where it was not asked.
  var version: String?

  /// Whether the storage still has this content.
  func matches(_ told: String) -> Bool { told == md5 || told == version }
}
