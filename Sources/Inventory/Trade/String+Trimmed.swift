extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
