import CLinux
@preconcurrency import Dispatch
import Foundation
import Glibc

/// Reads a descriptor to its end on a thread of its own and hands the bytes over on a queue.
///
/// Not a dispatch source: those of libdispatch on Linux crash in its event loop when terminals hang
/// up while other sources come and go (Swift 6.3.1).
final class OutputReader: Sendable {
  private let descriptor: Int32
  private let stop: Int32

  /// Takes over a descriptor, and closes it at its end or when the reader is stopped.
  ///
  /// Pieces come in order; nil is the end, after which nothing comes.
  init(
    owning descriptor: Int32, queue: DispatchQueue,
    take: @escaping @Sendable ([UInt8]?) -> Void
  ) {
    self.descriptor = descriptor
    stop = clinux_eventfd()
    // The thread holds copies of the numbers, not the reader, whose end is what stops it.
    let (descriptor, stop) = (descriptor, clinux_duplicate(stop))
    Thread.detachNewThread {
      Self.read(descriptor, until: stop) { bytes in queue.async { take(bytes) } }
      close(descriptor)
      close(stop)
      queue.async { take(nil) }
    }
  }

  deinit {
    var one: UInt64 = 1
    _ = write(stop, &one, 8)
    close(stop)
  }

  private static func read(_ descriptor: Int32, until stop: Int32, _ take: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var wanted = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      if poll(&wanted, 2, -1) < 0 {
        if errno == EINTR { continue }
        return
      }
      if wanted[1].revents != 0 { return }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        take(Array(buffer[..<count]))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        return  // 0 ends a pipe; EIO is a terminal that its last program has left
      }
    }
  }
}
