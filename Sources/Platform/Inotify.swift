import CLinux
import Glibc

/// The kernel's news about files and folders, as a queue of events on a descriptor.
final class Inotify: Sendable {
  /// One piece of news.
  struct Event: Hashable, Sendable {
    /// Which watch it belongs to; -1 when news was lost.
    var watch: Int32
    /// The IN_ bits.
    var mask: UInt32
    /// The name inside the watched folder; empty when it is about the watched thing itself.
    var name: String
  }

  /// Enough for many events at once, each 16 bytes and a name of at most 256.
  private static let bufferSize = 16_384

  private let descriptor: FileDescriptor

  /// Opens an instance.
  ///
  /// The system allows a user about 128: EMFILE when they are used up.
  init() throws(SystemError) {
    let raw = clinux_inotify()
    guard raw >= 0 else { throw .last("inotify_init1") }
    descriptor = FileDescriptor(owning: raw)
  }

  /// What to wait on for reading.
  var raw: Int32 { descriptor.raw }

  /// Watches a path; asking again for the same file changes and returns the same watch.
  func add(_ path: String, _ mask: UInt32) throws(SystemError) -> Int32 {
    let watch = inotify_add_watch(raw, path, mask)
    guard watch >= 0 else { throw .last("inotify_add_watch", path: path) }
    return watch
  }

  /// Ends a watch; one that has ended already is no error.
  func remove(_ watch: Int32) {
    _ = inotify_rm_watch(raw, watch)
  }

  /// Takes all the news there is, without waiting; empty when there is none.
  func drain() -> [Event] {
    var events: [Event] = []
    while fetch(into: &events) {}
    return events
  }

  /// Takes news with one call, without waiting; there may be more.
  func take() -> [Event] {
    var events: [Event] = []
    _ = fetch(into: &events)
    return events
  }

  /// Reads once; false when there was nothing.
  private func fetch(into events: inout [Event]) -> Bool {
    withUnsafeTemporaryAllocation(
      byteCount: Self.bufferSize, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      let count = retrying { Glibc.read(raw, buffer.baseAddress, buffer.count) }
      guard count > 0 else { return false }
      Self.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
      return true
    }
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
    let header = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + header + Int(event.len)
      guard end <= bytes.count else { return }
      // The name is padded with NULs.
      let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
      events.append(
        Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
      offset = end
    }
  }
}
