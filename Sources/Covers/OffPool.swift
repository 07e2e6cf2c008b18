import Dispatch

/// Runs a step that takes its time, reading a file or decoding a picture, on a thread of its own:
/// Swift's pool has few.
func offPool<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try body() })
    }
  }
}
