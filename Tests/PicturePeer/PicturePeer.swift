import Glibc
import TextUI
import TextUICurses

/// A program for tests: a list that scrolls beside a picture, in a real terminal.
///
/// Takes the setting for pictures as its argument. Keys: `j` and `k` move the selection, `n` shows
/// another picture, `d` puts a dialog over everything, `m` moves the picture, `h` hides it, `x`
/// writes into a row beside it, `!` crashes, `^Z` stops, `q` ends.
@main enum PicturePeer {
  static func main() {
    let name = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "auto"
    guard let images = ImageSetting(rawValue: name) else {
      writeError("\(name) is none of: auto, cells, kitty, sixel, off.\n")
      exit(2)
    }
    do {
      let terminal = try CursesTerminal(.init(images: images))
      let isASCII = CommandLine.arguments.dropFirst(2).contains("ascii")
      exit(Loop(Gallery(), on: terminal, ascii: isASCII).run().status)
    } catch {
      writeError(error.reason + "\n")
      exit(1)
    }
  }

  private static func writeError(_ text: String) {
    text.withCString { _ = write(2, $0, strlen($0)) }
  }
}
