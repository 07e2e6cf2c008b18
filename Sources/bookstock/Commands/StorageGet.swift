import Foundation
import Glibc
import ObjectStorage
import Platform

/// `bookstock storage get`.
enum StorageGet {
  static func run(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let reference = try StorageName.reference(call.operands[0], in: storage)
    let file = call.operands.count == 2 ? call.operands[1] : try ownName(of: reference, call)
    if file == "-" { return try await toOutput(reference, call) }
    let target = try GetTarget(file, besides: [call.settings.data, folder(of: storage)])
    let transfer = StorageTransfer(label: "Getting", isQuiet: call.output.json)
    let (result, isInterrupted) = try await transfer.run { report in
      try await reference.writeAsync(toFile: target.url, resuming: true, onProgress: report)
    }
    switch result {
    case .success: return try say(target, reference, call)
    case .failure(let error):
      let trouble = try await trouble(error, isInterrupted, reference, call)
      throw target.keptBytes.map { count in
        trouble.adding(
          "\(count) bytes are kept in \(printable(target.part)); the same command goes on there.")
      } ?? trouble
    }
  }

  private static func trouble(
    _ error: any Error, _ isInterrupted: Bool, _ reference: StorageReference, _ call: Invocation
  ) async throws -> StorageTrouble {
    if isInterrupted {
      return StorageTrouble(status: 130, reason: "interrupted", sentence: "Stopped.")
    }
    do {
      return try await asking(reference, call) { _ in throw error }
    } catch let trouble as StorageTrouble {
      return trouble
    }
  }

  private static func say(
    _ target: GetTarget, _ reference: StorageReference, _ call: Invocation
  ) throws -> Int32 {
    let size = (try? FileDescriptor.status(of: target.path))?.size ?? 0
    if call.output.json {
      call.output.document(
        .object([
          ("name", .text(reference.fullPath)), ("bucket", .text(reference.bucket)),
          ("file", .text(target.path)), ("size", .number(Int(size))),
        ]))
    } else {
      call.output.line("\(printable(target.path)) holds the \(size) bytes now.")
    }
    return 0
  }

  /// The last piece of the object's name, if it is a file's name in the present folder.
  private static func ownName(of reference: StorageReference, _ call: Invocation) throws -> String {
    let name = reference.name
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    // The note beside the part has the longest name.
    guard isPlain, !["", ".", "..", "-"].contains(name), name.utf8.count <= 245 else {
      throw UsageError(
        "“\(printable(name))” is no good name for a file: say where it shall go.",
        command: call.command)
    }
    return name
  }

  /// The folder of a storage that is one; nothing else can be written over.
  private static func folder(of storage: Storage) -> String {
    guard case .folder(let folder)? = storage.address?.site else { return "" }
    return folder
  }

  /// Gets all of it into a file without a name, and hands on what has been checked.
  private static func toOutput(
    _ reference: StorageReference, _ call: Invocation
  ) async throws -> Int32 {
    let folder = URL(
      fileURLWithPath: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    ).appendingPathComponent("bookstock-get-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("object")
    defer { try? FileManager.default.removeItem(at: folder) }
    let transfer = StorageTransfer(label: "Getting", isQuiet: call.output.json)
    let (result, isInterrupted) = try await transfer.run { report in
      try await reference.writeAsync(toFile: file, onProgress: report)
    }
    if case .failure(let error) = result {
      throw try await trouble(error, isInterrupted, reference, call)
    }
    let descriptor = try FileDescriptor(opening: file.path, .readOnly)
    // Before anything is written: a reader that goes away ends the program.
    try? FileManager.default.removeItem(at: folder)
    var offset: Int64 = 0
    while true {
      let bytes = try descriptor.bytes(at: offset, count: 1 << 18)
      if bytes.isEmpty { return 0 }
      bytes.withUnsafeBytes { Output.write($0, to: STDOUT_FILENO) }
      offset += Int64(bytes.count)
    }
  }
}
