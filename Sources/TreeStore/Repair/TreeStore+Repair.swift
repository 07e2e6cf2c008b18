/// What could be saved of a damaged tree, and what could not.
package struct RepairReport: Sendable, Hashable {
  /// Records that were saved.
  package var records = 0
  /// What is missing in the new tree, and why; at most `StoreLimits.findings` lines, each once.
  package var lost: [Finding] = []
}

extension TreeStore {
  /// Saves what can be read of a damaged tree into a new one in another folder.
  ///
  /// The damaged file is copied first and never written; the head of the copy is mended. Lists,
  /// counts and sums are made anew. The new folder is there when the tree in it is whole, and not
  /// before: until then all is in `target` with `.part` behind it. It must not be there yet, or be
  /// empty; its parent must be there. When no record can be read, that is an error. Costs a pass
  /// over everything and room for a copy meanwhile.
  package static func repair(
    _ folder: String, into target: String, options: Options = Options()
  ) throws -> RepairReport {
    let file = "\(folder.withoutEndingSlashes)/\(fileName)"
    // Before anything is made.
    try DamagedFile.examine(file)
    let work = try RepairFolder(for: target.withoutEndingSlashes)
    defer { work.remove() }
    do {
      let report = try repair(file, in: work, options)
      try work.publish()
      return report
    } catch let error as StoreError {
      throw work.named(error, file)
    }
  }

  private static func repair(
    _ file: String, in work: RepairFolder, _ options: Options
  ) throws -> RepairReport {
    let copy = try DamagedFile(copying: file, in: work)
    let damaged = try Connection(opening: copy.path, access: .readWrite)
    defer { damaged.close() }
    let store = try TreeStore(at: work.tree, options: options)
    defer { store.close() }
    var repair = Repair(damaged, store: store)
    try repair.run(options)
    let isNothing = repair.report.records == 0
    guard copy.isOurs || !isNothing else {
      throw StoreError(.notADatabase, at: file, "There is no tree in the file.")
    }
    guard repair.report.lost.isEmpty || !isNothing else {
      throw StoreError(
        .corrupt, at: file, "Nothing could be saved: no record in the file can be read.")
    }
    return repair.report
  }
}

extension String {
  /// A folder's path without slashes at its end, so that something can be put behind its name.
  var withoutEndingSlashes: String {
    var path = self[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return String(path)
  }
}
