import Foundation
import Glibc
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

  /// A shop whose file alone holds all.
  private func shop(books: Int) async throws -> (shop: Shop, file: URL) {
    let shop = try Shop()
    try await shop.fill(books: books, count: 3)
    try TreeStore(at: shop.data).close()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: shop.data + "/tree.db" + suffix)
    }
    return (shop, URL(filePath: shop.data + "/tree.db"))
  }

  private func expectNothingBeside(_ shop: Shop) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.place.path)
    #expect(!names.contains { $0.contains("repaired") }, "\(names)")
  }

  @Test func `a database cut short or with noise in its head is saved`() async throws {
    var random = SeededGenerator()
    let (shop, file) = try await shop(books: 300)
    let books = try await shop.counts()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    let sound = try Data(contentsOf: file)
    for round in 0..<Thorough.pick(4, thorough: 60) {
      var bytes = sound
      if round % 2 == 0 {
        let pages = sound.count / 4_096
        bytes = bytes.prefix(Int.random(in: pages * 2 / 3..<pages, using: &random) * 4_096)
      } else {
        for _ in 0..<8 { bytes[Int.random(in: 0..<60, using: &random)] ^= 0x5A }
      }
      try bytes.write(to: file)
      let target = shop.place.path("new-\(round)")
      let result = try await shop.run("check", "--repair", "--output", target)
      #expect(result.status == 0 || result.status == 1, "\(result)")
      let lines = result.output.split(separator: "\n")
      #expect(Set(lines).count == lines.count, "\(result)")
      #expect(try Data(contentsOf: file) == bytes)
      var saved = shop
      saved.data = target
      let found = try await saved.counts()
      #expect(found.allSatisfy { books[$0.key] == $0.value })
      // Counts without their movements are drifts of the ledger; the structure is whole.
      let check = try await saved.run("check", "--json")
      let findings = try JSON(check.output)["findings"]?.items ?? []
      #expect(!findings.contains { $0["kind"] == "structure" }, "\(check)")
    }
  }

  @Test func `the new one is beside the old one, however that is named`() async throws {
    let (shop, file) = try await shop(books: 20)
    let program = BuiltProducts.path(of: "bookstock")
    for (data, folder) in [
      (shop.data + "/", shop.place.path), (shop.data + "//", shop.place.path), (".", shop.data),
      ("./", shop.data), ("../data/.", shop.data), ("data/", shop.place.path),
    ] {
      let result = try await ChildProcess.run(
        Command(
          program, ["--data", data, "check", "--repair"], environment: shop.environment,
          in: folder))
      #expect(result.status == 0, "\(data): \(result)")
      #expect(Paths.exists(shop.data + "-repaired/tree.db"), "\(data)")
      let names = try FileManager.default.contentsOfDirectory(atPath: shop.data)
      #expect(!names.contains { $0.contains("repaired") }, "\(data): \(names)")
      try FileManager.default.removeItem(atPath: shop.data + "-repaired")
    }
    #expect(Paths.exists(file.path))
  }

  @Test func `what cannot be repaired is said in the user's names, and leaves nothing`()
    async throws
  {
    let shop = try Shop()
    let missing = try await shop.run("check", "--repair")
    #expect(missing.status == 3 && missing.errors.contains("missing"), "\(missing)")
    #expect(!Paths.exists(shop.data))
    try shop.place.write(String(repeating: "no tree ", count: 2_000), to: "data/tree.db")
    let other = try await shop.run("check", "--repair")
    #expect(other.status == 3 && other.errors.contains(shop.data + "/tree.db"), "\(other)")
    #expect(!other.errors.contains("repaired"), "\(other)")
    unlink(shop.data + "/tree.db")
    #expect(mkfifo(shop.data + "/tree.db", 0o600) == 0)
    let pipe = try await shop.run("check", "--repair")
    #expect(pipe.status == 3 && pipe.errors.contains("pipe"), "\(pipe)")
    let target = shop.place.path("other")
    for arguments in [["--adopt", "--repair"], ["--repair", "--adopt", "--output", target]] {
      let both = try await ChildProcess.run(shop.command(["check"] + arguments))
      #expect(both.status == 2 && both.errors.contains("--adopt"), "\(both)")
    }
    try expectNothingBeside(shop)
    #expect(!Paths.exists(target))
  }

  @Test func `a killed repair leaves no database, and the next one is whole`() async throws {
    let (shop, _) = try await shop(books: Thorough.pick(2_000, thorough: 20_000))
    let target = shop.data + "-repaired"
    for sign in ["lock", "damaged", "tree/tree.db", "tree/tree.db-wal"] {
      let child = try await ChildProcess(shop.command(["check", "--repair"]))
      try await eventually("\(sign), or the end") {
        Paths.exists("\(target).part/\(sign)") || Paths.exists(target)
      }
      child.kill()
      _ = try await child.result()
      if Paths.exists(target) {
        // It was quicker.
        #expect(try await count(in: target, of: shop) > 1_000)
        try FileManager.default.removeItem(atPath: target)
      }
    }
    let result = try await shop.run("check", "--repair", within: patience * 3)
    #expect(result.status == 0, "\(result)")
    #expect(!Paths.exists(target + ".part"))
    #expect(try await count(in: target, of: shop) >= 2_000)
  }

  private func count(in folder: String, of shop: Shop) async throws -> Int {
    var saved = shop
    saved.data = folder
    return try await saved.counts().count
  }

  @Test func `a repair without room leaves no database`() async throws {
    let (shop, file) = try await shop(books: 2_000)
    let size = try Data(contentsOf: file).count / 1_024
    for kibibytes in [8, size / 2, size + 40] {
      // A limit on files' sizes, of which the program is not to die.
      let script = "trap '' XFSZ; ulimit -f \(kibibytes); exec \"$0\" \"$@\""
      let program = shop.command(["check", "--repair"])
      let result = try await ChildProcess.run(
        Command(
          "bash", ["-c", script, program.program] + program.arguments,
          environment: shop.environment))
      if result.status == 0 {
        #expect(try await count(in: shop.data + "-repaired", of: shop) == 2_000)
        continue
      }
      #expect(result.status == 3, "\(kibibytes): \(result)")
      #expect(!result.errors.contains(".part"), "\(result)")
      try expectNothingBeside(shop)
    }
  }
}
