import Foundation
import Glibc

/// A connected or listening socket; closed by its owner.
struct WireSocket: Sendable {
  let descriptor: Int32

  /// Listens on a free port of 127.0.0.1 or ::1.
  static func listening(onIPv6: Bool) throws(ProcessFailure) -> (socket: WireSocket, port: UInt16) {
    let family = onIPv6 ? AF_INET6 : AF_INET
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { throw .system("socket") }
    let bound: Int32
    if onIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard bound == 0, listen(descriptor, 64) == 0 else {
      let problem = ProcessFailure.system("bind")
      close(descriptor)
      throw problem
    }
    return (WireSocket(descriptor: descriptor), port(of: descriptor))
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    // The port lies at the same place for both families.
    return UInt16(bigEndian: address.sin6_port)
  }

  /// The next connection; nil when the socket was shut.
  func accepted() -> WireSocket? {
    while true {
      let next = accept(descriptor, nil, nil)
      if next >= 0 {
        _ = fcntl(next, F_SETFD, FD_CLOEXEC)
        return WireSocket(descriptor: next)
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// What has come, at most 64 KiB; empty at the end.
  func read() -> Data {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Data(buffer[..<count]) }
      if errno != EINTR { return Data() }
    }
  }

  /// Sends all; false when the other side is gone.
  func send(_ data: Data, counting sent: (Int) -> Void = { _ in }) -> Bool {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      sent(count)
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends both directions, so that whoever waits on the socket goes on.
  func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the close that follows a reset.
  func forgetWhatIsUnderWay() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
