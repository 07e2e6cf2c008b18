import Foundation
import JSONTree
import Synchronization

/// The databases of the process by their addresses, as Firebase's code asks for them.
///
/// The address of a database in a folder is `file:///folder`. Its file is opened, and made, when it
/// is first needed; a folder that cannot be opened is an error of what asked for it: completions,
/// cancel blocks and async callers get it. `Database.open(at:)` is the explicit way.
extension Database {
  /// The environment variable that names the default database when `configure` was not called.
  public static let urlVariable = "BOOKSTOCK_DATABASE_URL"

  struct Instances: Sendable {
    /// What `configure` was told.
    var configured: (folder: String, configuration: Configuration)?
    /// What has been made, by folder.
    var made: [String: Database] = [:]
  }

  private static let instances = Mutex(Instances())

  /// Names the database that `database()` gives: `file:///folder`.
  ///
  /// May be called again until that database has been asked for; later another address traps, as
  /// does one that is none.
  public static func configure(
    url: String, configuration: Configuration = Configuration()
  ) {
    trapping { () throws(DatabaseError) in
      try instances.withLock { (instances) throws(DatabaseError) in
        try instances.configure(url, configuration)
      }
    }
  }

  /// The default database: the one that `configure` named, else the one that the environment
  /// variable `BOOKSTOCK_DATABASE_URL` names; neither traps.
  public static func database() -> Database {
    trapping { () throws(DatabaseError) in
      try instances.withLock { (instances) throws(DatabaseError) in
        try instances.database(ProcessInfo.processInfo.environment)
      }
    }
  }

  /// The database at an address, `file:///folder`; one with a path, or of a server, traps.
  ///
  /// The same address gives the same object, until that has been closed.
  public static func database(url: String) -> Database {
    trapping { () throws(DatabaseError) in
      try instances.withLock { (instances) throws(DatabaseError) in
        try instances.database(url: url)
      }
    }
  }

  /// The place at an address in this database; a bad address, or one of another database, traps.
  public func reference(fromURL databaseURL: String) -> DatabaseReference {
    reference(at: trapping { () throws(DatabaseError) in try path(ofURL: databaseURL) })
  }

  /// The checked core of `reference(fromURL:)`.
  func path(ofURL text: String) throws(DatabaseError) -> Path {
    let url = try Database.url(text)
    guard url.site == site else {
      throw DatabaseError(
        .invalidArgument, "The address is of another database than \(DatabaseURL(site)).", at: text)
    }
    return url.path
  }
}

// MARK: - The checked core

extension Database {
  /// Where the database in a folder is.
  static func site(of folder: String) -> DatabaseURL.Site {
    .folder(URL(fileURLWithPath: folder).standardizedFileURL.path)
  }

  /// Reads an address; those of folders as `site(of:)` has them.
  static func url(_ text: String) throws(DatabaseError) -> DatabaseURL {
    do {
      var url = try DatabaseURL(text)
      if case .folder(let folder) = url.site { url.site = site(of: folder) }
      return url
    } catch {
      throw DatabaseError(error)
    }
  }

  /// The folder of a database's address.
  static func folder(ofURL text: String) throws(DatabaseError) -> String {
    let url = try url(text)
    guard url.path.isRoot else {
      throw DatabaseError(.invalidArgument, "A database's address has no path.", at: text)
    }
    switch url.site {
    case .folder(let folder): return folder
    case .server:
      throw DatabaseError(
        .invalidArgument,
        "Databases on servers cannot be opened; the address of one in a folder is file:///folder.",
        at: text)
    }
  }
}

extension Database.Instances {
  mutating func configure(
    _ url: String, _ configuration: Database.Configuration
  ) throws(DatabaseError) {
    let folder = try Database.folder(ofURL: url)
    if let configured, configured.folder != folder, living(configured.folder) != nil {
      throw DatabaseError(
        .invalidArgument, "Another database has been configured and asked for already.", at: url)
    }
    configured = (folder, configuration)
  }

  mutating func database(
    _ environment: [String: String]
  ) throws(DatabaseError) -> Database {
    if let configured { return made(configured.folder, configured.configuration) }
    guard let url = environment[Database.urlVariable] else {
      throw DatabaseError(
        .invalidArgument,
        "No database is named: call Database.configure(url:) first, or set "
          + "\(Database.urlVariable) to file:///folder.")
    }
    return try database(url: url)
  }

  mutating func database(url: String) throws(DatabaseError) -> Database {
    let folder = try Database.folder(ofURL: url)
    if let configured, configured.folder == folder { return made(folder, configured.configuration) }
    return made(folder, Database.Configuration())
  }

  /// The database of a folder that has been made and not been closed.
  private func living(_ folder: String) -> Database? {
    made[folder].flatMap { $0.commits.isClosing ? nil : $0 }
  }

  private mutating func made(
    _ folder: String, _ configuration: Database.Configuration
  ) -> Database {
    if let database = living(folder) { return database }
    let database = Database(at: folder, configuration)
    made[folder] = database
    return database
  }
}
