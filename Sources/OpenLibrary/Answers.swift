package import Foundation

/// What came of a look-up.
package enum Answer<Value: Sendable>: Sendable {
  /// It is there.
  case found(Value)
  /// The service says that it has none; asking again is worth while only after that day.
  case absent(until: Date)
  /// Nothing can be said now: nothing about the book is known by it, and it is never kept as none.
  case later(Later)
  /// It will not be got, and why: a sentence for people.
  case refused(String)
}

/// What came of asking for a book's cover.
package typealias CoverAnswer = Answer<FoundPicture>

/// What came of asking for a book's title.
package typealias RecordAnswer = Answer<Record>

/// What came of fetching a picture from an address; never ``Answer/absent(until:)``.
package typealias PictureAnswer = Answer<FoundPicture>

/// A picture that came whole and has passed every check.
package struct FoundPicture: Sendable, Hashable {
  /// The file's bytes.
  package var bytes: Data
  /// What the bytes are, whatever name or header said.
  package var format: PictureFormat
  /// Width and height in pixels.
  package var size: PictureSize
  /// Where it came from, after redirects.
  package var address: URL

  /// Creates a picture.
  package init(bytes: Data, format: PictureFormat, size: PictureSize, address: URL) {
    self.bytes = bytes
    self.format = format
    self.size = size
    self.address = address
  }
}

/// Why nothing can be said now, and when to ask again.
package struct Later: Sendable, Hashable {
  /// Asking before that time gives the same answer at once, and nothing is sent.
  package var until: Date
  /// A sentence for people.
  package var why: String
  /// Whether this is the first time it is said: the rest need not be shown.
  package var isNews: Bool

  /// Creates a reason.
  package init(until: Date, why: String, isNews: Bool) {
    self.until = until
    self.why = why
    self.isNews = isNews
  }
}

extension Answer {
  /// The answer with another value.
  func map<Other: Sendable>(_ change: (Value) -> Other?) -> Answer<Other> {
    switch self {
    case .found(let value):
      if let other = change(value) {
        .found(other)
      } else {
        .refused("The answer was of another kind than the question.")
      }
    case .absent(let until): .absent(until: until)
    case .later(let later): .later(later)
    case .refused(let why): .refused(why)
    }
  }
}

/// Hears how many bytes of an answer came, and how many are announced: -1 where nobody says.
///
/// Called while the answer comes, never two at a time for one answer; it must not wait.
package typealias ByteProgress = @Sendable (_ received: Int64, _ expected: Int64) -> Void
