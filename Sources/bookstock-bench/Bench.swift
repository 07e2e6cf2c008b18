// bookstock-bench: what the rooms cost, each row beside its peer in the same run.
//
//   fill            books written into an empty place that has a list by title, in few large writes
//   size            bytes on disk a book, after the filling
//   read            one book by its key: from the store
//   read-async      the same through the public, asynchronous interface
//   window-key      fifty books from a random place on, in the order of keys
//   window-title    the same in the order of titles
//   read-all        all books, into nodes
//   last-by-time    the fifty books stamped last
//   total, rank     how many books there are; how many titles stand before one
//   filter          the first fifty books that hold the words typed so far
//   open            a program opens the stock: until its first window; its private memory
//   increment       one durable movement after another: count, time and the ledger's line
//   increment-store the same by the store itself, without the line of writes and the news
//   increment-shop  the same as the shop does it: its own checks, all its lists and words
//   producers-16    the same by sixteen tasks of one process, beside the peer's one
//   increment-4, -8 the same by several processes at once: rate, fairness, waiting
//   news            a commit that is durable, until another process' observer is called
//   news-write      the whole way: the call of the write, until another process' observer is called
//   news-redis      the same beside a Redis server, when there is one
//   window-change   a change inside a live window of fifty, until it is shown
//   window-outside  a change outside of it: what looking costs
//   observers-1000  a change with 1,000 observers on as many books, beside one observer
//   json-parse      a JSON document of 100 MB parsed, and its books encoded
//   json-import     the same whole, beside filling in the same books from memory
//   json-export     the books of such a document read and written as JSON
//   object-put      covers of 30 kB put into a bucket in a folder, beside files written and synced
//   object-file     covers got from it into files, beside files copied and synced
//   object-get      covers got from it, beside files read; object-put-16, -get-16: at a time
//   object-data     the same by the public interface
//   download        200 MB from a server of this machine to a file, beside URLSession and curl
//   download-slow   the private memory meanwhile, when the receiver is slow
//   picture-decode  a cover of 1,200 × 1,800 pixels made a thumbnail, beside bare decoders
//   picture-store   the same cover made the JPEG that is put into the bucket
//   picture-draw    a thumbnail as cells, for kitty, and as sixels
//   cover-first     the same cover from its bytes to a picture of cells, away from the screen
//   cover-shown     a cover that is in memory, until its cells are painted in a terminal
//   first-screen    start of the program in a terminal, until the first screen shows its books
//   key-to-bytes    a key pressed in that terminal, until the first byte of the answer
//
// The peer does the same work by bare calls of SQLite on a relational table with an index on the
// title (`Peer`); in the terminal rows it is the least program that does anything at all. Rounds of
// ours and the peer's alternate, because machines are noisy: only ratios inside one run mean much.
// A ratio is ours divided by the peer's, the median of that over the pairs of rounds.

import Glibc
import Platform

/// The program: reads its words, runs the rows, prints what they found.
@main
struct Bench {
  static func main() async {
    // A child that has ended shall be noticed at the write, not end the bench.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    // Not on the main thread: programs commit and read from tasks.
    let task = Task.detached { await status(of: words) }
    exit(await task.value)
  }

  private static func status(of words: [String]) async -> Int32 {
    if words.first == Worker.option { return await Worker.run(Array(words.dropFirst())) }
    do {
      let options = try Options(words)
      switch options.wish {
      case .help: print(Options.help)
      case .list: for row in Row.all { print("\(row.name.padded(to: 16))\(row.summary)") }
      case .run: try await run(options)
      }
      return 0
    } catch let error as UsageError {
      complain("\(error.sentence)\n\n\(Options.help)")
      return 2
    } catch {
      complain("\(error)")
      return 3
    }
  }

  private static func run(_ options: Options) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.removeOnSignals()
    let stage = Stage(options, in: folder)
    let report = Report(isJSON: options.isJSON)
    report.begin(options, in: folder)
    for row in Row.all where options.only.isEmpty || options.only.contains(row.name) {
      for measure in try await row.run(stage) { report.add(measure) }
    }
  }

  private static func complain(_ text: String) {
    let bytes = Array("bookstock-bench: \(text)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
