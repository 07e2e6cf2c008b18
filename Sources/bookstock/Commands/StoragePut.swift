import Foundation
import ObjectStorage
import Platform

/// `bookstock storage put`.
enum StoragePut {
  static func run(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let metadata = try metadata(call)
    let reference = try target(call, in: storage)
    let source = try PutSource(call.operands[0])
    defer { source.close() }
    let transfer = StorageTransfer(label: "Putting", isQuiet: call.output.json)
    let (result, isInterrupted) = try await transfer.run { report in
      switch source.content {
      case .data(let data):
        try await reference.putDataAsync(data, metadata: metadata, onProgress: report)
      case .file(let path):
        try await reference.putFileAsync(
          from: URL(fileURLWithPath: path), metadata: metadata, onProgress: report)
      }
    }
    switch result {
    case .success(let stored):
      if call.output.json {
        call.output.document(.object(StorageWording.fields(of: stored)))
      } else {
        call.output.line(
          "\(printable(reference.description, columns: 1_100)) holds the \(stored.size) bytes of "
            + "\(printable(source.name)) now.")
      }
      return 0
    case .failure(let error):
      if isInterrupted { throw interrupted(reference) }
      throw StorageTrouble(error, at: reference)
    }
  }

  private static func interrupted(_ reference: StorageReference) -> StorageTrouble {
    StorageTrouble(
      status: 130, reason: "interrupted",
      sentence: "Stopped: nothing was put, “\(printable(reference.fullPath))” is as it was.")
  }

  /// Where it goes: the name given, or the file's own.
  private static func target(_ call: Invocation, in storage: Storage) throws -> StorageReference {
    let file = call.operands[0]
    let own = file == "-" ? nil : URL(fileURLWithPath: file).lastPathComponent
    guard call.operands.count == 2 else {
      guard let own else {
        throw UsageError(
          "What comes from standard input has no name of its own: give one.",
          command: call.command)
      }
      return storage.reference(withPath: own)
    }
    let name = call.operands[1]
    let reference = try StorageName.reference(name, in: storage)
    guard name.utf8.last == UInt8(ascii: "/") else { return reference }
    guard let own else {
      // The bucket itself: what is wrong with that is said where names are checked.
      if reference.fullPath.isEmpty { return reference }
      throw UsageError(
        "What comes from standard input has no name of its own: give one below "
          + "“\(printable(name))”.", command: call.command)
    }
    return reference.child(own)
  }

  private static func metadata(_ call: Invocation) throws -> StorageMetadata {
    let metadata = StorageMetadata()
    metadata.contentType = call["--type"]
    metadata.cacheControl = call["--cache-control"]
    metadata.contentDisposition = call["--content-disposition"]
    metadata.contentEncoding = call["--content-encoding"]
    metadata.contentLanguage = call["--content-language"]
    var custom: [String: String] = [:]
    for text in call.all("--meta") {
      let pair = try StorageCommands.pair(text, call)
      custom[pair.key] = pair.value
    }
    if !custom.isEmpty { metadata.customMetadata = custom }
    return metadata
  }
}
