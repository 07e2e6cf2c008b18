/// The children of a node, sorted by key; none of them is empty.
///
/// Small ones are one piece, large ones are cut into pieces of at most `Limits.chunk` children, so
/// that changing one child of a million copies one piece. Looking up a key costs O(log n).
public struct Children: Sendable {
  /// A child with its key.
  public typealias Element = (key: Key, node: Node)

  enum Storage: Sendable {
    case small(ChildChunk)
    case large(Pieces)
  }

  /// The pieces of a large node, none empty, and where each begins.
  final class Pieces: Sendable {
    let chunks: ContiguousArray<ChildChunk>
    let starts: ContiguousArray<Int>
    let count: Int

    init(_ chunks: ContiguousArray<ChildChunk>) {
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
    storage = .small(ChildChunk())
  }

  /// Creates children of pairs in any order; of two with one key the later stands, empty ones fall.
  public init(_ pairs: [(Key, Node)]) {
    var chunk = ChildChunk(capacity: pairs.count)
    for (key, node) in pairs { chunk.append(key, node) }
    self.init(unsorted: chunk)
  }

  /// Creates children of elements in any order, as `init(_:)`; sorted input costs no sorting.
  init(unsorted chunk: ChildChunk) {
    self.init(sorted: chunk.isNormal ? chunk : chunk.normal())
  }

  /// Creates children of elements that are sorted by key, without doubles, none empty.
  init(sorted: ChildChunk) {
    if sorted.count <= Limits.chunk {
      storage = .small(sorted)
      return
    }
    var chunks = ContiguousArray<ChildChunk>()
    let size = ChildrenBuilder.pieceCount
    var start = 0
    while start < sorted.count {
      let end = Swift.min(start + size, sorted.count)
      chunks.append(sorted.part(start..<end))
      start = end
    }
    storage = .large(Pieces(chunks))
  }

  /// The child with that key; nil when there is none.
  public subscript(key: Key) -> Node? {
    switch storage {
    case .small(let chunk): chunk.node(at: key)
    case .large(let pieces): pieces.chunks[Children.piece(of: key, in: pieces)].node(at: key)
    }
  }

  /// The place of a key among the children, or where it would stand.
  public func rank(of key: Key) -> Int {
    switch storage {
    case .small(let chunk): return chunk.slot(of: key)
    case .large(let pieces):
      let piece = Children.piece(of: key, in: pieces)
      return pieces.starts[piece] + pieces.chunks[piece].slot(of: key)
    }
  }

  /// The same children with another node at a key; an empty node removes the child.
  ///
  /// Costs O(`Limits.chunk` + number of pieces).
  public func setting(_ node: Node, at key: Key) -> Children {
    switch storage {
    case .small(let chunk):
      return Children(sorted: chunk.setting(node, at: key))
    case .large(let pieces):
      var chunks = pieces.chunks
      let piece = Children.piece(of: key, in: pieces)
      let chunk = chunks[piece].setting(node, at: key)
      if chunk.isEmpty {
        chunks.remove(at: piece)
      } else if chunk.count > Limits.chunk {
        chunks[piece] = chunk.part(0..<(chunk.count / 2))
        chunks.insert(chunk.part((chunk.count / 2)..<chunk.count), at: piece + 1)
      } else {
        chunks[piece] = chunk
      }
      return Children(storage: chunks.isEmpty ? .small(ChildChunk()) : .large(Pieces(chunks)))
    }
  }

  /// The piece that holds a key, or would.
  private static func piece(of key: Key, in pieces: Pieces) -> Int {
    var (low, high) = (0, pieces.chunks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if key < pieces.chunks[middle].keys[0] { high = middle - 1 } else { low = middle }
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
    private var chunk: ChildChunk
    private var rest: ArraySlice<ChildChunk>
    private var index = 0

    init(_ children: Children) {
      switch children.storage {
      case .small(let chunk):
        self.chunk = chunk
        rest = []
      case .large(let pieces):
        chunk = ChildChunk()
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

  /// The greatest key.
  var lastKey: Key? {
    switch storage {
    case .small(let chunk): chunk.keys.last
    case .large(let pieces): pieces.chunks.last?.keys.last
    }
  }

  /// Visits the nodes in key order.
  @inline(__always)
  func forEachNode(_ body: (Node) throws(TreeSyntaxError) -> Void) throws(TreeSyntaxError) {
    switch storage {
    case .small(let chunk): for node in chunk.nodes { try body(node) }
    case .large(let pieces):
      for chunk in pieces.chunks { for node in chunk.nodes { try body(node) } }
    }
  }

  /// The keys, sorted.
  public var keys: some Sequence<Key> { lazy.map(\.key) }
}

extension Children: Hashable {
  public static func == (left: Children, right: Children) -> Bool {
    if left.count != right.count { return false }
    switch (left.storage, right.storage) {
    case (.small(let one), .small(let other)): return one == other
    case (.large(let one), .large(let other)) where one === other: return true
    case (.large, _), (_, .large): break
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
