import Foundation
import Pictures

/// Width and height of every kind of picture that is read.
enum PictureExtent {
  static func of(_ bytes: Data) -> (width: Int, height: Int)? {
    do {
      let size = try Picture.size(of: [UInt8](bytes), limits: PictureLimits(mostBytes: .max))
      return (size.width, size.height)
    } catch {
      return nil
    }
  }
}
