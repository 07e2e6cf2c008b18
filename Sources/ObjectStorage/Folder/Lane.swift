internal import Foundation
internal import Glibc
internal import Platform
internal import SQLite

/// A thread that reads and writes bytes and looks things up, so that no wait for a disk holds a
/// thread of Swift's pool.
actor Lane {
  nonisolated let executor: SerialQueueExecutor
  let place: FolderPlace
  private var catalogue: Catalogue?
  private var isClosed = false
  /// Folders of files that are known to be no links, by the numbers of their files.
  private var ownFolders: Set<UInt8> = []
  /// The folder for the next files, and for how many.
  private var folder: UInt8 = 0
  private var filesLeft = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(at place: FolderPlace, number: Int) {
    self.place = place
    executor = SerialQueueExecutor(label: "a bucket's lane \(number)")
  }

  /// Closes the catalogue; what comes later fails.
  func close() {
    isClosed = true
    catalogue?.connection.close()
    catalogue = nil
  }

  private func reading() throws(FolderFault) -> Catalogue {
    if isClosed { throw .closed }
    if let catalogue {
      try catalogue.requireFiles()
      return catalogue
    }
    let opened = try Catalogue.reading(at: place)
    opened.noteFiles()
    try place.requireOwn(place.objects)
    catalogue = opened
    return opened
  }

  /// Opens the catalogue, to see whether it can be read.
  func open() throws(FolderFault) {
    _ = try reading()
  }

  private func row(of name: String) throws(FolderFault) -> CatalogueRow {
    guard let row = try reading().row(of: name, in: place.bucket) else {
      if !place.isThere { throw .noBucket }
      throw .noObject
    }
    return row
  }

  private func content(of name: String) throws(FolderFault) -> ObjectContent {
    guard let content = try reading().content(of: name) else {
      if !place.isThere { throw .noBucket }
      throw .noObject
    }
    return content
  }

  /// What is known of an object.
  func record(of name: String) throws(FolderFault) -> ObjectRecord {
    Change.shown(try row(of: name).record)
  }

  /// The path of an object's bytes.
  func path(of name: String) throws(FolderFault) -> String {
    place.path(of: try row(of: name).file)
  }

  func list(_ request: ListRequest) throws(FolderFault) -> ListPage {
    try reading().list(request)
  }

  /// The files of all objects, as of one moment.
  func files() throws(FolderFault) -> Set<FileNumber> { try reading().files() }

  /// Takes the next piece of an upload; the first time its file is made.
  func advance(
    _ upload: FolderUpload?, from body: any UploadBody,
    marked: @Sendable () throws(FolderFault) -> RunningMark
  ) throws -> FolderUpload {
    if isClosed { throw FolderFault.closed }
    let upload = try upload ?? make(of: body.size, mark: try marked())
    try upload.advance(from: body)
    return upload
  }

  /// Makes the file of an upload.
  private func make(of size: Int64, mark: RunningMark) throws(FolderFault) -> FolderUpload {
    while true {
      let file = nextNumber()
      if !ownFolders.contains(file.folder) {
        try place.make(place.folder(of: file), in: place.objects)
        ownFolders.insert(file.folder)
      }
      if let upload = try FolderUpload(file, of: size, at: place, mark: mark, on: executor) {
        return upload
      }
    }
  }

  /// Opens an object, tells the sink what comes, and gives it the first piece.
  func begin(
    _ name: String, into sink: any DownloadSink, validator: String?
  ) throws -> FolderDownload {
    let download = try open(name)
    let isSame = validator == download.validator
    download.start(isSame && sink.count <= download.content.size ? sink.count : 0)
    // One hash finds all damage, and it is the one that costs next to nothing.
    try sink.begin(at: download.offset, total: download.content.size, hashes: .crc32c)
    try download.advance(into: sink)
    return download
  }

  /// Gives the sink the next piece.
  func advance(_ download: FolderDownload, into sink: any DownloadSink) throws {
    if isClosed { throw FolderFault.closed }
    try download.advance(into: sink)
  }

  /// A new number; some in a row lie in one folder, so that a new folder is seldom to be made.
  private func nextNumber() -> FileNumber {
    if filesLeft == 0 {
      folder = .random(in: .min ... .max)
      filesLeft = FolderLimits.filesInRow
    }
    filesLeft -= 1
    return .random(in: folder)
  }

  private func requireOwnFolder(of file: FileNumber) throws(FolderFault) {
    if ownFolders.contains(file.folder) { return }
    do throws(FolderFault) {
      try place.requireOwn(place.folder(of: file))
    } catch {
      // One that has gone takes the file with it, which is looked at next.
      guard case .system(let error) = error, error.errno == ENOENT else { throw error }
      return
    }
    ownFolders.insert(file.folder)
  }

  /// Opens the file of an object; one that is replaced meanwhile is looked up again.
  private func open(_ name: String) throws(FolderFault) -> FolderDownload {
    var missing: FileNumber?
    while true {
      let content = try content(of: name)
      try requireOwnFolder(of: content.file)
      let path = place.path(of: content.file)
      do throws(SystemError) {
        let file = try FileDescriptor(opening: path, .readOnly, .plain)
        guard try file.status().size == content.size else {
          throw SystemError(errno: ENODATA, call: "fstat", path: path)
        }
        return FolderDownload(content, file)
      } catch {
        if error.errno == ENODATA {
          throw .damaged("the bytes of \"\(path)\" are not all there.")
        }
        guard error.isMissing else { throw .system(error) }
        if !place.isThere { throw .noBucket }
        if missing == content.file {
          throw .damaged("the bytes \"\(path)\" of an object are missing.")
        }
        missing = content.file
      }
    }
  }
}
