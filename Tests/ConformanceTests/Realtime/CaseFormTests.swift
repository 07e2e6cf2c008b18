import Testing

/// Nothing in a case is passed over: what is not known fails, at every level.
@Suite struct CaseFormTests {
  private func outcome(_ text: String) async -> RealtimeCase.Outcome {
    do {
      return try await RealtimeCase(CaseParser.value(of: Array(text.utf8))).outcome(with: [
        .database
      ])
    } catch {
      return .failed("\(error)")
    }
  }

  /// A script of some steps after one that writes `/a`.
  private func script(_ steps: String, _ more: String = "") -> String {
    #"{"name":"n","kind":"script","steps":[{"do":"remoteSet","path":"/a","value":{"x":1}}"#
      + steps + "]" + more + "}"
  }

  private let observed = #",{"do":"observe","obs":"A","path":"/a","events":["value"],"log":"#

  @Test func `a case that holds passes`() async {
    #expect(await outcome(script(observed + #"[["A","value",{"x":1}]]}"#)) == .passed)
  }

  @Test(arguments: [
    #"{"name":"n","kind":"dance"}"#, #"{"kind":"path","input":"/","expect":[],"more":1}"#,
    #"{"name":"n","kind":"path","input":"/"}"#, #"{"name":"n","kind":"path","expect":[]}"#,
    #"{"name":"n","kind":"path","input":"/","expect":[],"verified":"perhaps"}"#,
    #"{"name":"n","kind":"normalize","input":1,"expect":{"size":1}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{"orderBy":1},"expect":{"keys":[]}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{"startAt":{"a":1}},"expect":{"keys":[]}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{},"expect":{"value":1}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{},"expect":{"keys":[],"more":1}}"#,
    #"{"name":"n","kind":"snapshot","tree":1,"probes":[["size","",1]]}"#,
    #"{"name":"n","kind":"snapshot","tree":1,"probes":[["exists",""]]}"#,
    #"{"name":"n","kind":"validate","call":{"method":"sing"},"expect":{"throws":true}}"#,
    #"{"name":"n","kind":"validate","call":{"method":"child","arg":"a.b","more":1},"#
      + #""expect":{"throws":true}}"#,
    #"{"name":"n","kind":"validate","call":{"method":"query","constraints":[["near",1]]},"#
      + #""expect":{"throws":true}}"#,
    #"{"name":"n","kind":"validate","call":{"method":"query","constraints":[["limitToLast",0],"#
      + #"["near",1]]},"expect":{"throws":true}}"#,
    #"{"name":"n","kind":"rest","steps":[{"method":"GET","path":"/a","expect":{"code":1}}]}"#,
    #"{"name":"n","kind":"sse","path":"/","steps":[],"events":[{"event":"put"}]}"#,
    #"{"name":"n","kind":"rules","rules":{},"operation":{"do":"look","path":"/"},"#
      + #""expect":{"allowed":true}}"#,
  ])
  func `what is not known fails`(text: String) async {
    guard case .failed = await outcome(text) else {
      fail("not caught: \(text)")
      return
    }
  }

  @Test(arguments: [
    #",{"do":"dance"}"#, #",{"do":"hold","path":"/"}"#, #",{"do":"remove","path":"/a"}"#,
    #",{"do":"clock","serverMs":1}"#, #",{"do":"unobserve","obs":"B"}"#,
    #",{"do":"observe","obs":"A","path":"/a","events":["child_gone"]}"#,
    #",{"do":"once","obs":"A","path":"/a","event":"value","query":{}}"#,
    #",{"do":"transaction","id":"t","path":"/a","update":{"fn":"double"}}"#,
    #",{"do":"transaction","id":"t","path":"/a","update":{"fn":"increment"}}"#,
    #",{"do":"transaction","id":"t","path":"/a","update":{"fn":"abort","by":1}}"#,
    #",{"do":"observe","obs":"A","path":"/a","events":["value"],"log":[["A","value"]]}"#,
    #",{"do":"observe","obs":"A","path":"/a","events":["value"],"log":[["A","told",1]]}"#,
    #",{"do":"observe","obs":"A","path":"/a","events":["value"],"log":"all"}"#,
    #",{"do":"denyRead","log":[]}"#, #",{"do":"staleTransactions","log":[]}"#,
  ])
  func `what is not known in a step fails`(steps: String) async {
    guard case .failed = await outcome(script(steps)) else {
      fail("not caught: \(steps)")
      return
    }
  }

