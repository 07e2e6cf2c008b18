/// The children of a node, sorted by key; none of them is empty.
///
/// Small ones are one array, large ones are cut into pieces of at most `Limits.chunk` children, so
/// that changing one child of a million copies one piece. Looking up a key costs O(log n).
public struct Children: Sendable {
  /// A child with its key.
  public typealias Element = (key: Key, node: Node)

  typealias Chunk = ContiguousArray<Element>

  enum Storage: Sendable {
    case small(Chunk)
    case large(Pieces)
  }

  /// The pieces of a large node, none empty, and where each begins.
  final class Pieces: Sendable {
    let chunks: ContiguousArray<Chunk>
    let starts: ContiguousArray<Int>
    let count: Int

    init(_ chunks: ContiguousArray<Chunk>) {
      var starts = ContiguousArray<Int>()
      starts.reserveCapacity(chunks.count)
      var count = 0
      for chunk in chunks {
        starts.append(count)
        count += chunk.count
      }
      self.chunks = chunks
      self.starts = starts
      self.count = count
    }
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// No children.
  public init() {
    storage = .small([])
  }

  /// Creates children of pairs in any order; of two with one key the later stands, empty ones fall.
  public init(_ pairs: [(Key, Node)]) {
    self.init(pairs: Chunk(pairs.lazy.map { (key: $0.0, node: $0.1) }))
  }

  /// Creates children of elements in any order, as `init(_:)`; sorted input costs no sorting.
  init(pairs: Chunk) {
    var isNormal = true
    for index in pairs.indices {
      let isSorted = index == 0 || pairs[index - 1].key < pairs[index].key
      if !isSorted || pairs[index].node.isEmpty {
        isNormal = false
        break
      }
    }
    self.init(sorted: isNormal ? pairs : Children.normal(pairs))
  }

  /// Creates children of elements that are sorted by key, without doubles, none empty.
  init(sorted: Chunk) {
    if sorted.count <= Limits.chunk {
      storage = .small(sorted)
      return
    }
    var chunks = ContiguousArray<Chunk>()
    // Three quarters full: a piece can grow before it must be cut.
    let size = Limits.chunk * 3 / 4
    var start = 0
    while start < sorted.count {
      let end = Swift.min(start + size, sorted.count)
      chunks.append(Chunk(sorted[start..<end]))
      start = end
    }
    storage = .large(Pieces(chunks))
  }

  private static func normal(_ pairs: Chunk) -> Chunk {
    // `sort` is stable since Swift 5; sorting positions says so in the code.
    let order = pairs.indices.sorted { one, other in
      let (left, right) = (pairs[one].key, pairs[other].key)
      return left == right ? one < other : left < right
    }
    var result = Chunk()
    result.reserveCapacity(pairs.count)
    for index in order {
      if let last = result.last, last.key == pairs[index].key { result.removeLast() }
      result.append(pairs[index])
    }
    result.removeAll { $0.node.isEmpty }
    return result
  }

  /// The child with that key; nil when there is none.
  public subscript(key: Key) -> Node? {
    switch storage {
    case .small(let chunk):
      let index = Children.slot(of: key, in: chunk)
      guard index < chunk.count, chunk[index].key == key else { return Node?.none }
      return chunk[index].node
    case .large(let pieces):
      let chunk = pieces.chunks[Children.piece(of: key, in: pieces)]
      let index = Children.slot(of: key, in: chunk)
      guard index < chunk.count, chunk[index].key == key else { return Node?.none }
      return chunk[index].node
    }
  }

  /// The place of a key among the children, or where it would stand.
  public func rank(of key: Key) -> Int {
    switch storage {
    case .small(let chunk): return Children.slot(of: key, in: chunk)
    case .large(let pieces):
      let piece = Children.piece(of: key, in: pieces)
      return pieces.starts[piece] + Children.slot(of: key, in: pieces.chunks[piece])
    }
  }

  /// The same children with another node at a key; an empty node removes the child.
  ///
  /// Costs O(`Limits.chunk` + number of pieces).
  public func setting(_ node: Node, at key: Key) -> Children {
    switch storage {
    case .small(let chunk):
      return Children(sorted: Children.setting(node, at: key, in: chunk))
    case .large(let pieces):
      var chunks = pieces.chunks
      let piece = Children.piece(of: key, in: pieces)
      let chunk = Children.setting(node, at: key, in: chunks[piece])
      if chunk.isEmpty {
        chunks.remove(at: piece)
      } else if chunk.count > Limits.chunk {
        chunks[piece] = Chunk(chunk[..<(chunk.count / 2)])
        chunks.insert(Chunk(chunk[(chunk.count / 2)...]), at: piece + 1)
      } else {
        chunks[piece] = chunk
      }
      return Children(storage: chunks.isEmpty ? .small([]) : .large(Pieces(chunks)))
    }
  }

  private static func setting(_ node: Node, at key: Key, in chunk: Chunk) -> Chunk {
    var chunk = chunk
    let index = slot(of: key, in: chunk)
    let isThere = index < chunk.count && chunk[index].key == key
    switch (isThere, node.isEmpty) {
    case (true, true): chunk.remove(at: index)
    case (true, false): chunk[index].node = node
    case (false, true): break
    case (false, false): chunk.insert((key, node), at: index)
    }
    return chunk
  }

  /// The first position whose key is not before `key`.
  private static func slot(of key: Key, in chunk: Chunk) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      // The heads tell most keys apart, without touching their texts.
      let head = chunk[middle].key.head
      let isBefore = head == key.head ? chunk[middle].key < key : head < key.head
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The piece that holds a key, or would.
  private static func piece(of key: Key, in pieces: Pieces) -> Int {
    var (low, high) = (0, pieces.chunks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if key < pieces.chunks[middle][0].key { high = middle - 1 } else { low = middle }
    }
    return low
  }
}

extension Children: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch storage {
    case .small(let chunk): chunk.count
    case .large(let pieces): pieces.count
    }
  }

  /// The child at a position; in a large node it costs O(log n).
  public subscript(position: Int) -> Element {
    switch storage {
    case .small(let chunk): return chunk[position]
    case .large(let pieces):
      precondition(position >= 0 && position < pieces.count, "There is no child \(position).")
      var (low, high) = (0, pieces.starts.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if pieces.starts[middle] > position { high = middle - 1 } else { low = middle }
      }
      return pieces.chunks[low][position - pieces.starts[low]]
    }
  }

  /// Goes through the children piece by piece.
  public struct Iterator: IteratorProtocol {
    private var chunk: Chunk
    private var rest: ArraySlice<Chunk>
    private var index = 0

    init(_ children: Children) {
      switch children.storage {
      case .small(let chunk):
        self.chunk = chunk
        rest = []
      case .large(let pieces):
        chunk = []
        rest = ArraySlice(pieces.chunks)
      }
    }

    public mutating func next() -> Element? {
      if index == chunk.count {
        guard let following = rest.popFirst() else { return nil }
        chunk = following
        index = 0
      }
      defer { index += 1 }
      return chunk[index]
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// The keys, sorted.
  public var keys: some Sequence<Key> { lazy.map(\.key) }
}

extension Children: Hashable {
  public static func == (left: Children, right: Children) -> Bool {
    if left.count != right.count { return false }
    if case .large(let one) = left.storage, case .large(let other) = right.storage, one === other {
      return true
    }
    return left.elementsEqual(right) { $0.key == $1.key && $0.node == $1.node }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (key, node) in self {
      hasher.combine(key)
      hasher.combine(node)
    }
  }
}

extension Children: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral pairs: (Key, Node)...) {
    self.init(pairs)
  }
}
