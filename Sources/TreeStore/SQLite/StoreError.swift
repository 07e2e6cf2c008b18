/// What went wrong with the file that keeps the tree.
///
/// `code` is for programs, `reason` is a sentence for people, `place` names the file or the path in
/// the tree, `underlying` is what SQLite or the system said in its own words.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failure a caller may want to tell apart.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// Somebody else held the writer's turn, or the file, until the deadline.
    case busy
    /// No room on the disk, or the file has reached its allowed size.
    case full
    /// Reading or writing failed below SQLite.
    case inputOutput
    /// The file or its folder cannot be written.
    case readOnly
    /// The contents contradict themselves.
    case corrupt
    /// The file is not a tree: another kind of file, or another program's database.
    case notADatabase
    /// Written by a later version of this program.
    case newerFormat
    /// The file cannot be opened or created.
    case cannotOpen
    /// The file's name belongs to another file now, or to none.
    case replaced
    /// More was asked for than a limit allows.
    case tooLarge
    /// Memory ran out.
    case outOfMemory
    /// A write that contradicts itself: two of its steps touch the same place.
    case conflict
    /// The store was closed.
    case closed
    /// SQLite refused what this program asked: a fault of the program.
    case misuse
  }

  /// The kind of failure.
  package var code: Code
  /// The file, or the path in the tree, that it happened to.
  package var place: String
  /// What happened, in one sentence.
  package var reason: String
  /// SQLite's extended result code; 0 when SQLite had no part in it.
  package var extendedCode: Int32
  /// What lay below, in its own words; empty when nothing did.
  package var underlying: String

  package init(
    _ code: Code, at place: String, _ reason: String, extendedCode: Int32 = 0,
    underlying: String = ""
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.extendedCode = extendedCode
    self.underlying = underlying
  }

  package var description: String {
    let more = underlying.isEmpty ? "" : " (\(underlying))"
    return "\(place): \(reason)\(more)"
  }
}
