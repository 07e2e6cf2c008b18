import Foundation
import Glibc
import Pictures
import Platform

/// Reads a file that a person named as a picture.
enum CoverFile {
  /// All bytes of a plain file, at most as many as a cover may have; blocks.
  ///
  /// Links are followed, for the person named them. A pipe, a device or a folder is refused before
  /// anything is read of it, so that nothing waits.
  static func read(_ path: String) throws(CoverProblem) -> [UInt8] {
    let shown = shown(path)
    let path = (path as NSString).expandingTildeInPath
    // Links to their end first: a link itself is not opened.
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    do {
      let file = try FileDescriptor(opening: target ?? path, .readOnly, .plain)
      let size = try file.status().size
      let limit = PictureLimits.covers.mostBytes
      guard size <= limit else {
        throw CoverProblem(
          .badPicture,
          "\(shown) is too large for a cover: \(size) bytes; at most \(limit) are taken.")
      }
      return try file.bytes(at: 0, count: Int(size))
    } catch let error as SystemError {
      throw problem(error, shown)
    } catch let error as CoverProblem {
      throw error
    } catch {
      throw CoverProblem(.unreadable, "\(shown) cannot be read.")
    }
  }

  private static func problem(_ error: SystemError, _ shown: String) -> CoverProblem {
    if error.isMissing { return CoverProblem(.unreadable, "There is no file \(shown).") }
    if error.isForeign {
      return CoverProblem(
        .unreadable, "\(shown) is no plain file; name a picture: JPEG, PNG, WebP or GIF.")
    }
    return CoverProblem(.unreadable, "\(shown) cannot be read: \(error.reason).")
  }

  /// A path as a message shows it: of bounded length, without control characters.
  private static func shown(_ path: String) -> String {
    let start = path.unicodeScalars.suffix(200).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: String(scalar)
      }
    }
    return "“\(start.joined())”"
  }
}
