import Foundation
import Inventory
import JSONTree

/// A file to import: what kind it is, and what it would bring.
enum ImportFile {
  /// The largest file that is read: more than a million books with all their fields.
  static let limit = 512 << 20

  /// Reads a file; told apart by content, never by name.
  static func read(_ path: String) throws -> ImportDraft {
    let bytes = try bytes(of: path)
    do {
      return try isJSON(bytes) ? OriginalExport.draft(of: tree(bytes)) : BookTable.draft(of: bytes)
    } catch {
      throw ImportRefusal(path: path, fault: error)
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw CocoaError(.fileReadNoSuchFile)
      }
      defer { try? handle.close() }
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else {
        throw FileFault(
          "too_large", "The file is larger than \(limit >> 20) MB; split it into parts.")
      }
      return Array(data)
    } catch let fault as FileFault {
      throw ImportRefusal(path: path, fault: fault)
    } catch {
      throw ImportRefusal(
        path: path, fault: FileFault("unreadable", "The file cannot be read."))
    }
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes.dropFirst(start).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func tree(_ bytes: [UInt8]) throws(FileFault) -> ExportValue {
    do {
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return ExportValue(try JSONReader.node(from: Array(bytes.dropFirst(start)), limit: limit))
    } catch {
      throw FileFault("bad_json", "The file is not the JSON of a tree: \(error.reason)")
    }
  }
}

/// A whole file cannot be imported; nothing changed.
struct ImportRefusal: Error {
  let path: String
  let fault: FileFault
}

extension ExportValue {
  /// A node of the tree as the reader of exports takes it.
  init(_ node: Node) {
    switch node {
    case .empty: self = .null
    case .leaf(.bool(let value), _): self = .bool(value)
    case .leaf(.integer(let value), _): self = .integer(value)
    case .leaf(.double(let value), _): self = .double(value)
    case .leaf(.string(let value), _): self = .string(value)
    case .branch(let children, _):
      self = .object(children.map { ($0.key.name, ExportValue($0.node)) })
    }
  }
}
