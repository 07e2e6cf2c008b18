import CLinux
import Glibc

/// A lock on a file for which processes and threads queue: first come, first served.
///
/// SQLite's busy handler sleeps and tries again, so that one of several writers starves. Here each
/// comer draws a ticket and waits for the one before it, and the kernel wakes exactly that one.
///
/// The file holds the last ticket drawn and a line about the holder. Who holds what is known to the
/// kernel alone, as open-file-description locks on single bytes far apart from the content's use:
/// a byte for drawing tickets, the writer's byte, and a byte for each ticket. The kernel frees the
/// bytes of a process that dies, so nothing has to be cleaned up:
///
/// 1. Lock the drawing byte, read the last ticket, add one, lock that ticket's byte, store it,
///    unlock the drawing byte. If nobody is before us, the same lock takes the writer's byte too.
/// 2. Otherwise wait for the byte of the ticket before ours: its owner has left, or died.
/// 3. Lock everything from the writer's byte to our ticket. If the one before us died while others
///    are still before it, this waits for them: dying costs nobody exclusion or the order.
///
/// One `WriterQueue` is one place in the queue and belongs to one thread at a time; every thread
/// that writes needs its own. Exclusion holds as long as nobody deletes the lock file while it is
/// held; a file deleted between turns is noticed and made again.
///
/// Cost: 7 system calls for an uncontended turn, a few microseconds; a handover wakes one thread.
package final class WriterQueue {
  /// The byte locked while a ticket is drawn.
  static let drawingByte: Int64 = 0
  /// The byte whose lock is the right to write.
  static let writerByte: Int64 = 1
  /// Ticket n locks the byte this far behind the writer's.
  static let firstTicketByte: Int64 = 2
  /// A stored ticket beyond this is damage, not a count.
  ///
  /// A ticket a microsecond would take 70,000 years to come here, and it is far enough from the end
  /// of all offsets that adding to it cannot overflow.
  static let greatestTicket: Int64 = 1 << 61

  private let path: String
  /// What this handle writes into the file when its turn comes.
  private var record: Record
  private var descriptor: FileDescriptor
  private var identity: FileDescriptor.Identity
  private var holds = false
  /// The ticket of the turn taken last; turns are taken in the order of their tickets.
  package private(set) var ticket: Int64 = 0

  /// Opens the lock file, made when missing with the permissions the umask allows.
  ///
  /// `program` and `label` (a desk's name) are what others read about a holder who keeps them
  /// waiting. A folder that cannot be written to, or a name that belongs to a link or anything but
  /// a plain file, gives the system's error.
  package init(at path: String, program: String, label: String = "") throws(SystemError) {
    self.path = path
    record = Record(process: getpid(), program: program, label: label)
    descriptor = try FileDescriptor(opening: path, .readWrite, [.create, .plain])
    identity = try descriptor.status().identity
  }

  /// Waits for this handle's turn to write; nil waits as long as it takes.
  ///
  /// After it returns, everyone else waits until `leave()`. Entering twice is a programmer error.
  package func enter(deadline: ContinuousClock.Instant? = nil) throws(WriterQueueError) {
    precondition(!holds, "this handle holds the turn already")
    while true {
      do {
        try takeTurn(deadline)
        if try isStillTheFile() {
          holds = true
          return
        }
        // Deleted or replaced: whoever comes now meets another file, and so must we.
        release()
        try reopen()
      } catch {
        release()
        switch error {
        case .timedOut: throw .timedOut(path: path, holder: holder())
        case .system(let error): throw .system(error)
        }
      }
    }
  }

  /// Ends the turn; the next in the queue wakes.
  package func leave() {
    precondition(holds, "this handle does not hold the turn")
    holds = false
    release()
  }

  /// Runs a body in this handle's turn.
  package func withTurn<Result>(
    deadline: ContinuousClock.Instant? = nil, _ body: () throws -> Result
  ) throws -> Result {
    try enter(deadline: deadline)
    defer { leave() }
    return try body()
  }

  /// Who wrote itself into the file last: the holder, while the turn is held.
  package func holder() -> WriterQueueHolder? {
    (try? descriptor.bytes(at: 0, count: Record.size)).flatMap { Record.holder(in: $0) }
  }
}

extension WriterQueue {
  /// Why a turn was not taken.
  private enum Failure: Error {
    case timedOut
    case system(SystemError)
  }

