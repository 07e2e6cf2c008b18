/// How large, how long and how often: every limit of the room, with its reason.
package enum Limits {
  /// The largest picture in bytes: several times a cover of 500 × 500, and no scan of a page.
  package static let pictureBytes = 2 * 1_024 * 1_024

  /// The smallest picture in bytes; less is an empty dot.
  package static let leastPictureBytes = 100

  /// The largest width and height in pixels.
  package static let mostPixels = 6_000

  /// Pictures no wider or no higher than this stand for none.
  package static let dotPixels = 10

  /// The largest answer in JSON; records have a few kilobytes.
  package static let answerBytes = 1_024 * 1_024

  /// The most brackets open at once in an answer in JSON; records have five.
  package static let answerDepth = 64

  /// How much is read of a body that is of no use, so that the connection can serve again.
  package static let uselessBytes = 64 * 1_024

  /// The most redirects from one address.
  ///
  /// Open Library: a cover takes two or three.
  package static let redirects = 5

  /// The longest address in bytes.
  package static let addressBytes = 8 * 1_024

  /// How long a request may take in all: what comes byte by byte ends too.
  package static let requestTime: Duration = .seconds(60)

  /// How long nothing may come.
  package static let idleTime: Duration = .seconds(20)

  /// The most look-ups that wait; at the service's pace they take half an hour.
  package static let waiting = 500

  /// The longest title, name or date in bytes; the longest titles of printed books have about 500.
  package static let textBytes = 1_000

  /// The longest description in bytes.
  package static let descriptionBytes = 8_000

  /// The most authors, publishers or numbers read of one record.
  package static let names = 20

  /// The most authors whose names are asked for one by one.
  package static let authorsAsked = 3

  /// How long an answer that there is none holds: thirty days.
  package static let absentTime: Duration = .seconds(30 * 86_400)

  /// How long one book rests whose answer could not be used: an hour.
  package static let restTime: Duration = .seconds(3_600)
}
