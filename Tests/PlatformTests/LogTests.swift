import Synchronization
import Testing

@testable import Platform

@Suite struct LogTests {
  /// Keeps what is written.
  final class Memory: Sendable {
    let entries = Mutex<[Log.Entry]>([])
    var sink: Log.Sink { { entry in self.entries.withLock { $0.append(entry) } } }
  }

  @Test func `messages below the level are neither written nor made`() {
    let memory = Memory()
    let log = Log(label: "store", level: .notice, sink: memory.sink)
    var made = 0
    func message(_ text: String) -> String {
      made += 1
      return text
    }
    log(.info, message("no"))
    log(.notice, message("yes"), ["n": "1"])
    log(.error, message("worse"))
    Log.silent(.error, message("nobody"))
    #expect(made == 2)
    #expect(memory.entries.withLock { $0.map(\.message) } == ["yes", "worse"])
    #expect(memory.entries.withLock { $0.map(\.metadata) } == [["n": "1"], [:]])
  }

  @Test func `levels stand in their order`() {
    #expect(Log.Level.allCases.sorted() == Log.Level.allCases)
    #expect(Log.Level(rawValue: "warning") == .warning)
  }

  @Test func `a line cannot be forged by a message`() {
    let entry = Log.Entry(
      at: 0, level: .warning, label: "store", message: "a\nb\u{1B}[2J\u{2028}書",
      metadata: ["b": "2", "a": "1\r"])
    #expect(
      entry.line
        == "1970-01-01T00:00:00.000Z warning store: a\\nb\\u{1B}[2J\\u{2028}書 a=1\\r b=2")
  }

  @Test func `a full log file is turned over once`() throws {
    let folder = try TemporaryFolder()
    let one = try LogFile(at: folder.path("log"), sizeLimit: 200)
    let other = try LogFile(at: folder.path("log"), sizeLimit: 200)
    let logs = [one, other].map { Log(label: "t", level: .info, sink: $0.sink) }
    for number in 0..<6 { logs[number % 2](.info, "line \(number) of forty-eight bytes") }
    #expect(folder.names() == ["log", "log.1"])
    func numbers(_ name: String) throws -> [String] {
      try folder.text(of: name).split(separator: "\n").map { line in
        String(line.split(separator: " ")[4])
      }
    }
    let all = try numbers("log.1") + numbers("log")
    #expect(all == ["0", "1", "2", "3", "4", "5"])
    #expect(try FileDescriptor.status(of: folder.path("log.1"))?.size ?? 999 <= 200)
    #expect(try FileDescriptor.status(of: folder.path("log"))?.permissions == 0o600)
  }

  @Test func `a deleted log file is begun anew`() throws {
    let folder = try TemporaryFolder()
    let file = try LogFile(at: folder.path("log"))
    let log = Log(label: "t", level: .info, sink: file.sink)
    log(.info, "first")
    try AtomicFile.write([], to: folder.path("log"))
    log(.info, "second")
    #expect(try folder.text(of: "log").hasSuffix("info t: second\n"))
  }
}
