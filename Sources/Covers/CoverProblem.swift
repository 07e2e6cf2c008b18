/// Why a cover was not set, fetched or shown.
package struct CoverProblem: Error, Sendable, Hashable {
  /// The kinds of problem; all but ``storage`` leave everything as it was.
  package enum Reason: String, Sendable, Hashable {
    /// What was given is no picture that can be used.
    case badPicture = "bad_picture"
    /// The file cannot be read.
    case unreadable
    /// The address is none, or leads nowhere.
    case badAddress = "bad_address"
    /// There is no cover to be fetched, removed or shown.
    case noCover = "no_cover"
    /// Nothing can be said now.
    case later
    /// A person chose the cover that is there.
    case chosenByHand = "chosen_by_hand"
    /// Another desk was faster, or is at it.
    case changedMeanwhile = "changed_meanwhile"
    /// Nobody wants it any more.
    case cancelled
    /// The storage cannot be used.
    case storage
  }

  package var reason: Reason
  /// What is wrong and what can be done, for people; nothing in it steers a terminal.
  package var sentence: String

  package init(_ reason: Reason, _ sentence: String) {
    self.reason = reason
    self.sentence = sentence
  }

  static let cancelled = CoverProblem(.cancelled, "It was cancelled; nothing was changed.")
}
