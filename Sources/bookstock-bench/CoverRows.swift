import Foundation
import Glibc
import ImageLoading
import Pictures
import TextUI
import TextUICurses

/// A cover on the screen: made ready away from it, and shown when it is at hand.
///
/// Measured through the rooms of which the program is wired: its own wiring is no room.
enum CoverRows {
  static let all = [
    Row(name: "cover-first", summary: "a cover's bytes made a picture of cells") { stage in
      [try first(stage)]
    },
    Row(name: "cover-shown", summary: "a cover in memory, until its cells are painted") { stage in
      [try await shown(stage)]
    },
  ]

  /// A cover of the size that the program shows beside a book, and on a screen of its own.
  private static let cells = CellExtent(columns: 40, rows: 30)
  private static let box = PictureSize(width: 400, height: 600)

  private static func first(_ stage: Stage) throws -> Measure {
    let bytes = PictureRows.cover.jpeg(quality: 0.85)
    let laps = try (0..<stage.rounds).map { _ in
      try Lap(count: stage.pick(quick: 3, whole: 15)) { _ in _ = try picture(bytes) }
    }
    return Measure(
      "cover-first", .nanoseconds, ours: Series(laps.map(\.waits)),
      note: "1,200 × 1,800 pixels to 40 × 30 cells, on a thread of its own")
  }

  /// Decodes, scales, and draws as cells.
  private static func picture(_ bytes: [UInt8]) throws -> TerminalPicture {
    let drawn = CellPicture(
      try Picture.decode(bytes, fitting: box), within: cells, palette: .colors256)
    return TerminalPicture(
      identity: "cover", size: Size(width: drawn.extent.columns, height: drawn.extent.rows),
      symbols: drawn.cells.map { cell in
        TerminalPicture.Symbol(
          Character(cell.scalar), foreground: color(cell.foreground),
          background: color(cell.background))
      })
  }

  private static func color(_ color: CellPicture.Color?) -> Color {
    switch color {
    case .rgb(let red, let green, let blue): .rgb(red: red, green: green, blue: blue)
    case .palette(let index): .palette(index)
    case nil: .default
    }
  }
}

// MARK: - Shown

extension CoverRows {
  private static func shown(_ stage: Stage) async throws -> Measure {
    let file = stage.folder.path("shown")
    let times = stage.pick(quick: 20, whole: 200)
    let series = try (0..<stage.rounds).map { _ in
      defer { unlink(file) }
      let child = try Child(
        inTerminal: Worker.program, [Worker.option, "show", "ours", file, "\(times)"],
        home: stage.folder.path)
      while let bytes = try child.next(), !bytes.isEmpty {}
      child.end()
      guard let bytes = FileManager.default.contents(atPath: file), bytes.count == times * 8 else {
        throw CoverIsMissing()
      }
      return Worker.numbers(in: Array(bytes))
    }
    return Measure(
      "cover-shown", .nanoseconds, ours: Series(series), targets: [.median(atMost: 16e6)],
      note: "looked up, put on the canvas, presented by ncurses in cells of 256 colours")
  }

  private struct CoverIsMissing: Error {}

  private struct Cover: LoadableImage {
    let picture: TerminalPicture
    var byteCount: Int { picture.cells.count * MemoryLayout<Cell>.stride }
  }

  private struct Bytes: ImageSource {
    let key = "gs://bench/covers/9780306406157.jpg"
    func bytes(
      maxSize: Int64, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Data { Data(PictureRows.cover.jpeg(quality: 0.85)) }
    func version() async throws -> String { "1" }
  }

  /// Shows a cover and an empty screen in turn, as a child in a terminal; how long the covers took.
  static func show(_ times: Int) async throws -> [Double] {
    let source = Bytes()
    let loader = ImageLoader<Cover>(folder: nil) { data, _ in
      Cover(picture: try picture(Array(data)))
    }
    _ = try await loader.load(source)
    let terminal = try CursesTerminal(CursesTerminal.Options(usesMouse: false, images: .cells))
    defer { terminal.close() }
    let empty = Canvas(size: terminal.size)
    return try (0..<times).map { _ in
      terminal.present(empty)
      let start = Stopwatch.now()
      guard let cover = loader.cached(source.key, .original) else { throw CoverIsMissing() }
      var canvas = Canvas(size: terminal.size)
      canvas.place(cover.image.picture, at: Point(x: 2, y: 1))
      terminal.present(canvas)
      return Double(Stopwatch.now() - start)
    }
  }
}
