import Foundation
import Pictures
import TestSupport
import Testing

struct TerminalBytesTests {
  /// A command of kitty's protocol: its keys, and its data.
  private struct Command {
    var keys: [String: String] = [:]
    var data: [UInt8] = []
  }

  /// The commands that some bytes are, and nothing else.
  private func commands(in bytes: [UInt8]) throws -> [Command] {
    var commands: [Command] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try #require(rest.starts(with: "\u{1B}_G".utf8))
      rest = rest.dropFirst(3)
      let end = try #require(rest.firstIndex(of: 0x1B))
      try #require(rest[end...].starts(with: "\u{1B}\\".utf8))
      let parts = rest[..<end].split(
        separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      var command = Command(data: parts.count > 1 ? Array(parts[1]) : [])
      for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
        let words = pair.split(separator: "=")
        try #require(words.count == 2)
        command.keys[String(words[0])] = String(words[1])
      }
      commands.append(command)
      rest = rest[(end + 2)...]
    }
    return commands
  }

  @Test
  func `kitty gets a picture whole, in parts, compressed`() throws {
    for bitmap in [Bitmap.noise, Bitmap.usual, try Picture.decode(Fixture.alpha.bytes)] {
      let sent = try commands(in: KittyGraphics.transmission(of: bitmap, id: 4_000_000_000))
      for (index, command) in sent.enumerated() {
        #expect(command.data.count <= 4_096 && command.keys["q"] == "2")
        #expect(command.keys["m"] == (index == sent.count - 1 ? "0" : "1"))
        if index < sent.count - 1 { #expect(command.data.count % 4 == 0) }
      }
      #expect(
        sent[0].keys
          == ["a": "t", "f": "100", "i": "4000000000", "q": "2", "m": sent.count > 1 ? "1" : "0"])
      let text = Data(sent.flatMap(\.data))
      let png = try #require(Data(base64Encoded: text))
      #expect(try Picture.decode([UInt8](png)) == bitmap)
    }
    // Far less than the pixels themselves would be.
    let smooth = Bitmap(PictureSize(width: 320, height: 480)) { x, y in
      [UInt8(x / 2), UInt8(y / 2), 90, 255]
    }
    #expect(KittyGraphics.transmission(of: smooth, id: 1).count < 320 * 480 / 2)
  }

  @Test
  func `kitty is told where a picture is shown, and when no more`() throws {
    let extent = CellExtent(columns: 20, rows: 15)
    let place = try commands(in: KittyGraphics.placement(id: 7, extent: extent))
    #expect(
      place.map(\.keys)
        == [["a": "p", "i": "7", "p": "1", "c": "20", "r": "15", "C": "1", "q": "2"]])
    let removal = try commands(in: KittyGraphics.removal(id: 7))
    #expect(removal.map(\.keys) == [["a": "d", "d": "i", "i": "7", "q": "2"]])
    let deletion = try commands(in: KittyGraphics.deletion(id: 7))
    #expect(deletion.map(\.keys) == [["a": "d", "d": "I", "i": "7", "q": "2"]])
  }

  @Test
  func `sixels are one sequence of printable bytes with its size`() throws {
    for bitmap in [Bitmap.noise, Bitmap.usual, try Picture.decode(Fixture.alpha.bytes)] {
      for (width, height) in [(60, 48), (61, 50), (1, 1), (7, 300)] {
        let bytes = bitmap.sixel(size: PictureSize(width: width, height: height))
        #expect(bytes.starts(with: "\u{1B}P".utf8))
        #expect(bytes.suffix(2).elementsEqual("\u{1B}\\".utf8))
        let body = bytes.dropFirst(2).dropLast(2)
        #expect(body.allSatisfy { 0x20...0x7E ~= $0 })
        let text = String(decoding: body, as: UTF8.self)
        let rows = max(1, height / 6) * 6
        #expect(text.contains("q\"1;1;\(width);\(rows)"), "\(text.prefix(30))")
      }
    }
  }

  @Test
  func `sixels paint the picture's colours and leave out what is clear`() throws {
    let whole = Bitmap(PictureSize(width: 12, height: 12)) { _, _ in [255, 0, 0, 255] }
    let bytes = whole.sixel(size: whole.size)
    let text = String(decoding: bytes, as: UTF8.self)
    // Red in hundredths, and twelve columns of six pixels each, twice.
    #expect(text.contains(";2;100;0;0") || text.contains(";2;99;0;0"))
    #expect(text.components(separatedBy: "!12~").count == 3)
    let clear = Bitmap(whole.size) { _, _ in [255, 0, 0, 0] }
    let nothing = String(decoding: clear.sixel(size: whole.size), as: UTF8.self)
    #expect(!nothing.contains("~"))
  }
}
