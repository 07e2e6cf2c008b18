import Foundation
import Glibc
import ObjectStorage
import Platform

/// The file that an object is got into.
struct GetTarget: Sendable {
  let path: String
  /// The end of links: what is really written.
  private let end: String

  /// Refuses what is there and no file, and what lies in one of the folders.
  init(_ path: String, besides folders: [String]) throws {
    self.path = path
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else {
      throw Self.refusal(path, "it names a folder; say which file in it.")
    }
    let status: FileDescriptor.Status?
    do throws(SystemError) {
      status = try FileDescriptor.status(of: path)
    } catch {
      throw Self.refusal(path, "\(error.reason).")
    }
    if status?.isDirectory == true {
      throw Self.refusal(path, "it is a folder; say which file in it.")
    }
    guard status?.isRegularFile != false else {
      throw Self.refusal(path, "it is no file. - writes to standard output.")
    }
    var own = stat()
    let isLink = lstat(path, &own) == 0 && own.st_mode & S_IFMT == S_IFLNK
    end = isLink ? Self.resolved(path) ?? path : path
    try refuseFolders(folders)
    try refuseForeignPart()
  }

  var url: URL { URL(fileURLWithPath: path) }

  /// Where bytes lie until all are there.
  var part: String { end + ".part" }

  /// How many bytes an interrupted get has left; nil if none.
  var keptBytes: Int64? {
    guard access(part + ".tag", F_OK) == 0 else { return nil }
    return (try? FileDescriptor.status(of: part))?.size
  }

  private func refuseFolders(_ folders: [String]) throws {
    // The nearest folder that is there: those on the way are made.
    var above = URL(fileURLWithPath: end).deletingLastPathComponent().path
    while Self.resolved(above) == nil, above != "/" {
      above = URL(fileURLWithPath: above).deletingLastPathComponent().path
    }
    guard let place = Self.resolved(above) else { return }
    for folder in folders.compactMap(Self.resolved) where (place + "/").hasPrefix(folder + "/") {
      throw UsageError(
        "“\(printable(path))” lies among the files of the database and its pictures: name another.")
    }
  }

  /// A part that is none of ours is a person's file, and so is a note beside it.
  private func refuseForeignPart() throws {
    let tag = part + ".tag"
    var status = stat()
    if lstat(tag, &status) == 0, !PartTag.isOne(at: tag) { throw inTheWay(tag) }
    guard let status = try? FileDescriptor.status(of: part), status.size > 0, keptBytes == nil
    else {
      return
    }
    throw inTheWay(part)
  }

  private func inTheWay(_ file: String) -> StorageTrouble {
    Self.refusal(
      path, "\(printable(file)) is in the way and no earlier get has left it; take it away.")
  }

  private static func resolved(_ path: String) -> String? {
    guard !path.isEmpty, let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func refusal(_ path: String, _ why: String) -> StorageTrouble {
    StorageTrouble(
      status: 1, reason: "bad_file", sentence: "“\(printable(path))” cannot be written: \(why)")
  }
}
