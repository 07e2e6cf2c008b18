import JSONTree
import TestSupport
import Testing

@testable import TreeStore

@Suite struct PathCodingTests {
  @Test
  func `paths sort as their bytes and come back from them`() throws {
    var random = RandomTree(SeededGenerator())
    let paths = (0..<300).map { _ in random.path(depth: 0..<5) }
    for path in paths {
      let bytes = PathCoding.bytes(of: path)
      #expect(PathCoding.path(of: bytes) == path)
      #expect(bytes.withUnsafeBytes { PathCoding.depth(of: $0) } == path.depth)
      #expect(PathCoding.parent(of: bytes) == path.parent.map { PathCoding.bytes(of: $0) })
      let other = paths[random.number(0..<paths.count)]
      let otherBytes = PathCoding.bytes(of: other)
      #expect(bytes.lexicographicallyPrecedes(otherBytes) == (path < other))
      #expect(otherBytes.starts(with: bytes) == path.contains(other))
    }
    #expect(PathList.paths(in: PathList.bytes(of: paths)) == paths)
  }

  @Test
  func `damaged bytes are no path`() throws {
    let damaged: [PathBytes] = [
      [2], [2, 0], [2, 97], [1, 0, 0], [3], [2, 0xC3, 0], [0], [2, 0x2F, 0],
    ]
    for bytes in damaged {
      #expect(PathCoding.path(of: bytes) == nil, "\(bytes)")
    }
    #expect(PathList.paths(in: [0, 9, 2]) == nil)
    #expect(PathList.paths(in: [0]) == nil)
  }

  @Test
  func `a gap covers what no row can hold`() throws {
    func bytes(_ path: Path) -> PathBytes { PathCoding.bytes(of: path) }
    let gap = Gap(lower: bytes("b"), isLowerFree: true, upper: bytes("m/x"))
    #expect(gap.covers(bytes("b")) && gap.covers(bytes("c/d")) && gap.covers(bytes("m/a")))
    #expect(!gap.covers(bytes("a")) && !gap.covers(bytes("m")) && !gap.covers(bytes("m/x")))
    let taken = try #require(gap.occupied(at: bytes("d")))
    #expect(!taken.covers(bytes("d")) && !taken.covers(bytes("d/a")) && !taken.covers(bytes("c")))
    #expect(taken.covers(bytes("e")))
    let below = try #require(gap.occupied(below: bytes("d")))
    #expect(!below.covers(bytes("d/a")) && below.covers(bytes("e")))
    #expect(gap.occupied(at: bytes("a")) == nil && gap.occupied(at: []) == nil)
  }
}
