import Foundation
import ObjectStorage

/// `bookstock storage stat`, `meta` and `url`: what is known of an object.
enum StorageDescribing {
  static func stat(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let reference = try StorageName.reference(call.operands[0], in: storage)
    answer(try await asking(reference, call) { try await $0.getMetadata() }, call)
    return 0
  }

  static func url(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let reference = try StorageName.reference(call.operands[0], in: storage)
    let url = try await asking(reference, call) { try await $0.downloadURL() }.absoluteString
    if call.output.json {
      call.output.document(.object([("name", .text(reference.fullPath)), ("url", .text(url))]))
    } else {
      call.output.line(printable(url, columns: 4_000))
    }
    return 0
  }

  static func change(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let reference = try StorageName.reference(call.operands[0], in: storage)
    let changes = try changes(call)
    let metadata = try await asking(reference, call) { reference in
      let metadata = try await reference.getMetadata()
      var custom = metadata.customMetadata ?? [:]
      for change in changes {
        if let field = change.field {
          field.set(metadata, change.value)
        } else if change.value == nil, custom[change.key] == nil {
          throw StorageError.invalidArgument(
            message: "There is no entry “\(change.key)” to take away; storage stat shows all.")
        } else {
          custom[change.key] = change.value
        }
      }
      if custom != metadata.customMetadata ?? [:] { metadata.customMetadata = custom }
      return try await reference.updateMetadata(metadata)
    }
    answer(metadata, call)
    return 0
  }

  private static func answer(_ metadata: StorageMetadata, _ call: Invocation) {
    if call.output.json {
      call.output.document(.object(StorageWording.fields(of: metadata)))
    } else {
      for line in StorageWording.lines(of: metadata) { call.output.line(line) }
    }
  }
}

// MARK: - Changes

extension StorageDescribing {
  /// A field that a person may set.
  private enum Field: String, CaseIterable {
    case cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType

    func set(_ metadata: StorageMetadata, _ value: String?) {
      switch self {
      case .cacheControl: metadata.cacheControl = value
      case .contentDisposition: metadata.contentDisposition = value
      case .contentEncoding: metadata.contentEncoding = value
      case .contentLanguage: metadata.contentLanguage = value
      case .contentType: metadata.contentType = value
      }
    }
  }

  /// One change: of a field, or of an entry of one's own; nil takes it away.
  private struct Change {
    let key: String
    let field: Field?
    let value: String?
  }

  private static func changes(_ call: Invocation) throws -> [Change] {
    var changes: [Change] = []
    for text in call.operands.dropFirst() {
      let pair = try StorageCommands.pair(text, call)
      guard let field = Field(rawValue: pair.key) else {
        let names = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
          "There is no field “\(printable(pair.key))”: \(names). "
            + "--custom sets entries of your own.",
          command: call.command)
      }
      changes.append(Change(key: pair.key, field: field, value: pair.value))
    }
    for text in call.all("--custom") {
      let pair = try StorageCommands.pair(text, call)
      changes.append(Change(key: pair.key, field: nil, value: pair.value))
    }
    for key in call.all("--remove") {
      changes.append(Change(key: key, field: Field(rawValue: key), value: nil))
    }
    guard !changes.isEmpty else {
      throw UsageError(
        "Nothing is to be changed: give KEY=VALUE, --custom or --remove.", command: call.command)
    }
    return changes
  }
}
