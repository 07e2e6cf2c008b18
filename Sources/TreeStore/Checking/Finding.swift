/// Something in the file that is not as it must be.
package struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// Where: a path in the tree, a list, or the file.
  package var place: String
  /// What is wrong, in a sentence.
  package var reason: String

  package var description: String { "\(place): \(reason)" }
}
