/// A key, what it asks for, and how that is explained: one table feeds dispatch, footer and help.
public struct Binding<Request: Sendable>: Sendable {
  /// The keys that ask for it; the first is the one that is shown.
  public let keys: [KeyPress]
  public let request: Request
  /// A sentence without a period for the help screen.
  public let help: String
  /// One or two words for the footer; nil keeps the key out of the footer.
  public let hint: String?

  /// A binding of one key or more; a binding without a key is a programmer's error and traps.
  public init(_ keys: KeyPress..., request: Request, help: String, hint: String? = nil) {
    precondition(!keys.isEmpty, "a binding needs a key")
    self.keys = keys
    self.request = request
    self.help = help
    self.hint = hint
  }
}

extension Sequence {
  /// The request of the first binding that has `key`, or nil; linear.
  public func request<Request>(for key: KeyPress) -> Request? where Element == Binding<Request> {
    first { $0.keys.contains(key) }?.request
  }

  /// Keys that more than one binding claims, for a test to refuse.
  public func duplicateKeys<Request>() -> [KeyPress] where Element == Binding<Request> {
    var seen: Set<KeyPress> = []
    return flatMap(\.keys).filter { !seen.insert($0).inserted }
  }
}