  private func takeTurn(_ deadline: ContinuousClock.Instant?) throws(Failure) {
    try lock(Self.drawingByte, 1, deadline)
    ticket = try lastTicket() + 1
    if try tryLock(from: Self.writerByte, through: Self.byte(of: ticket)) {
      record.ticket = ticket
      record.since = WallClock.milliseconds()
      try store(record.bytes[...], at: 0)
      try unlockDrawing()
      return
    }
    ticket = try drawTicket(from: ticket)
    record.ticket = ticket
    try store(record.bytes[..<Record.ticketSize], at: 0)
    try unlockDrawing()

    let own = Self.byte(of: ticket)
    try lock(own - 1, 1, deadline)
    try lock(Self.writerByte, own - Self.writerByte, deadline)
    record.since = WallClock.milliseconds()
    try store(record.bytes[Record.ticketSize...], at: Int64(Record.ticketSize))
  }

  /// Locks the byte of a ticket, or of the first one free behind it: the stored count can be behind
  /// the tickets in use when the file was emptied by hand.
  private func drawTicket(from first: Int64) throws(Failure) -> Int64 {
    var ticket = first
    while true {
      let byte = Self.byte(of: ticket)
      if try tryLock(from: byte, through: byte) { return ticket }
      let end = clinux_lock_end(descriptor.raw, byte)
      guard end >= 0 else { throw .system(.last("fcntl", path: path)) }
      guard end < Int64.max else {
        throw .system(SystemError(errno: EOVERFLOW, call: "fcntl", path: path))
      }
      if end > 0 { ticket = end - Self.firstTicketByte }
    }
  }

  private static func byte(of ticket: Int64) -> Int64 { firstTicketByte + ticket }

  private func tryLock(from first: Int64, through last: Int64) throws(Failure) -> Bool {
    let number = clinux_lock(descriptor.raw, first, last - first + 1, 0)
    switch number {
    case 0: return true
    case EAGAIN, EACCES: return false
    default: throw .system(SystemError(errno: number, call: "fcntl", path: path))
    }
  }

  private func lock(
    _ start: Int64, _ length: Int64, _ deadline: ContinuousClock.Instant?
  ) throws(Failure) {
    if try tryLock(from: start, through: start + length - 1) { return }
    let number: Int32?
    do {
      number = try InterruptibleWait.run(until: deadline) {
        clinux_lock(descriptor.raw, start, length, 1)
      }
    } catch {
      throw .system(error)
    }
    guard let number else { throw .timedOut }
    guard number == 0 else {
      throw .system(SystemError(errno: number, call: "fcntl", path: path))
    }
  }

  private func unlockDrawing() throws(Failure) {
    let number = clinux_unlock(descriptor.raw, Self.drawingByte, 1)
    guard number == 0 else {
      throw .system(SystemError(errno: number, call: "fcntl", path: path))
    }
  }

  /// Gives up every byte at once; in the kernel one act, so nobody sees half of it.
  private func release() {
    _ = clinux_unlock(descriptor.raw, 0, 0)
  }

  /// The ticket drawn last; 0 where the file is new or damaged.
  private func lastTicket() throws(Failure) -> Int64 {
    var stored: Int64 = 0
    let count = retrying { pread(descriptor.raw, &stored, Record.ticketSize, 0) }
    guard count >= 0 else { throw .system(.last("pread", path: path)) }
    let last = Int64(littleEndian: stored)
    return count == Record.ticketSize && (0...Self.greatestTicket).contains(last) ? last : 0
  }

  private func store(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws(Failure) {
    let count = bytes.withUnsafeBytes { buffer in
      retrying { pwrite(descriptor.raw, buffer.baseAddress, buffer.count, off_t(offset)) }
    }
    if count == bytes.count { return }
    // Written in part only where the disk is full.
    throw .system(
      count < 0
        ? .last("pwrite", path: path) : SystemError(errno: ENOSPC, call: "pwrite", path: path))
  }

  private func isStillTheFile() throws(Failure) -> Bool {
    do {
      return try FileDescriptor.identity(of: path) == identity
    } catch {
      throw .system(error)
    }
  }

  private func reopen() throws(Failure) {
    do {
      descriptor = try FileDescriptor(opening: path, .readWrite, [.create, .plain])
      identity = try descriptor.status().identity
    } catch {
      throw .system(error)
    }
  }
}
