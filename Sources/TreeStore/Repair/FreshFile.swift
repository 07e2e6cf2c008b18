internal import Glibc
internal import Platform

/// What the first page of every tree is like, seen in a new one.
struct FreshFile {
  /// A table, or an index of one.
  struct Table: Hashable {
    /// Empty for an index that comes with its table.
    var sql: String
    /// The page it begins at.
    var root: Int64
  }

  let page: [UInt8]
  /// How many pages there are without any records.
  let pages: Int64
  let tables: [String: Table]

  var header: FileHeader { FileHeader(page) }

  /// Makes a tree's file and looks at it.
  init(at path: String) throws(StoreError) {
    let connection = try Connection(opening: path, access: .readWriteCreate)
    defer { connection.close() }
    try Schema.create(in: connection)
    tables = try FreshFile.tables(of: connection)
    _ = try connection.checkpoint(truncating: true)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, .readOnly)
      let size = FileHeader(try file.bytes(at: 0, count: FileHeader.count)).pageSize
      page = try file.bytes(at: 0, count: Int(size))
      pages = try file.status().size / max(size, 1)
      guard size > 0, page.count == size else {
        throw SystemError(errno: EIO, call: "pread", path: path)
      }
    } catch {
      throw StoreError(.inputOutput, at: path, "A new file cannot be read.", underlying: "\(error)")
    }
  }

  /// The tables of a file by their names.
  static func tables(of connection: Connection) throws(StoreError) -> [String: Table] {
    let rows = try connection.statement("SELECT name, rootpage, sql FROM sqlite_schema")
    defer { rows.reset() }
    var tables: [String: Table] = [:]
    while try rows.step() { tables[rows.text(0)] = Table(sql: rows.text(2), root: rows.integer(1)) }
    return tables
  }
}
