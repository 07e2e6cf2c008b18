@preconcurrency import Dispatch
public import Foundation

extension Database {
  /// Opens the database in a folder, made when missing; its parent must be there.
  ///
  /// Blocks the caller: a few milliseconds, or longer when lists have to be made. Any number of
  /// programs, and of databases in one program, may have one folder open.
  public static func open(
    at folder: URL, configuration: Configuration = Configuration()
  ) throws -> Database {
    try open(at: folder.path, configuration: configuration)
  }

  /// Opens the database in a folder; see `open(at:configuration:)`.
  public static func open(
    at folder: String, configuration: Configuration = Configuration()
  ) throws -> Database {
    try opened(at: folder, configuration)
  }

  private static func opened(
    at folder: String, _ configuration: Configuration
  ) throws(DatabaseError) -> Database {
    let database = Database(at: folder, configuration)
    try database.open()
    return database
  }

  /// Opens the database in a folder without blocking the caller.
  public static func open(
    at folder: URL, configuration: Configuration = Configuration()
  ) async throws -> Database {
    try await open(at: folder.path, configuration: configuration)
  }

  /// Opens the database in a folder without blocking the caller.
  public static func open(
    at folder: String, configuration: Configuration = Configuration()
  ) async throws -> Database {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try opened(at: folder, configuration) })
      }
    }
  }
}
