import Testing

@Suite struct CaseFileTests {
  @Test func `cases of what is not built yet are reported by name`() throws {
    for file in CaseFile.all where file.kind == .pending {
      for object in try file.cases() {
        print("PENDING \(file.name) \(object["name"] as? String ?? "(a case without a name)")")
      }
    }
  }

  @Test func `no case file has a name that nobody knows`() {
    for file in CaseFile.all where file.kind == .unknown {
      fail("\(file.name): no such kind of case file")
    }
  }
}
