internal import Glibc
internal import Platform

/// A private copy of a damaged file and its log, its first page mended so that SQLite opens it.
///
/// In the head of a file nothing is needed that is not the same in every tree or known from the
/// file's length. The tables, too, begin at the same pages in every tree: lists of words come
/// later, and a repair does not read them. What the log has of the first page comes before this.
struct DamagedFile {
  /// The copy.
  let path: String
  /// Whether something in it, apart from records, says that it is a tree.
  private(set) var isOurs = true

  private let file: String
  private let fresh: FreshFile

  /// Copies the damaged file and mends the copy; refuses another program's, and a later format.
  init(copying file: String, in work: RepairFolder) throws(StoreError) {
    self.file = file
    path = work.copy
    fresh = try FreshFile(at: work.fresh)
    for suffix in ["", "-wal"] { try DamagedFile.copy(file + suffix, to: path + suffix) }
    try mend()
  }

  private mutating func mend() throws(StoreError) {
    let (old, size) = try start()
    let ours = fresh.header
    // One flipped byte may say so too; but what a later program wrote is not to be guessed at.
    if old.isLike(ours), (Schema.formatVersion + 1...0xFF).contains(old.format) {
      throw Schema.laterFormat(old.format, at: file)
    }
    // Written by a SQLite that was built otherwise, and sound.
    let isOther = old.pageSize != ours.pageSize && old.pageSize > 0
    if isOther, old.isLike(ours), old.pages * old.pageSize == size { return }

    // A part of a page is none: where it ends, zeros would be read.
    let pages = size / Int64(fresh.page.count)
    try extend(from: pages, to: fresh.pages)
    var header = ours
    header.pages = max(pages, fresh.pages)
    try write(header.bytes, at: 0)
    if try !hasOwnTables(old) {
      try write(header.bytes + fresh.page[FileHeader.count...], at: 0)
    }
    try extend(from: header.pages, to: pagesInLog())
  }

  /// Fills pages that are missing with what is neither a page of a table nor text: SQLite reads
  /// zeros behind the end of a file, and takes them for a part of a long value.
  private func extend(from pages: Int64, to end: Int64) throws(StoreError) {
    let size = Int64(fresh.page.count)
    let nothing = [UInt8](repeating: 0xFF, count: Int(size))
    do throws(SystemError) {
      let copy = try FileDescriptor(opening: path, .readWrite)
      try copy.truncate(to: pages * size)
      for page in pages..<max(pages, end) { try copy.write(nothing, at: page * size) }
    } catch {
      throw DamagedFile.fault(error, at: file)
    }
  }

  /// How many pages the file has with what is in the log; 0 when that cannot be read.
  private func pagesInLog() -> Int64 {
    guard let connection = try? Connection(opening: path, access: .readWrite) else { return 0 }
    defer { connection.close() }
    return (try? connection.integer("PRAGMA page_count")) ?? 0
  }

  /// Whether the list of tables can be left as it is, now that the head is mended.
  private mutating func hasOwnTables(_ old: FileHeader) throws(StoreError) -> Bool {
    let found = tables() ?? [:]
    let isOurs = ["record", "long"].allSatisfy { found[$0]?.sql == fresh.tables[$0]?.sql }
    if isOurs {
      // A file that another program has copied table by table; damage moves one table.
      return fresh.tables.count { found[$0.key]?.root != $0.value.root } > fresh.tables.count / 2
    }
    if old.application == Schema.applicationID { return false }
    guard found.isEmpty else { throw Schema.otherProgram(at: file) }
    self.isOurs = false
    return false
  }

  /// The tables that the copy lists; nil when that cannot be read.
  private func tables() -> [String: FreshFile.Table]? {
    guard let connection = try? Connection(opening: path, access: .readWrite) else { return nil }
    defer { connection.close() }
    return try? FreshFile.tables(of: connection)
  }

  /// The head of the copy, and its length in bytes.
  private func start() throws(StoreError) -> (FileHeader, Int64) {
    do throws(SystemError) {
      let copy = try FileDescriptor(opening: path, .readOnly)
      return (
        FileHeader(try copy.bytes(at: 0, count: FileHeader.count)), try copy.status().size
      )
    } catch {
      throw DamagedFile.fault(error, at: file)
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(StoreError) {
    do throws(SystemError) {
      try FileDescriptor(opening: path, .readWrite).write(bytes, at: offset)
    } catch {
      throw DamagedFile.fault(error, at: file)
    }
  }

  /// Refuses what is not there, or is no file of bytes: reading that may never end.
  static func examine(_ file: String) throws(StoreError) {
    for path in [file, file + "-wal"] {
      let status: FileDescriptor.Status?
      do throws(SystemError) {
        status = try FileDescriptor.status(of: path)
      } catch {
        throw StoreError(
          .cannotOpen, at: path, "The file cannot be opened.", underlying: "\(error)")
      }
      guard let status else {
        if path != file { continue }
        throw StoreError(.cannotOpen, at: path, "There is no database: the file is missing.")
      }
      guard status.isRegularFile else {
        throw StoreError(
          .notADatabase, at: path, "That is not a file: a folder, a pipe or a device.")
      }
    }
  }

  private static func copy(_ path: String, to copy: String) throws(StoreError) {
    do throws(SystemError) {
      guard try FileDescriptor.status(of: path) != nil else { return }
      let source = try FileDescriptor(opening: path, .readOnly)
      let target = try FileDescriptor(opening: copy, .writeOnly, [.create, .exclusive])
      var offset: Int64 = 0
      while true {
        let bytes = try source.bytes(at: offset, count: 1 << 20)
        if bytes.isEmpty { return }
        try target.write(bytes)
        offset += Int64(bytes.count)
      }
    } catch {
      throw fault(error, at: path)
    }
  }

  private static func fault(_ error: SystemError, at path: String) -> StoreError {
    let isFull = error.errno == ENOSPC || error.errno == EDQUOT
    return StoreError(
      isFull ? .full : .cannotOpen, at: path,
      isFull
        ? "There is no room for a copy of the damaged file."
        : "The damaged file cannot be copied.", underlying: "\(error)")
  }
}
