import Foundation
import Glibc
import OpenLibrary
import Platform

/// The file that remembers what the service was asked.
///
/// It is a courtesy: what cannot be read is forgotten, what cannot be written is left. Several
/// programs may keep theirs there; what one has asked counts for all.
struct LookUpMemory: Sendable {
  let file: String

  init(_ file: String) { self.file = file }

  /// More than a file of ours ever has.
  private static let mostBytes = 64 * 1_024
  private static let mostCovers = 200

  /// What is remembered; blocks.
  func load() -> DeskMemory {
    do {
      let descriptor = try FileDescriptor(opening: file, .readOnly, .plain)
      let size = try descriptor.status().size
      guard size <= Self.mostBytes else { return DeskMemory() }
      let bytes = try descriptor.bytes(at: 0, count: Int(size))
      return try JSONDecoder().decode(DeskMemory.self, from: Data(bytes))
    } catch {
      return DeskMemory()
    }
  }

  /// Adds to what is remembered; blocks.
  func keep(_ memory: DeskMemory) {
    var all = load()
    guard all != memory else { return }
    all.covers = Self.merged(all.covers, memory.covers)
    all.last = [all.last, memory.last].compactMap(\.self).max()
    // A gate that this program knows to be open again is open for all.
    all.pauses = memory.pauses
    let folder = (file as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try AtomicFile.write(Array(try JSONEncoder().encode(all)), to: file, permissions: 0o600)
    } catch {
      // The next run is a little less polite.
    }
  }

  /// Both lists as one, in order of time.
  ///
  /// The clock of a program is turned into days and back, a little differently each time: what is
  /// nearer than any two requests is one.
  private static func merged(_ one: [Date], _ other: [Date]) -> [Date] {
    let all = (one + other).sorted().reduce(into: [Date]()) { list, date in
      if let last = list.last, date.timeIntervalSince(last) < nearness { return }
      list.append(date)
    }
    return Array(all.suffix(mostCovers))
  }

  /// In seconds; the service is asked at most three times in one.
  private static let nearness = 0.1
}
