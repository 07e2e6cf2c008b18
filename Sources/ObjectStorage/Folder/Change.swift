internal import Foundation
internal import Glibc

/// A change of what is known of an object, made in a writer's turn.
enum Change: Sendable {
  case put(String, FolderUpload, ObjectSettings)
  case patch(String, ObjectPatch)
  case delete(String)

  /// What came of a change.
  struct Outcome: Sendable {
    /// The object as it is then; nil when it is gone.
    var record: ObjectRecord?
    /// The file that is no object's any more.
    var replaced: FileNumber?
  }

  /// Makes the change; a fault that concerns this change alone leaves the others of the same
  /// transaction alone.
  func make(
    in catalogue: Catalogue, of bucket: String, _ generation: inout Int64
  ) throws(FolderFault) -> Outcome {
    switch self {
    case .put(let name, let upload, let settings):
      return try Change.put(name, upload, settings, in: catalogue, of: bucket, &generation)
    case .patch(let name, let patch):
      guard var row = try catalogue.row(of: name, in: bucket) else { throw .noObject }
      try row.record.settings.apply(patch)
      if let tokens = row.record.settings.takeTokens() { row.record.downloadTokens = tokens }
      try row.record.settings.check()
      row.record.metageneration += 1
      row.record.updated = Date(microseconds: now())
      try catalogue.write(row.record, file: row.file, over: row.id)
      return Outcome(record: Change.shown(row.record))
    case .delete(let name):
      guard let old = try catalogue.whereabouts(of: name) else { throw .noObject }
      try catalogue.delete(old.id)
      return Outcome(replaced: old.file)
    }
  }

  private static func put(
    _ name: String, _ upload: FolderUpload, _ settings: ObjectSettings, in catalogue: Catalogue,
    of bucket: String, _ generation: inout Int64
  ) throws(FolderFault) -> Outcome {
    let old = try catalogue.whereabouts(of: name)
    var record = ObjectRecord(bucket: bucket, name: name)
    let time = now()
    // A clock that was set back gives no generation again.
    generation = max(generation + 1, time)
    record.generation = generation
    record.metageneration = 1
    record.size = upload.size
    (record.md5Hash, record.crc32c) = upload.hashes
    record.timeCreated = Date(microseconds: time)
    record.updated = record.timeCreated
    record.settings = settings
    record.downloadTokens =
      record.settings.takeTokens() ?? [UUID().uuidString.lowercased()]
    try catalogue.write(record, file: upload.file, over: old?.id)
    return Outcome(record: shown(record), replaced: old?.file)
  }

  /// A record as it is shown.
  ///
  /// Firebase: what has no encoding has the encoding "identity".
  static func shown(_ record: ObjectRecord) -> ObjectRecord {
    var record = record
    record.etag = "\(record.generation)/\(record.metageneration)"
    record.settings.contentEncoding = record.settings.contentEncoding ?? "identity"
    return record
  }
}

/// Microseconds since 1970 by the day's clock.
private func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}
