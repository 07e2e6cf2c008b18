import Foundation
import Glibc
import ObjectStorage
import Platform

/// An nginx of our own that serves one object as Cloud Storage for Firebase does; it ends with its
/// owner.
final class WebServer {
  static let bucketName = "bench"
  static let object = "large"
  /// Firebase: where an object's bytes are.
  static let path = "v0/b/\(bucketName)/o/\(object)"

  /// Bytes of the object.
  let size: Int
  let port: Int
  private let child: Child

  /// The bucket as the storage is told it.
  var bucket: String { "http://127.0.0.1:\(port)/v0/b/\(Self.bucketName)" }

  /// The object as other programs are told it.
  var address: String { "http://127.0.0.1:\(port)/\(Self.path)?alt=media" }

  /// Starts one whose files are in a folder; nil where there is no nginx.
  init?(in folder: String, megabytes: Int) throws {
    guard let program = Self.program else { return nil }
    size = megabytes * 1_000_000
    let hash = try Self.writeObject(to: "\(folder)/object", megabytes: megabytes)
    port = try Self.freePort()
    let settings = "\(folder)/nginx.conf"
    let text = Self.settings(folder, port, hash)
    try FileDescriptor(opening: settings, .readWrite, [.create, .truncate])
      .write(Array(text.utf8))
    // nginx alone would outlive the bench; its shell sees the pipe's end, and ends it. Not by a
    // signal that can be blocked: children inherit the mask of Dispatch's threads, which block all.
    let script = """
      "$0" -e "$1/errors" -c "$1/nginx.conf" </dev/null >/dev/null 2>&1 &
      read line; kill -KILL $!; wait $!
      """
    child = try Child("sh", ["-c", script, program, folder])
    try waitUntilItAnswers()
  }

  deinit {
    // A line ends the shell, and it ends the server.
    try? child.send(Array("\n".utf8))
    _ = try? child.rest()
  }

  private static let program: String? = {
    let places: [String] = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
    return places.first { access($0, X_OK) == 0 }
  }()

  /// Writes bytes that nothing compresses; their CRC-32C in base64.
  private static func writeObject(to path: String, megabytes: Int) throws -> String {
    let file = try FileDescriptor(opening: path, .readWrite, [.create, .truncate])
    var random = Lottery(seed: 7)
    var checksum = Checksum(.crc32c)
    for _ in 0..<megabytes {
      let words = (0..<125_000).map { _ in random.next() }
      try words.withUnsafeBytes { bytes in try file.write(bytes) }
      words.withUnsafeBytes { checksum.update($0) }
    }
    return checksum.crc32c ?? ""
  }

  /// A port that nobody listens at.
  private static func freePort() throws -> Int {
    let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    guard socket.raw >= 0 else { throw SystemTrouble("socket") }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(socket.raw, address, length) == 0
        && getsockname(socket.raw, address, &length) == 0
    }
    guard result else { throw SystemTrouble("bind") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func waitUntilItAnswers() throws {
    let end = Stopwatch.now() + Int64(Child.patience) * 1_000_000
    var address = Self.loopback(port)
    while Stopwatch.now() < end {
      let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      let isThere = withUnsafeBytes(of: &address) { bytes in
        connect(
          socket.raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          socklen_t(bytes.count)) == 0
      }
      if isThere { return }
      Stopwatch.pause(nanoseconds: 5_000_000)
    }
    throw SystemTrouble("start nginx", ETIMEDOUT)
  }

  private static func settings(_ folder: String, _ port: Int, _ hash: String) -> String {
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    return """
      daemon off;
      master_process off;
      pid \(folder)/nginx.pid;
      events { worker_connections 64; }
      http {
        access_log off;
        sendfile on;
        \(places)
        server {
          listen 127.0.0.1:\(port);
          location = /\(path) {
            alias \(folder)/object;
            default_type application/octet-stream;
            add_header x-goog-generation 1;
            add_header x-goog-hash "crc32c=\(hash)";
          }
        }
      }

      """
  }
}
