import Foundation
import Glibc
import TestSupport
import Testing

/// What `get` may write to, and what `put` may read.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StorageTargetTests {
  private let depot: Depot

  init() async throws {
    depot = try Depot()
    try await depot.done("put", "-", "x", input: "new")
  }

  private func text(_ name: String) throws -> String { try depot.place.text(of: name) }

  @Test func `a folder, a device, a pipe and a socket are refused and stay`() async throws {
    try depot.place.write("kept", to: "folder/file")
    mkfifo(depot.place.path("pipe"), 0o600)
    symlink("/dev/null", depot.place.path("to-null"))
    symlink("folder", depot.place.path("to-folder"))
    for target in [
      "folder", "folder/", "new/", ".", "/", "/dev/null", "pipe", "to-null", "to-folder",
      "/proc/self/mem/x", "folder/file/below",
    ] {
      let result = try await depot.run("get", "x", target)
      #expect([1, 3].contains(result.status) && result.errors.count > 20, "\(target) \(result)")
    }
    #expect(try await depot.run("get", "x", "").status == 1)
    #expect(try text("folder/file") == "kept")
    #expect(try depot.files() == ["folder", "pipe", "to-folder", "to-null"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(depot.place.path)/folder").count == 1)
  }

  @Test func `an old file is replaced and keeps its permissions, a link stays a link`()
    async throws
  {
    let old = try depot.place.write("old", to: "real/file")
    chmod(old, 0o640)
    symlink("real/file", depot.place.path("link"))
    try await depot.done("get", "x", "link")
    #expect(try text("real/file") == "new")
    var status = stat()
    #expect(lstat(depot.place.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(old, &status) == 0 && status.st_mode & 0o777 == 0o640)
    try await depot.done("get", "x", "made/on/the/way")
    #expect(try text("made/on/the/way") == "new")
    #expect(try depot.files() == ["link", "made", "real"])
  }

  @Test func `nothing goes among the files of the database and its pictures`() async throws {
    try await depot.shop.json("add", "9780306406157", "--count", "3")
    symlink(depot.shop.data, depot.place.path("link"))
    for target in [
      "data/tree.db", "data/new", "data/pictures/catalogue.sqlite", "data/pictures/a/b", "link/x",
      "data/../data/writers", "link/pictures/objects/x",
    ] {
      let result = try await depot.run("get", "x", target)
      #expect(result.status == 2, "\(target) \(result)")
      #expect(result.errors.contains("name another"), "\(result)")
    }
    #expect(try await depot.shop.findings().isEmpty)
    #expect(try await depot.done("get", "x", "-") == "new")
  }

  @Test func `a part that no get has left is a person's file`() async throws {
    try depot.place.write("mine", to: "file.part")
    let result = try await depot.run("get", "x", "file")
    #expect(result.status == 1 && result.errors.contains("file.part"), "\(result)")
    #expect(try text("file.part") == "mine")
    #expect(try depot.files() == ["file.part"])
  }

  @Test(arguments: ["precious", "", "gs://x\n", "file, pipe and link"])
  func `a note that no get has left is a person's file`(content: String) async throws {
    let tag = depot.place.path("file.part.tag")
    if content.contains("link") {
      mkfifo(depot.place.path("pipe"), 0o600)
      symlink("pipe", tag)
    } else {
      try depot.place.write(content, to: "file.part.tag")
    }
    let before = try depot.files()
    let result = try await depot.run("get", "x", "file")
    #expect(result.status == 1 && result.errors.contains("file.part.tag"), "\(result)")
    #expect(try depot.files() == before)
    if !content.contains("link") { #expect(try text("file.part.tag") == content) }
  }

  @Test func `what cannot be read is not put`() async throws {
    try depot.place.write("x", to: "folder/file")
    symlink("nowhere", depot.place.path("dangling"))
    symlink("folder/file", depot.place.path("link"))
    for source in [
      "folder", ".", "none", "dangling", "/dev/zero", "/dev/full", "folder/file/x", "",
    ] {
      let result = try await depot.run("put", source, "y")
      #expect(result.status == 1 && result.errors.contains("cannot be put"), "\(source) \(result)")
    }
    #expect(try await depot.done("ls") == "x\n")
    try await depot.done("put", "link", "y")
    #expect(try await depot.done("get", "y", "-") == "x")
  }

  @Test func `a reader that goes away ends it quietly, and nothing is left behind`() async throws {
    try depot.place.write(Depot.noise(4 << 20), to: "large")
    try await depot.done("put", "large")
    for number in 0..<500 {
      if number % 50 == 0 { try await depot.done("put", "-", "many/\(number)", input: "x") }
    }
    let script = """
      "$0" --data "$1" storage get large - | head -c 10 | wc -c
      "$0" --data "$1" storage ls --all --json | head -c 1; echo
      "$0" --data "$1" storage get large - >/dev/full; echo $?
      """
    let result = try await ChildProcess.run(
      Command(
        "bash",
        [
          "-c", "set -o pipefail\n" + script, BuiltProducts.path(of: "bookstock"),
          depot.shop.data,
        ],
        environment: depot.shop.environment, in: depot.place.path))
    #expect(result.output == "10\n[\n3\n", "\(result)")
    #expect(result.errors.contains("Standard output cannot be written"), "\(result)")
    #expect(try depot.spools().isEmpty)
  }
}
