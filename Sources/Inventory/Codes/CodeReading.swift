/// What a scanned, typed or imported text turned out to be.
public enum CodeReading: Hashable, Sendable {
  /// A book. The warning is shown to people; the add-on is the small bar beside the code.
  case isbn(ISBN, warning: CodeWarning?, addOn: String?)

  /// No book: nothing is changed, people are told why.
  ///
  /// The code is the bare digits where they form a code of another kind (a UPC-A filled up to
  /// thirteen), else the cleaned text. A shop's own code is looked up in the stock under it.
  case rejected(CodeReason, code: String, addOn: String?)

  /// Several codes run together, to be handled one after another, each by ``Code/parse(_:)``.
  case split([String])

  /// The word for the outcome in JSON: `ok`, `reject` or `split`.
  public var status: String {
    switch self {
    case .isbn: "ok"
    case .rejected: "reject"
    case .split: "split"
    }
  }

  /// The book's number, nil unless it is one.
  public var isbn: ISBN? {
    if case .isbn(let isbn, _, _) = self { isbn } else { nil }
  }

  /// Why the text was refused, nil if it was not.
  public var reason: CodeReason? {
    if case .rejected(let reason, _, _) = self { reason } else { nil }
  }

  /// What people should know about an accepted code.
  public var warning: CodeWarning? {
    if case .isbn(_, let warning, _) = self { warning } else { nil }
  }

  /// The digits of the add-on bar, if one was read.
  public var addOn: String? {
    switch self {
    case .isbn(_, _, let addOn), .rejected(_, _, let addOn): addOn
    case .split: nil
    }
  }
}
