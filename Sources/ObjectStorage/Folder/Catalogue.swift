internal import Foundation
internal import Platform
internal import SQLite

/// What is known of the objects: a table in the bucket's folder, and one connection to it.
///
/// Its commit is the one durable act of every change. Not `Sendable`: one owner at a time. Names
/// are blobs, so that their order is that of their bytes of UTF-8.
final class Catalogue {
  let connection: Connection<FolderFault>
  private let place: FolderPlace
  /// The files that the connection has open, by what had their names.
  private var opened: [OpenedFile] = []

  /// What the folder was like when the files last had their names; nil when it tells nothing.
  private var lastStamp: FolderStamp?

  private struct OpenedFile {
    let name: String
    let identity: FileDescriptor.Identity?
  }

  /// "bkob": tells our files from other programs' (SQLite: "PRAGMA application_id").
  private static let applicationID: Int64 = 0x626B_6F62
  /// The format this program writes; it refuses a file with a higher one.
  private static let formatVersion: Int64 = 1

  /// - `object`: a row for each, `file` the number of its file, times in microseconds since 1970.
  /// - `bucket`: one row; `generation` is the last one given.
  private static let tables = """
    CREATE TABLE object (
      id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, file INTEGER NOT NULL,
      generation INTEGER NOT NULL, metageneration INTEGER NOT NULL, size INTEGER NOT NULL,
      md5 TEXT NOT NULL, crc32c TEXT NOT NULL, created INTEGER NOT NULL,
      updated INTEGER NOT NULL, cacheControl BLOB, contentDisposition BLOB, contentEncoding BLOB,
      contentLanguage BLOB, contentType BLOB, custom BLOB, tokens BLOB NOT NULL);
    CREATE TABLE bucket (generation INTEGER NOT NULL);
    INSERT INTO bucket VALUES (0);
    """

  /// Opens the catalogue; it must be there unless `access` creates it.
  init(at place: FolderPlace, access: ConnectionAccess) throws(FolderFault) {
    self.place = place
    connection = try Connection(
      opening: place.catalogue, access: access, patience: FolderLimits.foreignWait,
      followsLinks: false)
    // No memory mapping: an I/O error would be a signal there instead of a result. FULL syncs the
    // log at every commit.
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA mmap_size = 0;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(FolderLimits.cacheKibibytes);
      """)
  }

  /// Whether there is a catalogue with its tables.
  static func isReady(at place: FolderPlace) throws(FolderFault) -> Bool {
    let status = try onDisk { () throws(SystemError) in
      try FileDescriptor.status(of: place.catalogue)
    }
    if status == nil { return false }
    return try Catalogue(at: place, access: .readWrite).isOurs()
  }

  /// Opens a catalogue that is there for reading; where it may not be written, as it can be.
  static func reading(at place: FolderPlace) throws(FolderFault) -> Catalogue {
    do throws(FolderFault) {
      return try reading(at: place, access: .readWrite)
    } catch {
      guard error.isAboutWriting else { throw error }
      return try reading(at: place, access: .readOnly)
    }
  }

  private static func reading(
    at place: FolderPlace, access: ConnectionAccess
  ) throws(FolderFault) -> Catalogue {
    let status = try onDisk { () throws(SystemError) in
      try FileDescriptor.status(of: place.catalogue)
    }
    if status == nil { throw place.emptyCatalogue() }
    let catalogue = try Catalogue(at: place, access: access)
    guard try catalogue.isOurs() else { throw place.emptyCatalogue() }
    try catalogue.connection.execute("PRAGMA query_only = ON")
    return catalogue
  }

  /// Whether the tables are there; refuses other programs' files and later formats.
  func isOurs() throws(FolderFault) -> Bool {
    let header = try connection.statement(
      """
      SELECT (SELECT application_id FROM pragma_application_id),
        (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema
      """)
    defer { header.reset() }
    guard try header.step() else { return false }
    if header.integer(0) == Catalogue.applicationID {
      guard header.integer(1) <= Catalogue.formatVersion else {
        throw .other(
          "The bucket in \"\(place.root)\" was written by a later version of this program; "
            + "use that one.")
      }
      return true
    }
    guard header.integer(0) == 0, header.integer(1) == 0, header.integer(2) == 0 else {
      throw .damaged("its catalogue is another program's database.")
    }
    return false
  }

  /// Makes the tables where the bucket is new; call it only in the turn to write.
  ///
  /// A catalogue that is empty beside files of objects was lost, and is not made anew.
  func create() throws(FolderFault) {
    if try isOurs() { return }
    guard try place.hasNoFiles() else { throw place.emptyCatalogue() }
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("BEGIN IMMEDIATE")
    do throws(FolderFault) {
      if try !isOurs() {
        try connection.execute(Catalogue.tables)
        try connection.execute("PRAGMA application_id = \(Catalogue.applicationID)")
        try connection.execute("PRAGMA user_version = \(Catalogue.formatVersion)")
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}

// MARK: - Files that lose their names

extension Catalogue {
  /// Notes which files are open; call it once they are all there.
  func noteFiles() {
    let real = connection.realFile
    opened = [real, real + "-wal", real + "-shm"].map { name in
      OpenedFile(name: name, identity: try? FileDescriptor.identity(of: name))
    }
  }

  /// Refuses files that another has taken the name of: what is written there would be lost.
  ///
  /// SQLite opens files by name once and looks at the names never again. One system call; three
  /// more when names in the folder have changed since the last look, or have just changed.
  func requireFiles() throws(FolderFault) {
    // Before the files: what changes while they are looked at is seen next time.
    let stamp = FolderStamp(of: place.root)
    if let stamp, stamp == lastStamp { return }
    let isAsItWas = opened.allSatisfy { file in
      (try? FileDescriptor.identity(of: file.name)) == file.identity
    }
    if isAsItWas {
      lastStamp = stamp.flatMap { $0.isSettled ? $0 : nil }
      return
    }
    if !place.isThere { throw .noBucket }
    throw .other(
      "The catalogue of the bucket in \"\(place.root)\" was replaced or deleted while in use; "
        + "start the programs that use it anew.")
  }
}

extension FolderPlace {
  /// Whether no object's file is there.
  fileprivate func hasNoFiles() throws(FolderFault) -> Bool {
    try onDisk { () throws(SystemError) in
      for folder in try Folder.names(in: objects) {
        if try !Folder.names(in: "\(objects)/\(folder)").isEmpty { return false }
      }
      return true
    }
  }

  /// What a catalogue without tables means: no bucket yet, unless there are bytes of objects.
  fileprivate func emptyCatalogue() -> FolderFault {
    let isNew = (try? hasNoFiles()) ?? false
    return isNew ? .noBucket : .damaged("its catalogue is missing, empty or cut off.")
  }
}

extension FolderFault {
  /// Whether something failed only because it may not be written.
  fileprivate var isAboutWriting: Bool {
    guard case .sqlite(let fault) = self else { return false }
    // SQLITE_READONLY, SQLITE_CANTOPEN
    return fault.primaryCode == 8 || fault.primaryCode == 14
  }
}
