import Foundation
import ObjectStorage

/// `bookstock storage ls`.
enum StorageList {
  private struct Entry: Sendable {
    /// A folder's ends in a slash.
    let name: String
    /// Nil for a folder.
    let object: StorageReference?
    var metadata: StorageMetadata?
  }

  static func run(_ call: Invocation) async throws -> Int32 {
    let storage = try StorageCommands.storage(call)
    let limit = try call.number("--limit", 1...Int(Int32.max)) ?? .max
    let place = try call.operands.first.map { try StorageName.reference($0, in: storage) }
    let start = place ?? storage.reference()
    var entries = try await entries(under: start, call)
    if entries.isEmpty, !start.fullPath.isEmpty, let object = try await alone(start, call) {
      entries = [object]
    }
    entries = Array(entries.prefix(limit))
    if call.output.json || call.has("--long") { entries = try await described(entries, call) }
    if call.output.json {
      call.output.documents(entries.map { StorageWording.document($0.name, $0.metadata) })
    } else {
      for entry in entries {
        call.output.line(
          call.has("--long")
            ? StorageWording.line(entry.name, entry.metadata)
            : printable(entry.name, columns: 4_000))
      }
    }
    return 0
  }

  /// What lies under a place: folders, then objects; with `--all` all objects, by name.
  private static func entries(
    under start: StorageReference, _ call: Invocation
  ) async throws -> [Entry] {
    if call.has("--all") {
      return try await all(under: start, call).map { Entry(name: $0.fullPath, object: $0) }
    }
    let page = try await page(under: start, call)
    let folders = sorted(page.prefixes).map { Entry(name: $0.fullPath + "/", object: nil) }
    return folders + sorted(page.items).map { Entry(name: $0.fullPath, object: $0) }
  }

  /// All objects below a place, however deep, in the order of their names.
  static func all(
    under start: StorageReference, _ call: Invocation
  ) async throws -> [StorageReference] {
    var objects: [StorageReference] = []
    var folders = [start]
    while let folder = folders.popLast() {
      let page = try await page(under: folder, call)
      objects += page.items
      // A server that lists a folder in itself would be asked for ever.
      folders += page.prefixes.filter { $0.fullPath.utf8.count > folder.fullPath.utf8.count }
    }
    return sorted(objects)
  }

  private static func page(
    under place: StorageReference, _ call: Invocation
  ) async throws -> (prefixes: [StorageReference], items: [StorageReference]) {
    do {
      let result = try await place.listAll()
      return (result.prefixes, result.items)
    } catch {
      // Nothing has been put yet.
      if call.settings.storage == nil, case .bucketNotFound? = StorageError(in: error) {
        return ([], [])
      }
      throw StorageTrouble(error, at: place)
    }
  }

  /// Buckets' own order: by the bytes.
  private static func sorted(_ places: [StorageReference]) -> [StorageReference] {
    places.sorted { $0.fullPath.utf8.lexicographicallyPrecedes($1.fullPath.utf8) }
  }

  /// The object that is named itself; nil when there is none.
  private static func alone(_ place: StorageReference, _ call: Invocation) async throws -> Entry? {
    do {
      let metadata = try await asking(place, call) { try await $0.getMetadata() }
      return Entry(name: place.fullPath, object: place, metadata: metadata)
    } catch let trouble as StorageTrouble where trouble.status == 1 {
      return nil
    }
  }

  /// Asks for what is known of each, eight at a time; those that went meanwhile are left out.
  private static func described(_ entries: [Entry], _ call: Invocation) async throws -> [Entry] {
    try await withThrowingTaskGroup(of: (Int, Entry?).self) { group in
      var found = [Entry?](repeating: nil, count: entries.count)
      for (index, entry) in entries.enumerated() {
        if index >= 8, let (index, entry) = try await group.next() { found[index] = entry }
        group.addTask { (index, try await described(entry, call)) }
      }
      for try await (index, entry) in group { found[index] = entry }
      return found.compactMap(\.self)
    }
  }

  private static func described(_ entry: Entry, _ call: Invocation) async throws -> Entry? {
    guard let object = entry.object, entry.metadata == nil else { return entry }
    do {
      let metadata = try await asking(object, call) { try await $0.getMetadata() }
      return Entry(name: entry.name, object: object, metadata: metadata)
    } catch let trouble as StorageTrouble where trouble.reason == "not_found" {
      return nil
    }
  }
}
