import Foundation
import Synchronization

/// The program: with words a command, without the terminal screen.
@main
struct Bookstock {
  static let version = "0.1.0"

  static func main() {
    // A reader that goes away shall be noticed at the write, not kill a desk in mid-commit.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    if let odd = argumentOutsideUTF8 {
      let failure = Failure(UsageError("Argument \(odd) is no UTF-8 text: nothing was done."))
      failure.report(to: Output(json: words.contains("--json")))
      exit(failure.status)
    }
    exit(run(words, environment: ProcessInfo.processInfo.environment))
  }

  /// The number of the first argument whose bytes are no text; Swift would put replacement
  /// characters in it, so that different names became one.
  private static var argumentOutsideUTF8: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Does what the words ask for; returns the exit status.
  static func run(_ words: [String], environment: [String: String]) -> Int32 {
    let json = words.contains("--json")
    do {
      switch try CommandLineReader(commands: CommandTable.all).read(words) {
      case .version:
        Output(json: false).line("bookstock \(version)")
        return 0
      case .help(let command):
        Output(json: false).line(command.map(Help.text) ?? Help.overview)
        return 0
      case .helpAbout(let family):
        Output(json: false).line(Help.text(about: family))
        return 0
      case .screen(let options):
        return try Screen.run(try Settings(options: options, environment: environment))
      case .run(let command, let operands, let options):
        let settings = try Settings(options: options, environment: environment)
        guard !settings.demo else {
          throw UsageError("--demo starts the screen and takes no command.")
        }
        let invocation = Invocation(
          command: command, operands: operands, options: options, settings: settings,
          output: Output(json: settings.json))
        return try finish { try await command.run(invocation) }
      }
    } catch {
      let failure = Failure(error)
      failure.report(to: Output(json: json))
      return failure.status
    }
  }

  /// Waits for asynchronous work on the thread that started the program.
  static func finish<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let box = ResultBox<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let result: Result<Value, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      box.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = box.result.withLock({ $0 }) else {
      preconditionFailure("The work signalled its end without a result.")
    }
    return try result.get()
  }
}

/// Where detached work leaves its result.
private final class ResultBox<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}
