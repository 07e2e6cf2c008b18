/// Something a state watches: a stream of messages with a name.
///
/// The name must say everything the stream depends on: as long as it stays, the stream is kept;
/// when it changes, the old stream is cancelled and nothing more of it is delivered. A stream of
/// states should keep only its newest (`bufferingNewest(1)`).
public struct Subscription<Message: Sendable>: Sendable {
  public let id: String
  /// Runs the stream to its end, handing over each message and waiting until there is room for it.
  package let run: @Sendable (_ sink: @escaping @Sendable (Message) async -> Void) async -> Void

  /// A stream, made when a state first asks for the id, on a task of its own.
  public init(id: String, make: @escaping @Sendable () -> AsyncStream<Message>) {
    self.id = id
    self.run = { sink in
      for await message in make() {
        await sink(message)
      }
    }
  }
}
