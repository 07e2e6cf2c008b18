import Testing

@Suite struct CaseFileTests {
  @Test func `no case file has a name that nobody knows`() {
    for file in CaseFile.all where file.kind == .unknown {
      fail("\(file.name): no such kind of case file")
    }
  }
}
