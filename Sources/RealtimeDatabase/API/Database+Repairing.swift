import TreeStore

extension Database {
  /// What could be saved of a damaged database, and what could not.
  public struct RepairReport: Sendable, Hashable {
    /// Records that were saved; a record holds a child of a list, or a part of a large one.
    public var records: Int
    /// What is missing in the new database, and why; empty when everything was saved.
    ///
    /// At most 200 lines, each once.
    public var lost: [DatabaseFinding]
  }

  /// Saves what can be read of a damaged database into a new one in another folder.
  ///
  /// The damaged one is copied first and not touched. Lists, counts and sums are made anew; the
  /// journal and on-disconnect writes are not carried over. `target` must not be there, or be
  /// empty; it is made when the new database is whole, and until then all is beside it, with
  /// `.part` behind its name. Throws a `DatabaseError` when nothing can be read at all. Blocks the
  /// caller for a pass over everything.
  public static func repair(
    _ folder: String, into target: String, configuration: Configuration = Configuration()
  ) throws -> RepairReport {
    do {
      let report = try TreeStore.repair(
        folder, into: target,
        options: TreeStore.Options(
          patience: configuration.patience, program: configuration.program,
          desk: configuration.desk))
      return RepairReport(
        records: report.records,
        lost: report.lost.map { DatabaseFinding(place: $0.place, reason: $0.reason) })
    } catch {
      throw DatabaseError(wrapping: error)
    }
  }
}
