import Foundation
import TestSupport
import Testing
import TreeStore

/// `check --repair`.
@Suite(.serialized) struct RepairCommandTests {
  @Test func `a damaged database is saved into a new one`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 2_000, count: 3)
    // Closing copies the log; as long as it is there, SQLite reads the pages from it.
    try TreeStore(at: shop.data).close()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: shop.data + "/tree.db" + suffix)
    }
    let file = URL(filePath: shop.data + "/tree.db")
    var bytes = try Data(contentsOf: file)
    let page = bytes.count / 4_096 / 2
    bytes.replaceSubrange(
      page * 4_096..<(page + 2) * 4_096, with: Data(repeating: 0xA5, count: 8_192))
    try bytes.write(to: file)
    let result = try await shop.run("check", "--repair", "--json")
    #expect(result.status == 0 || result.status == 1, "\(result)")
    let answer = try JSON(result.output)
    #expect(answer["ok"] == .bool(result.status == 0))
    #expect(answer["lost"]?.items.isEmpty == (result.status == 0))
    #expect(try Data(contentsOf: file) == bytes)
    var saved = shop
    saved.data = shop.data + "-repaired"
    #expect(try await saved.json("list", "--limit", "5").items.count == 5)
    let again = try await shop.run("check", "--repair")
    #expect(again.status == 3 && again.errors.contains("already"), "\(again)")
  }
}
