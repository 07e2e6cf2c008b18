import Glibc
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  @Test func `a program's status, output and errors are given`() async throws {
    let result = try await ChildProcess.run(
      Command("bash", ["-c", "cat; echo no >&2; exit 3"]), input: "in")
    #expect(result.status == 3)
    #expect(result.output == "in")
    #expect(result.errors == "no\n")
  }

  @Test func `more than a pipe holds goes through both ways`() async throws {
    let text = String(repeating: "0123456789abcde\n", count: 65_536)
    let result = try await ChildProcess.run(Command("/bin/cat"), input: text)
    #expect(result.status == 0)
    #expect(result.output == text)
  }

  @Test func `a program that reads nothing of its input is no failure`() async throws {
    let text = String(repeating: "x", count: 1_000_000)
    #expect(try await ChildProcess.run(Command("true"), input: text).status == 0)
  }

  @Test func `a watcher's lines come one by one`() async throws {
    let child = try await ChildProcess(
      Command("bash", ["-c", "while read -r line; do echo \"<$line>\"; done"]))
    try await child.send("a\nb\n")
    #expect(try await child.nextLine() == "<a>")
    #expect(try await child.nextLine() == "<b>")
    try await child.send("c\n")
    #expect(try await child.nextLine() == "<c>")
    await child.closeInput()
    #expect(try await child.result().status == 0)
  }

  @Test func `a killed program says so`() async throws {
    let child = try await ChildProcess(Command("/bin/cat"))
    child.kill()
    let result = try await child.result()
    #expect(result.ending == .killed(by: SIGKILL))
    #expect(result.status == 137)
  }

  @Test func `a program that is not there is an error`() async throws {
    await #expect(throws: ProcessFailure.self) {
      try await ChildProcess.run(Command("/nowhere/at/all"))
    }
  }

  @Test func `a program starts in its folder, which goes at the end`() async throws {
    var path = ""
    do {
      let place = try TemporaryPlace()
      path = place.path
      try place.write("one", to: "deep/file.txt")
      let result = try await ChildProcess.run(Command("cat", ["deep/file.txt"], in: place.path))
      #expect(result.output == "one")
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a child goes with its last reference`() async throws {
    var number: Int32 = 0
    do {
      let child = try await ChildProcess(Command("/bin/cat"))
      number = child.number
      #expect(kill(number, 0) == 0)
    }
    try await eventually("the child is gone") { kill(number, 0) != 0 }
  }

  @Test func `the built program stands next to the tests`() {
    #expect(access(BuiltProducts.path(of: "bookstock"), X_OK) == 0)
  }

  @Test func `a seed repeats its sequence`() {
    var one = SeededGenerator(seed: 7)
    var two = SeededGenerator(seed: 7)
    #expect((0..<9).map { _ in one.next() } == (0..<9).map { _ in two.next() })
    // SplitMix64's published first value for the seed 0.
    var zero = SeededGenerator(seed: 0)
    #expect(zero.next() == 0xe220_a839_7b1d_cdaf)
  }

  @Test func `a table of books has valid numbers, none twice`() {
    let rows = BookFile.csv(rows: 3000).split(separator: "\n").dropFirst()
    let numbers = rows.map { $0.prefix(13) }
    #expect(Set(numbers).count == 3000)
    for number in numbers {
      let digits = number.compactMap(\.wholeNumberValue)
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
      #expect(digits.count == 13 && sum % 10 == 0)
    }
    #expect(BookFile.csv(rows: 50, seed: 3) == BookFile.csv(rows: 50, seed: 3))
    #expect(BookFile.csv(rows: 50, seed: 3) != BookFile.csv(rows: 50, seed: 4))
  }

  @Test func `a condition that never comes fails with its name`() async {
    await #expect {
      try await eventually("pigs fly", within: .milliseconds(5)) { false }
    } throws: { error in
      "\(error)".contains("pigs fly")
    }
  }
}
