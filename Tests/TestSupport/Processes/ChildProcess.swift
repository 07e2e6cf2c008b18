import CLinux
@preconcurrency import Dispatch
import Glibc

/// A program with pipes for its standard files: run to its end, or watched while it runs.
///
/// Its output is collected as it comes, so that it never waits for its reader. It is killed when
/// the last reference goes.
package actor ChildProcess {
  /// All that a program said until its end.
  package struct Result: Sendable, CustomStringConvertible {
    package var ending: ProcessEnding
    package var outputBytes: [UInt8]
    package var errorBytes: [UInt8]

    /// The exit status as a shell shows it.
    package var status: Int32 { ending.code }
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    package var description: String { "\(ending)\n\(output)\n\(errors)" }
  }

  /// What a program has said so far.
  package struct Said: Sendable {
    package fileprivate(set) var outputBytes: [UInt8] = []
    package fileprivate(set) var errorBytes: [UInt8] = []

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    /// The whole lines of standard output; what has no line feed yet is left out.
    package var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// What it has said so far.
  package private(set) var said = Said()

  private let executor = QueueExecutor(label: "a child's output")
  private let process: SpawnedProcess
  private var input: Outlet?
  private var readers: [OutputReader] = []
  private var openReaders = 2
  private var waiting = WaitingList<Said>()
  private var lineCursor = 0

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Starts a program; its input stays open until `closeInput`.
  package init(_ command: Command) async throws(ProcessFailure) {
    let (inputRead, inputWrite) = try Self.pipe()
    defer { close(inputRead) }
    let outlet = Outlet(owning: inputWrite)
    let (outputRead, outputWrite) = try Self.pipe()
    defer { close(outputWrite) }
    let (errorRead, errorWrite) = try Self.pipe()
    defer { close(errorWrite) }
    do {
      process = try SpawnedProcess(
        command, newSession: false,
        files: [.copy(inputRead, as: 0), .copy(outputWrite, as: 1), .copy(errorWrite, as: 2)])
    } catch {
      close(outputRead)
      close(errorRead)
      throw error
    }
    input = outlet
    watch(outputRead, \.outputBytes)
    watch(errorRead, \.errorBytes)
  }

  deinit {
    process.send(signal: SIGKILL)
  }

  private static func pipe() throws(ProcessFailure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .system("pipe") }
    return (ends[0], ends[1])
  }

  private func watch(
    _ descriptor: Int32, _ part: any WritableKeyPath<Said, [UInt8]> & Sendable
  ) {
    let reader = OutputReader(owning: descriptor, queue: executor.queue) { [weak self] bytes in
      self?.assumeIsolated { $0.take(bytes, into: part) }
    }
    readers.append(reader)
  }

  private func take(_ bytes: [UInt8]?, into part: WritableKeyPath<Said, [UInt8]>) {
    if let bytes {
      said[keyPath: part] += bytes
      waiting.look(at: said)
    } else {
      openReaders -= 1
      if openReaders == 0 { waiting.giveUpAll() }
    }
  }
}

extension ChildProcess {
  /// Runs a program to its end; its standard input holds `input` and is then closed.
  package static func run(
    _ command: Command, input: String = "", within limit: Duration = patience
  ) async throws -> Result {
    let child = try await ChildProcess(command)
    // A program may end without having read all of its input.
    try? await child.send(input, within: limit)
    await child.closeInput()
    return try await child.result(within: limit)
  }

  /// Writes to its standard input.
  package func send(_ text: String, within limit: Duration = patience) async throws {
    guard let input else { throw ProcessFailure("write to a closed input", seen: text) }
    if !text.isEmpty { try await input.write(Array(text.utf8), gap: nil, within: limit) }
  }

  /// Ends its standard input.
  package func closeInput() { input = nil }

  /// Sends a signal, unless it has ended.
  package nonisolated func kill(_ signal: Int32 = SIGKILL) { process.send(signal: signal) }

  /// The process number.
  package nonisolated var number: Int32 { process.number }

  /// Whether it is still there.
  package nonisolated var isRunning: Bool { process.ending == nil }

  /// Waits until what it has said fulfils a condition.
  package func wait(
    _ what: String, within limit: Duration = patience,
    until condition: @escaping @Sendable (Said) -> Bool
  ) async throws {
    if condition(said) { return }
    var met = false
    if openReaders > 0 {
      met = await withCheckedContinuation { waiter in
        let number = waiting.add(condition, waiter)
        executor.run(after: limit) { [weak self] in
          self?.assumeIsolated { $0.waiting.giveUp(number) }
        }
      }
    }
    if !met { throw ProcessFailure(what, seen: said.output + said.errors) }
  }

  /// The next line of standard output that this call has not returned before.
  package func nextLine(within limit: Duration = patience) async throws -> String {
    let wanted = lineCursor
    lineCursor += 1
    try await wait("line \(wanted + 1) of its output", within: limit) { $0.lines.count > wanted }
    return said.lines[wanted]
  }

  /// Waits for its end and for the end of its output.
  package func result(within limit: Duration = patience) async throws -> Result {
    let start = ContinuousClock.now
    guard let ending = await process.ending(within: limit) else {
      throw ProcessFailure("the end of the program", seen: said.output + said.errors)
    }
    if openReaders > 0 {
      // Met never, given up when both pipes end; a grandchild may hold them open for longer.
      _ = await withCheckedContinuation { waiter in
        let number = waiting.add({ _ in false }, waiter)
        executor.run(after: max(.zero, start + limit - .now)) { [weak self] in
          self?.assumeIsolated { $0.waiting.giveUp(number) }
        }
      }
    }
    return Result(
      ending: ending, outputBytes: said.outputBytes, errorBytes: said.errorBytes)
  }
}
