import Glibc
import Inventory
import InventoryStore
import JSONTree
import Platform
import RealtimeDatabase

/// `bookstock db export` and `db import`: the tree as a JSON document of any length.
enum TreeDocuments {
  static let all = [
    Command(
      "db export", "[PATH]", 0...1, "write what is at a path as JSON in export form",
      [
        Option("--output", "FILE", "into a file, which appears when it is whole"),
        Option("--pretty", nil, "in lines"),
      ], run: export),
    Command(
      "db import", "[PATH] FILE", 1...2,
      "replace what is at a path by a JSON file (- is standard input), all of it or nothing",
      run: load),
  ]

  private static func export(_ call: Invocation) async throws -> Int32 {
    let path = try TreeCommands.path(call.operands.first ?? "/")
    let shop = try Shop(call.settings)
    let bar = ProgressBar("Exporting", total: nil, isQuiet: call.output.json)
    defer { bar.finish() }
    do {
      let sink = try DocumentSink(call["--output"], besides: call.settings.data, bar)
      try await shop.store.settle()
      try await shop.database.exportDocument(at: path, isPretty: call.has("--pretty")) {
        try sink.write($0)
      }
      try sink.commit()
    } catch let error as SystemError {
      throw StoreTrouble(
        code: .cannotOpen, sentence: "The document cannot be written: \(error.reason).")
    } catch let error as DatabaseError {
      throw StoreTrouble.wrapping(error)
    }
    return 0
  }

  private static func load(_ call: Invocation) async throws -> Int32 {
    let path = try TreeCommands.path(call.operands.count == 2 ? call.operands[0] : "/")
    let shop = try Shop(call.settings)
    let file = try DocumentFile(call.operands.last ?? "-", keptIn: call.settings.data)
    let isQuiet = call.output.json
    do {
      let checking = ProgressBar("Checking", total: file.size, isQuiet: isQuiet)
      defer { checking.finish() }
      try Database.checkDocument(at: path) { try file.read(into: $0, checking) }
      checking.finish()
      file.rewind()
      let writing = ProgressBar("Writing ", total: file.size, isQuiet: isQuiet)
      defer { writing.finish() }
      try await shop.database.importDocument(at: path) { try file.read(into: $0, writing) }
    } catch let error as TreeSyntaxError {
      throw ImportRefusal(path: file.name, fault: FileFault("bad_json", error.reason))
    } catch let error as SystemError {
      throw ImportRefusal(
        path: file.name, fault: FileFault("unreadable", "Reading failed: \(error.reason)."))
    } catch let error as DatabaseError {
      throw StoreTrouble.wrapping(error)
    }
    if call.output.json {
      call.output.document(
        .object([("path", .text("\(path)")), ("bytes", .number(Int(file.size)))]))
    } else {
      call.output.line("\(path) holds the \(file.size) bytes of \(printable(file.name)) now.")
    }
    return 0
  }
}
