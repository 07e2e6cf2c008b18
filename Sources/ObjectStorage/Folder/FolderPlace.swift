internal import CLinux
internal import Foundation
internal import Glibc
internal import Platform

/// Where a bucket lies: its name, and what the things in its folder are called.
///
/// Objects are files `objects/xx/xxxxxxxxxxxxxxxx` by a random number of our own in hexadecimal
/// digits; no part of a path is ever made from an object's name. The folder that a person named may
/// be reached through links; inside, none is followed.
struct FolderPlace: Sendable, Hashable {
  let bucket: String
  /// The folder, with all links followed.
  let root: String

  /// What is known of the objects.
  var catalogue: String { root + "/catalogue.sqlite" }
  /// The file at which writers of all processes queue.
  var turn: String { root + "/turn" }
  /// A locked file for every process that writes.
  var running: String { root + "/running" }
  /// The bytes of objects.
  var objects: String { root + "/objects" }

  /// Whether the folder is there.
  var isThere: Bool {
    let status = try? FileDescriptor.status(of: root)
    return status?.isDirectory ?? false
  }

  /// The folder in which an object's file lies.
  func folder(of file: FileNumber) -> String { objects + "/" + file.text.prefix(2) }

  /// The path of an object's file.
  func path(of file: FileNumber) -> String {
    let text = file.text
    return "\(objects)/\(text.prefix(2))/\(text)"
  }

  /// Finds the folder, and makes it when `creates`.
  static func find(
    _ bucket: String, at path: String, creates: Bool
  ) throws(FolderFault) -> FolderPlace {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .invalid("A bucket's folder needs a path without NUL characters.")
    }
    if creates { try makeFolder(path) }
    guard let resolved = realpath(path, nil) else {
      let error = SystemError.last("realpath", path: path)
      if error.isMissing { throw .noBucket }
      throw .system(error)
    }
    defer { free(resolved) }
    let place = FolderPlace(bucket: bucket, root: String(cString: resolved))
    guard place.isThere else { throw .noBucket }
    return place
  }

  /// Makes a folder and those above it.
  private static func makeFolder(_ path: String) throws(FolderFault) {
    var missing: [String] = []
    var rest = path
    while !rest.isEmpty, mkdir(rest, 0o777) != 0 {
      let error = SystemError.last("mkdir", path: rest)
      if error.errno == EEXIST { break }
      guard error.errno == ENOENT else { throw .system(error) }
      missing.append(rest)
      guard let slash = rest.dropLast().lastIndex(of: "/") else { break }
      rest = String(rest[..<slash])
    }
    for path in missing.reversed() {
      try onDisk { () throws(SystemError) in try Folder.make(path) }
    }
  }

  /// Refuses a folder inside the bucket that is missing or a link to another.
  func requireOwn(_ folder: String) throws(FolderFault) {
    _ = try onDisk { () throws(SystemError) in
      try FileDescriptor(opening: folder, .readOnly, .ownFolder)
    }
  }

  /// Makes a folder inside the bucket, durably; refuses a link that has its name.
  func make(_ folder: String, in parent: String) throws(FolderFault) {
    guard mkdir(folder, 0o777) == 0 else {
      let error = SystemError.last("mkdir", path: folder)
      if error.errno == EEXIST { return try requireOwn(folder) }
      throw .system(error)
    }
    try onDisk { () throws(SystemError) in try AtomicFile.synchronizeFolder(parent) }
  }

  /// What is told to programs about a failure, by Firebase's keys.
  func details(
    _ sentence: String, object: String, number: Int32 = 0, _ underlying: String = ""
  ) -> [String: any Sendable] {
    var details: [String: any Sendable] = ["ResponseBody": sentence, "bucket": bucket]
    if !object.isEmpty { details["object"] = object }
    if number != 0 {
      details["ResponseErrorDomain"] = NSPOSIXErrorDomain
      details["ResponseErrorCode"] = Int(number)
      details["underlying"] = underlying
    }
    return details
  }

  /// A sentence about damage that says what to do.
  func damage(_ what: String) -> String {
    let what = what.hasSuffix(".") ? what : what + "."
    return "The bucket \"\(bucket)\" is damaged: \(what) Nothing was changed. The objects' bytes "
      + "are the files under \"\(objects)\"; an object that is put anew is sound again. If there "
      + "are many, put \"\(catalogue)\" back from a backup, or move the folder aside."
  }
}

extension FileDescriptor.Options {
  /// Refused unless it is a folder and no link to one.
  fileprivate static let ownFolder = FileDescriptor.Options(rawValue: O_DIRECTORY | O_NOFOLLOW)
}

/// The number that names an object's file.
struct FileNumber: Hashable, Sendable {
  let raw: Int64

  init(_ raw: Int64) { self.raw = raw }

  /// A number that nobody else draws.
  static func random() -> FileNumber { FileNumber(Int64.random(in: .min ... .max)) }

  /// The same among those whose files lie in one folder.
  static func random(in folder: UInt8) -> FileNumber {
    FileNumber(Int64(bitPattern: UInt64(folder) << 56 | UInt64.random(in: 0..<1 << 56)))
  }

  /// The number of the folder in which the file lies: the first two digits.
  var folder: UInt8 { UInt8(truncatingIfNeeded: raw >> 56) }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(UInt64(bitPattern: raw), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The number that a file's name says; nil for any other name.
  init?(_ name: String) {
    guard name.utf8.count == 16, let number = UInt64(name, radix: 16) else { return nil }
    self.init(Int64(bitPattern: number))
    guard text == name else { return nil }
  }
}
