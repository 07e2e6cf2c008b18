@preconcurrency import Dispatch
import Foundation
import Platform

/// A new folder on a real disk where there is one, removed at the end.
final class TemporaryFolder: Sendable {
  let path: String
  /// What it is measured on: the folder's parent, and a warning when that is memory.
  let kind: String

  init() throws {
    let parents = [ProcessInfo.processInfo.environment["TMPDIR"], "/var/tmp", "."].compactMap(
      \.self)
    let parent = parents.first { access($0, W_OK) == 0 && !Self.isMemory($0) } ?? parents[0]
    kind = parent + (Self.isMemory(parent) ? " (in memory: nothing here is really durable)" : "")
    path = parent + "/bookstock-bench-\(getpid())"
    guard mkdir(path, 0o700) == 0 else { throw SystemError.last("mkdir", path: path) }
  }

  /// The path of something in the folder.
  func path(_ name: String) -> String { path + "/" + name }

  /// Removes something in the folder, with all it holds.
  func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: path(name))
  }

  /// Removes the folder with all it holds.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes the folder when somebody stops the bench.
  func removeOnSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds the source, and so keeps it.
      source.setEventHandler {
        self.remove()
        source.cancel()
        exit(128 + number)
      }
      source.resume()
    }
  }

  /// Bytes of a file in the folder; 0 when it is not there.
  func size(of name: String) -> Int64 {
    (try? FileDescriptor.status(of: path(name)))?.size ?? 0
  }

  /// Whether a folder's files live in memory: what is mounted nearest above it is (proc(5)).
  private static func isMemory(_ folder: String) -> Bool {
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    guard let table = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
      return false
    }
    var nearest = (length: 0, kind: "")
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2 else { continue }
      let place = String(fields[1])
      let isAbove = place == "/" || path == place || path.hasPrefix(place + "/")
      if isAbove, place.count >= nearest.length { nearest = (place.count, String(fields[2])) }
    }
    return ["tmpfs", "ramfs"].contains(nearest.kind)
  }
}
