/// What a transfer does in its legs; the transfer calls one at a time.
protocol TransferWork: Sendable {
  /// Looks at what can be looked at before anything is sent; what it throws is a local fault.
  func prepare() throws

  /// One leg: from where the last one was stopped to the end.
  ///
  /// `report` takes how many bytes there are now, and of how many. Throws `CancellationError` when
  /// its task was cancelled and nothing of it is under way any more.
  func run(while isCurrent: @escaping @Sendable () -> Bool, report: @escaping Report) async throws

  /// Checks what is whole and puts it in its place; its size in bytes.
  func settle() async throws -> Int64

  /// Forgets what is not whole; returns soon.
  func discard()

  typealias Report = @Sendable (_ completed: Int64, _ total: Int64?) -> Void
}