  @Test(arguments: [
    #"{"name":"n","kind":"normalize","input":{"a.b":1},"expect":{}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{"limitToFirst":0},"expect":{"keys":[]}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{"orderByKey":true,"startAt":1},"#
      + #""expect":{"keys":[]}}"#,
    #"{"name":"n","kind":"query","tree":1,"query":{"equalTo":{"a":1}},"expect":{"keys":[]}}"#,
    #"{"name":"n","kind":"snapshot","tree":1,"probes":[["hasChild","a.b",false]]}"#,
    #"{"name":"n","kind":"snapshot","tree":1,"probes":[["hasChild","",false]]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"remoteSet","path":"","value":1}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"get","id":"g","path":"/a#b"}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"set","id":"w","path":"/a","value":{"/":1}}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"setPriority","id":"w","path":"/","#
      + #""value":true}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"update","id":"w","path":"/","#
      + #""values":{"a":1,"a/b":2}}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"remove","id":"w","path":"/.info"}]}"#,
    #"{"name":"n","kind":"script","steps":[{"do":"transaction","id":"t","path":"/","#
      + #""update":{"fn":"keepNull","then":{"fn":"setChild","key":".","value":1}}}]}"#,
  ])
  func `what the library refuses fails, and the run goes on`(text: String) async {
    guard case .failed = await outcome(text) else {
      fail("not caught: \(text)")
      return
    }
  }

  @Test func `entries of several observers may be relaxed to any order, no more`() async {
    let second = #",{"do":"observe","obs":"B","path":"/a","events":["value"],"log":"#
    let both = observed + #"[["A","value",{"x":1}]]}"# + second + #"[["B","value",{"x":1}]]}"#
    let write = #",{"do":"remoteSet","path":"/a","value":2,"log":"#
    let turned = both + write + #"[["B","value",2],["A","value",2]]}"#
    let twice = both + write + #"[["B","value",2],["B","value",2]]}"#
    let relaxed = #","anyOrderAcrossObservers":true"#
    #expect(await outcome(script(turned, relaxed)) == .passed)
    for text in [script(turned), script(twice, relaxed)] {
      guard case .failed = await outcome(text) else {
        fail("not caught: \(text)")
        continue
      }
    }
  }

  @Test func `a transaction's functions do what they say`() async {
    let steps = [
      (#"{"fn":"setChild","key":"y","value":2}"#, #"true,{"x":1,"y":2}"#),
      (#"{"fn":"keepNull","then":{"fn":"return","value":3}}"#, "true,3"),
      (#"{"fn":"abortIfNull","then":{"fn":"increment","by":0.5}}"#, "true,3.5"),
      (#"{"fn":"abort"}"#, "false,3.5"), (#"{"fn":"increment","by":1}"#, "true,4.5"),
    ]
    let text = steps.map {
      #",{"do":"transaction","id":"t","path":"/a","update":\#($0),"log":[["txn","t",null,\#($1)]]}"#
    }
    // Observed without events of its own, so that the first input is known.
    let watch = #",{"do":"observe","obs":"A","path":"/a","events":["child_moved"],"log":[]}"#
    #expect(await outcome(script(watch + text.joined())) == .passed)
  }

  @Test(arguments: ["{", "[1,]", "{\"a\":1,\"a\":2}", "01x", "\"\\ud800\"", "1 2", "\"\u{1}\""])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: CaseError.self) { try CaseParser.value(of: Array(text.utf8)) }
  }

  @Test func `names and numbers are read exactly`() throws {
    let text = #"{"\u00e9":9223372036854775807,"e\u0301":1.5e3,"\ud83d\ude00":-0}"#
    let value = try CaseParser.value(of: Array(text.utf8))
    #expect(value.members?.count == 3)
    #expect(value["\u{e9}"]?.integer == .max)
    #expect(value["e\u{301}"] == .integer(1500))
    #expect(CaseValue.text("\u{e9}") != .text("e\u{301}"))
    #expect(value["\u{1F600}"] == .integer(0))
  }
}
