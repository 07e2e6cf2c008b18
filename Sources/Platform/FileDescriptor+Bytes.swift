import Glibc

/// Reading and writing; every call is repeated when a signal interrupted it.
extension FileDescriptor {
  /// Reads what is there, at most the buffer's size; 0 at the end of the file.
  package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  {
    let count = retrying { Glibc.read(raw, buffer.baseAddress, buffer.count) }
    guard count >= 0 else { throw .last("read", path: path) }
    return count
  }

  /// Reads the next piece of what is there, at most so many bytes; empty at the end of the file.
  package borrowing func piece(atMost count: Int) throws(SystemError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    let got = try read(into: buffer)
    return [UInt8](buffer[..<got])
  }

  /// Reads at a place without moving; fewer bytes than asked for only at the end of the file.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = retrying { pread(raw, rest.baseAddress, rest.count, off_t(offset) + off_t(done)) }
      guard count >= 0 else { throw .last("pread", path: path) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// At most `count` bytes from a place.
  package borrowing func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    let got = try read(into: buffer, at: offset)
    return [UInt8](buffer[..<got])
  }

  /// Reads from here to the end.
  package borrowing func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes everything here, in several calls if the system takes it in parts.
  package borrowing func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
      let count = retrying { Glibc.write(raw, rest.baseAddress, rest.count) }
      guard count >= 0 else { throw .last("write", path: path) }
      done += count
    }
  }

  /// Writes everything here.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    let failure = bytes.withUnsafeBytes { buffer in
      attempt { () throws(SystemError) in try write(buffer) }
    }
    if let failure { throw failure }
  }

  /// Writes everything at a place without moving.
  package borrowing func write(
    _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
      let count = retrying {
        pwrite(raw, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      }
      guard count >= 0 else { throw .last("pwrite", path: path) }
      done += count
    }
  }

  /// Writes everything at a place without moving.
  package borrowing func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    let failure = bytes.withUnsafeBytes { buffer in
      attempt { () throws(SystemError) in try write(buffer, at: offset) }
    }
    if let failure { throw failure }
  }
}

/// The error of a body, so that it can pass through the standard library's untyped closures.
private func attempt(_ body: () throws(SystemError) -> Void) -> SystemError? {
  do throws(SystemError) {
    try body()
    return nil
  } catch {
    return error
  }
}
