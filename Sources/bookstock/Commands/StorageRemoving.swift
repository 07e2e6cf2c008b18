import ObjectStorage

/// `bookstock storage rm`.
enum StorageRemoving {
  static func run(_ call: Invocation) async throws -> Int32 {
    if call.has("--recursive"), !call.has("--force") {
      throw UsageError(
        "--recursive deletes everything below a name. With --force it does.",
        command: call.command)
    }
    let storage = try StorageCommands.storage(call)
    var objects: [StorageReference] = []
    var known: Set<StorageReference> = []
    var missing: [StorageReference] = []
    for name in call.operands {
      let place = try StorageName.reference(name, in: storage)
      let found =
        call.has("--recursive")
        ? try await StorageList.all(under: place, call) : try await alone(place, call)
      if found.isEmpty { missing.append(place) }
      objects += found.filter { known.insert($0).inserted }
    }
    if let trouble = trouble(missing, call) { throw trouble }
    for object in objects { try await delete(object, call) }
    say(objects, call)
    return 0
  }

  private static func alone(
    _ place: StorageReference, _ call: Invocation
  ) async throws -> [StorageReference] {
    do {
      _ = try await asking(place, call) { try await $0.getMetadata() }
      return [place]
    } catch let trouble as StorageTrouble where trouble.reason == "not_found" {
      return []
    }
  }

  /// One that another has deleted meanwhile is gone as well.
  private static func delete(_ object: StorageReference, _ call: Invocation) async throws {
    do {
      try await asking(object, call) { try await $0.delete() }
    } catch let trouble as StorageTrouble where trouble.reason == "not_found" {
      return
    }
  }

  private static func trouble(
    _ missing: [StorageReference], _ call: Invocation
  ) -> StorageTrouble? {
    guard let first = missing.first else { return nil }
    let names = missing.prefix(5).map { "“\(printable($0.fullPath))”" }.joined(separator: ", ")
    let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let namesFolder = call.operands.contains { $0.hasSuffix("/") } && !call.has("--recursive")
    let hint = namesFolder ? " What lies in a folder goes with --recursive --force." : ""
    return StorageTrouble(
      status: 1, reason: "not_found",
      sentence: "There is nothing at \(names)\(more) in the bucket \(printable(first.bucket)); "
        + "nothing was deleted.\(hint)",
      details: [("missing", .array(missing.map { .text($0.fullPath) }))])
  }

  private static func say(_ objects: [StorageReference], _ call: Invocation) {
    if call.output.json {
      call.output.document(
        .object([("deleted", .array(objects.map { .text($0.fullPath) }))]))
    } else if objects.count == 1, let object = objects.first {
      call.output.line("\(printable(object.description, columns: 1_100)) is deleted.")
    } else {
      call.output.line("\(objects.count) objects are deleted.")
    }
  }
}
