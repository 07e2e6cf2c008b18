import Testing

@testable import JSONTree

struct DraftCodingTests {
  @Test func `a step is read exactly as it was written`() throws {
    var random = RandomTree()
    for _ in 0..<3_000 {
      let step = random.step()
      let bytes = DraftCoding.encode(step)
      let decoded = try DraftCoding.decode(bytes, at: step.path)
      agree(decoded, step)
      agree(DraftCoding.encode(decoded), bytes)
    }
  }

  @Test func `integers and doubles keep their kind, also in server values and priorities`() throws {
    let values: [Scalar] = [
      .integer(1), .double(1), .integer(.max), .double(0x1p63), .double(-0.0),
    ]
    for value in values {
      let drafts: [Draft] = [
        .node(.leaf(value)), .increment(value), .leaf(true, priority: .server(.increment(value))),
        .server(.number(at: "/a/0", plus: value), priority: .scalar(value)),
        .branch(["a": .increment(value)], priority: .scalar(value)),
      ]
      for draft in drafts {
        let step = Write.Step.set("/p", draft)
        let decoded = try DraftCoding.decode(DraftCoding.encode(step), at: "/p")
        #expect("\(decoded)" == "\(step)")
      }
    }
  }

  @Test func `damaged bytes never trap`() {
    var random = RandomTree()
    for _ in 0..<20_000 {
      var bytes = DraftCoding.encode(random.step())
      for _ in 0..<random.int(1...4) where !bytes.isEmpty {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(UInt8(random.int(0...255)), at: index)
        case 2: bytes.removeSubrange(index...)
        default: bytes[index] = UInt8(random.int(0...255))
        }
      }
      _ = try? DraftCoding.decode(bytes, at: "/p")
    }
    #expect(throws: TreeSyntaxError.self) { try DraftCoding.decode([], at: "/p") }
    let deep = [UInt8](repeating: 0, count: 200).flatMap { _ in [3, 0, 1, 1, 0x61] as [UInt8] }
    #expect(throws: TreeSyntaxError.self) { try DraftCoding.decode(deep + [0], at: "/p") }
  }
}

extension RandomTree {
  fileprivate mutating func step() -> Write.Step {
    int(0...5) == 0 ? .priority(path(), priorityDraft()) : .set(path(), draft(levels: 3))
  }

  private mutating func draft(levels: Int) -> Draft {
    switch int(0...6) {
    case 0: return .node(node(levels: 2))
    case 1: return .leaf(scalar(), priority: priorityDraft())
    case 2: return .server(serverValue(), priority: priorityDraft())
    case 3: return .empty
    default:
      if levels == 0 { return .timestamp }
      var children: [Key: Draft] = [:]
      for _ in 0..<int(0...4) { children[key()] = draft(levels: levels - 1) }
      return .branch(children, priority: priorityDraft())
    }
  }

  private mutating func priorityDraft() -> PriorityDraft {
    switch int(0...3) {
    case 0: .server(serverValue())
    default: PriorityDraft(priority())
    }
  }

  private mutating func serverValue() -> ServerValue {
    switch int(0...2) {
    case 0: .timestamp
    case 1: .increment(scalar())
    default: .number(at: path(), plus: scalar())
    }
  }
}
