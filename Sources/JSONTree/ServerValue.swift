/// A value that is known only when the write is applied.
public enum ServerValue: Sendable, Hashable {
  /// Milliseconds since 1970 when the write is applied, the same for the whole write.
  case timestamp
  /// The number that was there plus another; what was no number counts as nothing.
  case increment(Scalar)
  /// The number at an absolute path before the write, plus another; only of the local engine.
  ///
  /// What is no number counts as nothing. So a record of a change can state the number before
  /// (`plus: 0`) and after it, in the same write.
  case number(at: Path, plus: Scalar)

  /// The value, given what was there before.
  func resolved(
    over existing: Scalar?, reading: (Path) -> Node, at milliseconds: Int64
  ) -> Scalar {
    switch self {
    case .timestamp: .integer(milliseconds)
    case .increment(let amount): Scalar.sum(existing, amount)
    case .number(let path, let amount): Scalar.sum(reading(path).scalar, amount)
    }
  }

  /// Refuses an amount that is no finite number.
  func check(at place: Path) throws(TreeSyntaxError) {
    switch self {
    case .timestamp: return
    case .increment(let amount), .number(_, let amount):
      guard let number = amount.double, number.isFinite else {
        throw TreeSyntaxError(
          .badServerValue, "An increment needs a finite number.", at: place.description)
      }
    }
  }
}
