import Foundation
import Pictures

/// Width and height of every kind of picture that is read, and what others look like.
enum PictureExtent {
  static func of(_ bytes: Data) -> (width: Int, height: Int)? {
    do {
      let size = try Picture.size(of: [UInt8](bytes), limits: PictureLimits(mostBytes: .max))
      return (size.width, size.height)
    } catch {
      return nil
    }
  }

  /// What bytes that are no picture look like, as the end of a sentence.
  static func likeness(of bytes: Data) -> String? { Likeness(of: [UInt8](bytes)).description }
}
