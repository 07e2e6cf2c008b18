@preconcurrency import Dispatch
import Glibc

/// The writing end of a child's input: writes in order on a queue of its own, so that a child that
/// does not read holds up nobody else.
final class Outlet: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "input of a child")

  /// Takes over an open descriptor and closes it at the end.
  init(owning descriptor: Int32) {
    _ = Self.brokenPipesAreErrors
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    // Nothing can be queued here: a queued write holds on to the outlet.
    close(descriptor)
  }

  /// Writing to a child that has gone must fail, not end the tests.
  private static let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Writes all bytes, in one call or each at its moment after the start, `gap` apart.
  ///
  /// - Returns: The longest time that really lay between two of them; none without a gap.
  @discardableResult
  func write(_ bytes: [UInt8], gap: Duration?, within limit: Duration) async throws -> Duration {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Duration, any Error>) in
      queue.async { [self] in
        done.resume(with: Result { try writeNow(bytes, gap: gap, within: limit) })
      }
    }
  }

  /// Writes later, after what is being written now; whether it succeeds is nobody's concern.
  func post(_ bytes: [UInt8], within limit: Duration) {
    queue.async { [self] in _ = try? writeNow(bytes, gap: nil, within: limit) }
  }

  /// Tells a terminal its size.
  func setSize(_ size: winsize) throws(ProcessFailure) {
    var size = size
    guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw .system("TIOCSWINSZ") }
  }

  private func writeNow(
    _ bytes: [UInt8], gap: Duration?, within limit: Duration
  ) throws(ProcessFailure) -> Duration {
    guard let gap else {
      try put(bytes[...], within: limit)
      return .zero
    }
    Self.hurry(true)
    defer { Self.hurry(false) }
    let start = ContinuousClock.now
    var longest = Duration.zero
    var last: ContinuousClock.Instant?
    for index in bytes.indices {
      Pause.until(start + gap * index)
      try put(bytes[index...index], within: limit)
      let now = ContinuousClock.now
      if let last { longest = max(longest, now - last) }
      last = now
    }
    return longest
  }

  /// Lets this thread run before all others, where the system allows it: a pace is to be kept.
  private static func hurry(_ isHurried: Bool) {
    var parameters = sched_param()
    parameters.sched_priority = isHurried ? 1 : 0
    pthread_setschedparam(pthread_self(), isHurried ? SCHED_RR : SCHED_OTHER, &parameters)
  }

  private func put(_ bytes: ArraySlice<UInt8>, within limit: Duration) throws(ProcessFailure) {
    let deadline = ContinuousClock.now + limit
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        let left = deadline - .now
        guard left > .zero else { throw .system("write to a child that does not read", EAGAIN) }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, Int32(left.components.seconds * 1000 + 100))
      } else if errno != EINTR {
        throw .system("write to a child")
      }
    }
  }
}
