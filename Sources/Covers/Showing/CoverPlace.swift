import Foundation
import ImageLoading
import Inventory
import InventoryStore
import ObjectStorage
import OpenLibrary

/// Where a cover's picture lies.
enum CoverPlace: Sendable {
  /// An object of the shop's storage, and which generation of it if that is known.
  case object(StorageReference, generation: Int64?)
  /// A picture in the network.
  case web(URL)
  /// A file of the storage's own folder.
  case file(String)
}

extension Covers {
  /// Reads a cover's icon; nil where there is none, an error where it leads nowhere.
  ///
  /// What is no address is the name of an object in ``folder``, as the original app has it.
  func place(of cover: BookCover, key: StockKey) throws(CoverProblem) -> CoverPlace? {
    guard let icon = cover.icon, !icon.isEmpty else { return nil }
    guard icon.utf8.count <= 8_192 else {
      throw CoverProblem(.badAddress, "The cover's address is too long.")
    }
    if icon.hasPrefix("file:") { return .file(try ownFile(icon)) }
    if icon.hasPrefix("gs://") {
      do throws(StorageError) {
        let object = try storage.reference(forAddress: icon)
        return .object(object, generation: cover.mark?.generation)
      } catch {
        throw CoverProblem(.badAddress, "This cover lies in another storage than the shop's.")
      }
    }
    guard let scheme = Self.scheme(of: icon) else {
      let object = storage.reference().child(Self.folder).child(icon)
      return .object(object, generation: cover.mark?.generation)
    }
    guard ["http", "https"].contains(scheme), let url = URL(string: icon) else {
      throw CoverProblem(.badAddress, "The cover's address cannot be used.")
    }
    if isOurs(url), let object = try? storage.reference(forAddress: icon) {
      return .object(object, generation: cover.mark?.generation)
    }
    return .web(url)
  }

  /// What stands before `:` where it is a scheme.
  private static func scheme(of text: String) -> String? {
    guard let end = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<end]
    guard scheme.first?.isLetter == true,
      scheme.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      })
    else { return nil }
    return scheme.lowercased()
  }

  /// Whether an address is of the storage's own server.
  private func isOurs(_ url: URL) -> Bool {
    let host: StorageAddress.Host
    switch storage.address?.site {
    case .firebase(let site), .google(let site): host = site
    case .folder, nil: return false
    }
    let scheme = url.scheme?.lowercased()
    return WebAddress.host(of: url) == host.name && scheme == (host.isEncrypted ? "https" : "http")
      && (url.port ?? (scheme == "https" ? 443 : 80)) == host.port
  }

  /// The path of a `file:` address inside the storage's folder, links followed; nothing else of the
  /// machine is read because a record says so.
  private func ownFile(_ icon: String) throws(CoverProblem) -> String {
    guard case .folder(let folder) = storage.address?.site, let url = URL(string: icon),
      url.isFileURL, let root = Self.end(of: folder), let path = Self.end(of: url.path),
      path.hasPrefix(root + "/")
    else {
      throw CoverProblem(.badAddress, "This cover is a file outside the shop's storage.")
    }
    return path
  }

  private static func end(of path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension CoverPlace {
  /// What a loader loads it from.
  func source(of covers: Covers, title: String) -> any ImageSource {
    switch self {
    case .object(let object, let generation):
      ObjectPicture(
        object: object, generation: generation, title: title,
        transfers: covers.isLocal ? nil : covers.transfers)
    case .web(let url): WebPicture(url: url, title: title, covers: covers)
    case .file(let path): FilePicture(path: path)
    }
  }

  /// The way to load it: what may have become another under its name is compared, and with
  /// `isCompared` also a known generation, which may have been deleted.
  func options(isCompared: Bool) -> ImageLoadOptions {
    switch self {
    case .object(_, let generation):
      ImageLoadOptions(
        generation == nil || isCompared ? .refreshCached : .usual, retriesFailed: true)
    case .web: ImageLoadOptions(.usual)
    case .file: ImageLoadOptions(.refreshCached)
    }
  }
}
