/// Why a whole file cannot be taken.
public struct FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A word for programs, as `empty_file`.
  public let word: String

  /// A sentence for people that says what to do.
  public let sentence: String

  /// Where in the file, nil if it concerns all of it.
  public let line: Int?

  /// Creates a fault.
  public init(_ word: String, _ sentence: String, line: Int? = nil) {
    self.word = word
    self.sentence = sentence
    self.line = line
  }

  public var description: String { sentence }
}
