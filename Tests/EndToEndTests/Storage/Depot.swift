import Foundation
import TestSupport

/// A shop with a bucket of pictures, and files beside it.
struct Depot: Sendable {
  var shop: Shop

  init() throws {
    shop = try Shop()
    shop.environment["TMPDIR"] = shop.place.path("tmp")
    try FileManager.default.createDirectory(
      atPath: shop.place.path("tmp"), withIntermediateDirectories: true)
  }

  /// One whose bucket is on a server.
  init(at script: FirebaseScript) throws {
    try self.init()
    shop.environment["BOOKSTOCK_STORAGE"] = script.server.base.absoluteString + "/v0/b/bucket"
  }

  var place: TemporaryPlace { shop.place }

  /// The program's storage commands, started in the shop's place.
  func command(_ words: [String]) -> Command {
    var command = shop.command(["storage"] + words)
    command.folder = place.path
    return command
  }

  func run(
    _ words: String..., input: String = "", within limit: Duration = patience
  ) async throws -> ChildProcess.Result {
    try await ChildProcess.run(command(words), input: input, within: limit)
  }

  /// Runs a command that must succeed without a word on standard error; gives its output.
  @discardableResult
  func done(_ words: String..., input: String = "") async throws -> String {
    let result = try await ChildProcess.run(command(words), input: input)
    guard result.status == 0, result.errors.isEmpty else {
      throw ProcessFailure("success of \(words)", seen: result.description)
    }
    return result.output
  }

  /// The answer of a command that must succeed.
  func json(_ words: String...) async throws -> JSON {
    let result = try await ChildProcess.run(command(words + ["--json"]))
    guard result.status == 0, result.errors.isEmpty else {
      throw ProcessFailure("success of \(words)", seen: result.description)
    }
    return try JSON(result.output)
  }

  /// The reason of a command that must end with a status other than 0.
  func reason(_ words: String..., status: Int32) async throws -> String? {
    let result = try await ChildProcess.run(command(words + ["--json"]))
    guard result.status == status, result.errors.hasPrefix("bookstock: ") else {
      throw ProcessFailure("status \(status) of \(words)", seen: result.description)
    }
    return try JSON(result.output)["reason"]?.text
  }

  func bytes(of name: String) throws -> Data {
    try Data(contentsOf: place.url.appending(path: name))
  }

  /// What lies in the place beside the program's own folders.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path)
      .filter { !["data", "state", "tmp"].contains($0) }.sorted()
  }

  /// What lies in the folder for temporary files.
  func spools() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path("tmp"))
  }

  /// Bytes without a pattern.
  static func noise(_ count: Int, seed: UInt64 = 1) -> Data {
    var random = SeededGenerator(seed: seed)
    var data = Data(capacity: count + 8)
    while data.count < count {
      withUnsafeBytes(of: random.next() as UInt64) { data.append(contentsOf: $0) }
    }
    return Data(data.prefix(count))
  }
}

extension FirebaseScript {
  /// A server that tells no hashes.
  static func plain() throws -> FirebaseScript { try FirebaseScript { _ in (nil, nil) } }
}
