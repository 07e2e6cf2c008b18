import Glibc

@testable import Platform

/// A folder of a test's own, removed with everything in it when the test lets it go.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(Self.base)/platform-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  private static var base: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in it, sorted.
  func names() -> [String] { Self.names(in: path).sorted() }

  func bytes(of name: String) throws -> [UInt8] {
    try FileDescriptor(opening: path(name), .readOnly).readToEnd()
  }

  func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  func put(_ text: String, in name: String) throws {
    try FileDescriptor(opening: path(name), .writeOnly, [.create, .truncate]).write(
      Array(text.utf8))
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    for name in names(in: path) { remove("\(path)/\(name)") }
    if rmdir(path) != 0 { unlink(path) }
  }
}
