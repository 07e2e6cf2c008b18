import Foundation
import Glibc
import RealtimeDatabase

/// A second process for tests: opens the database of a folder and does what it is told.
///
/// Takes the folder as its argument, one JSON object a line on standard input (see `Request`), and
/// answers each with one line: `{"ok":true}`, for `get` with `"value"` in export form, or
/// `{"error":"…"}`. After `observe` a line `{"event":"value","path":…,"value":…}` follows for every
/// event. `exit` and the end of the input close the database; whoever wants a crash kills it.
@main enum TreePeer {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: TreePeer FOLDER\n".utf8))
      exit(2)
    }
    let clock = PeerClock()
    var configuration = Database.Configuration()
    configuration.program = "TreePeer"
    configuration.desk = "peer"
    configuration.clock = { clock.milliseconds }
    let peer: Peer
    do {
      let database = try await Database.open(
        at: CommandLine.arguments[1], configuration: configuration)
      peer = Peer(database, clock)
    } catch {
      Output.say(error: error)
      exit(3)
    }
    while let line = readLine() {
      do {
        let request = try Request(line)
        if request.act == .exit { break }
        Output.say(ok: try await peer.answer(request))
      } catch {
        Output.say(error: error)
      }
    }
    await peer.close()
    Output.say(ok: nil)
  }
}
