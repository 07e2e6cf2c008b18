extension ISBN {
  /// The number with its four hyphens, nil where the group or the publisher's range is not known.
  ///
  /// Source: the range message of the International ISBN Agency. Logarithmic in the ranges.
  public var hyphenated: String? {
    guard let lengths = ISBNRanges.lengths(of: self) else { return nil }
    let publisher = 3 + lengths.group
    let title = publisher + lengths.publisher
    guard title < 12 else { return nil }
    var hyphenated = ""
    for (index, digit) in text.enumerated() {
      if index == 3 || index == publisher || index == title || index == 12 {
        hyphenated.append("-")
      }
      hyphenated.append(digit)
    }
    return hyphenated
  }

  /// The registration group, nil while none has been assigned for the number.
  public var group: RegistrationGroup? { ISBNRanges.group(of: self)?.group }
}
