/// Why bytes are no picture that can be used.
package enum PictureProblem: Error, Equatable, Sendable {
  case empty
  /// Bytes of another kind; what they look like.
  case notAPicture(Likeness)
  /// The file ends before the picture does.
  case truncated(PictureFormat)
  /// The file has its end, but not all of what belongs before it is right.
  case damaged(PictureFormat)
  /// A kind of the format that is not read, such as JPEG with 12 bits a colour.
  case unsupported(PictureFormat)
  case tooManyBytes(limit: Int)
  case tooManyPixels(PictureSize, limit: PictureSize)
  case zeroSized(PictureFormat)
  /// So few bytes that they only mark the place of a picture.
  case tooFewBytes(Int)
  /// So few pixels that they only mark the place of a picture.
  case tooFewPixels(PictureSize)
}

extension PictureProblem: CustomStringConvertible {
  /// What is wrong, in a sentence for people.
  package var description: String {
    switch self {
    case .empty: "The picture is empty: it has no bytes."
    case .notAPicture(let likeness):
      "This is not a picture that can be read (JPEG, PNG, WebP or GIF): \(likeness.description)."
    case .truncated(let format): "The \(format.name) picture is cut off: its end is missing."
    case .damaged(let format): "The \(format.name) picture is damaged and cannot be read whole."
    case .unsupported(let format): "This kind of \(format.name) picture cannot be read."
    case .tooManyBytes(let limit): "The picture is too large: it has more than \(limit) bytes."
    case .tooManyPixels(let size, let limit):
      "The picture is too large: \(size) pixels; at most \(limit) can be read."
    case .zeroSized(let format): "The \(format.name) picture has no pixels."
    case .tooFewBytes(let count): "There is no picture: the file has only \(count) bytes."
    case .tooFewPixels(let size): "There is no picture: it is only \(size) pixels."
    }
  }
}
