package import Foundation
internal import Glibc
internal import Platform
internal import Synchronization

/// A bucket in a folder of this machine.
///
/// The bytes of an object are a plain file under a number of our own; what is known of objects is a
/// catalogue in the same folder, whose commit is the one durable act: the file is written and
/// synced first, under a number that nobody knows, then a row is committed. So a reader sees the
/// old object or the new one, and what is acknowledged is there after a power cut. Writers of
/// several processes queue; what waits at once in one process shares a commit.
///
/// Firebase's rules for names, pages and metadata hold; an object without an encoding has the
/// encoding `identity`, as there. There are no rights but those of the folder: a folder that may
/// not be read or written is `unauthorized`.
package final class FolderBucket: Bucket {
  package let name: String
  private let place: FolderPlace
  private let committer: Committer
  private let lanes: [Lane]
  /// How many use each lane.
  private let loads = Mutex([Int](repeating: 0, count: FolderLimits.lanes))
  /// Says that this process writes; nil before the first upload.
  private let mark = Mutex<RunningMark?>(nil)

  private init(_ place: FolderPlace, program: String, desk: String) {
    name = place.bucket
    self.place = place
    committer = Committer(at: place, program: program, desk: desk)
    lanes = (0..<FolderLimits.lanes).map { Lane(at: place, number: $0) }
  }

  /// Opens the bucket in a folder; with `creates` it is made when it is not there.
  ///
  /// The folder itself may be reached through links; inside it none is followed. `program` and
  /// `desk` are what others read about who keeps them waiting. Without the bucket:
  /// `bucketNotFound`. What processes that died left behind is taken away meanwhile.
  package static func open(
    _ name: String, at folder: String, creates: Bool, program: String = "bookstock",
    desk: String = "", within time: Duration = .seconds(120)
  ) async throws -> FolderBucket {
    let blank = FolderPlace(bucket: name, root: folder)
    let bucket: FolderBucket
    do {
      let opener = Lane(at: blank, number: 0)
      let place = try await opener.find(creates: creates)
      bucket = FolderBucket(place, program: program, desk: desk)
      if creates, try await !opener.isReady(place) {
        try await bucket.committer.open(until: .now + time)
      }
      try await bucket.lanes[0].open()
    } catch let fault as FolderFault {
      throw fault.storageError(in: blank, object: "")
    }
    bucket.sweepWhenAbandoned()
    return bucket
  }

  /// Copies the log into the catalogue and closes it; what comes later fails.
  package func close() async {
    for lane in lanes { await lane.close() }
    await committer.close()
    mark.withLock { $0 = nil }
  }

  /// The mark of this process; its cost is paid by the first upload.
  fileprivate func marked() throws(FolderFault) -> RunningMark {
    var fault: FolderFault?
    let mark = mark.withLock { mark -> RunningMark? in
      if let mark { return mark }
      do throws(FolderFault) {
        mark = try RunningMark(at: place)
      } catch {
        fault = error
      }
      return mark
    }
    if let mark { return mark }
    throw fault ?? .closed
  }
}

// MARK: - Lanes

extension FolderBucket {
  /// Lends the lane with the least to do; errors become the storage's.
  private func onLane<Value: Sendable>(
    _ object: String, _ body: (Lane) async throws -> Value
  ) async throws -> Value {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    defer { loads.withLock { $0[index] -= 1 } }
    try Task.checkCancellation()
    do {
      return try await body(lanes[index])
    } catch let fault as FolderFault {
      throw fault.storageError(in: place, object: object)
    }
  }

  private func commit(
    _ change: Change, to object: String, within time: Duration
  ) async throws -> ObjectRecord? {
    do {
      return try await committer.commit(change, until: .now + time)
    } catch let fault as FolderFault {
      throw fault.storageError(in: place, object: object)
    }
  }

  private func checked(_ object: ObjectPath) throws -> String {
    do {
      try ObjectName.check(object)
      return object.text
    } catch {
      throw error.storageError(in: place, object: object.text)
    }
  }
}

// MARK: - Objects

extension FolderBucket {
  package func metadata(of object: ObjectPath, within time: Duration) async throws -> ObjectRecord {
    let name = try checked(object)
    return try await onLane(name) { try await $0.record(of: name) }
  }

  package func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    let name = try checked(object)
    guard let record = try await commit(.patch(name, patch), to: name, within: time) else {
      throw StorageError.internalError(message: "A change of metadata gave no object.")
    }
    return record
  }

  package func delete(_ object: ObjectPath, within time: Duration) async throws {
    let name = try checked(object)
    _ = try await commit(.delete(name), to: name, within: time)
  }

  /// The address of the very bytes; it ends with this content, as soon as the object is replaced or
  /// deleted.
  package func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    let name = try checked(object)
    let path = try await onLane(name) { try await $0.path(of: name) }
    return URL(fileURLWithPath: path, isDirectory: false)
  }

  package func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    try await onLane("") { try await $0.list(request) }
  }

  package func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    let name = try checked(upload.object)
    let body = upload.body
    var session = upload.session as? FolderUpload
    do {
      try upload.settings.check()
      while session?.isSynchronized != true {
        let before = session
        let now = try await onLane(name) {
          try await $0.advance(before, from: body) { () throws(FolderFault) in
            try self.marked()
          }
        }
        session = now
        upload.session = now
        progress(now.offset)
      }
    } catch let fault as FolderFault {
      throw fault.storageError(in: place, object: name)
    }
    guard let session else { throw StorageError.internalError(message: "An upload has no file.") }
    let record = try await commit(
      .put(name, session, upload.settings), to: name, within: upload.retryTime)
    upload.session = nil
    guard let record else {
      throw StorageError.internalError(message: "An upload gave no object.")
    }
    return record
  }

  package func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    let name = try checked(download.object)
    let (sink, validator) = (download.sink, download.validator)
    let source = try await onLane(name) {
      try await $0.begin(name, into: sink, validator: validator)
    }
    download.validator = source.validator
    while !source.isDone {
      try await onLane(name) { try await $0.advance(source, into: sink) }
    }
    return DownloadOutcome(
      size: source.content.size, md5Hash: nil, crc32c: source.content.crc32c,
      generation: source.content.generation)
  }
}

// MARK: - What was left behind

extension FolderBucket {
  /// Deletes the files that are no object's and that nobody is writing; returns how many.
  @discardableResult
  package func sweep() async throws -> Int {
    try await onLane("") { try await $0.sweep() }
  }

  /// Sweeps, on a lane, if a process that wrote here has died.
  private func sweepWhenAbandoned() {
    let lane = lanes[FolderLimits.lanes - 1]
    lane.executor.enqueue { lane.assumeIsolated { $0.sweepWhenAbandoned() } }
  }
}

extension Lane {
  /// Finds the bucket's folder.
  func find(creates: Bool) throws(FolderFault) -> FolderPlace {
    try FolderPlace.find(place.bucket, at: place.root, creates: creates)
  }

  /// Whether there is a catalogue.
  func isReady(_ place: FolderPlace) throws(FolderFault) -> Bool {
    try Catalogue.isReady(at: place)
  }

  func sweep() throws(FolderFault) -> Int {
    try Sweep(place).run { () throws(FolderFault) in try files() }
  }

  /// Sweeps if there are marks of processes that died, and takes those away.
  ///
  /// What fails now is done by the next who opens the bucket.
  func sweepWhenAbandoned() {
    guard let marks = try? Sweep(place).abandonedMarks(), !marks.isEmpty else { return }
    guard (try? sweep()) != nil else { return }
    for mark in marks { try? mark.delete() }
  }
}
