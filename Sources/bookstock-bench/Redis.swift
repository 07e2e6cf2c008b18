import Glibc
import Platform

/// A Redis server of the bench's own, when the machine has one: syncing, telling of its keys.
final class Redis {
  private let server: Child
  /// The path of the socket at which it listens.
  let socket: String

  /// Whether the machine has one.
  static var isThere: Bool {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    return folders.contains { access("\($0)/redis-server", X_OK) == 0 }
  }

  /// Starts a server that keeps its files in a folder, and waits until it answers.
  init(in folder: String) throws {
    socket = "\(folder)/redis.sock"
    server = try Child(
      "redis-server",
      [
        "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "", "--appendonly",
        "yes", "--appendfsync", "always", "--notify-keyspace-events", "K$", "--logfile",
        "\(folder)/redis.log",
      ])
    let end = Stopwatch.now() + Int64(Child.patience) * 1_000_000
    while true {
      if let connection = try? RedisConnection(at: socket),
        (try? connection.call(["PING"])) == ["PONG"]
      {
        return
      }
      guard Stopwatch.now() < end else { throw RedisTrouble("The server does not answer.") }
      Stopwatch.pause(nanoseconds: 5_000_000)
    }
  }

  /// Ends the server.
  func end() {
    server.end()
  }
}

/// A connection to a Redis server, as thin as can be.
final class RedisConnection {
  private let descriptor: FileDescriptor
  private var bytes: [UInt8] = []
  private var start = 0

  /// Connects to a socket of the file system.
  init(at path: String) throws {
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw SystemTrouble("socket") }
    descriptor = FileDescriptor(owning: raw, path: path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw RedisTrouble("\(path) is too long for a socket.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(raw, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemTrouble("connect \(path)") }
  }

  /// Sends a command and returns its answer, lists as their words.
  func call(_ words: [String]) throws -> [String] {
    var text = "*\(words.count)\r\n"
    for word in words { text += "$\(word.utf8.count)\r\n\(word)\r\n" }
    try descriptor.write(Array(text.utf8))
    return try answer()
  }

  /// The next answer or message.
  func answer() throws -> [String] {
    let line = try line()
    let rest = String(line.dropFirst())
    switch line.first {
    case "+", ":": return [rest]
    case "$":
      guard let count = Int(rest), count >= 0 else { return [] }
      return [try text(of: count)]
    case "*":
      var words: [String] = []
      for _ in 0..<max(0, Int(rest) ?? 0) { words += try answer() }
      return words
    default: throw RedisTrouble(line)
    }
  }

  private func line() throws -> String {
    while true {
      if let end = bytes[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return String(decoding: bytes[start..<max(start, end - 1)], as: UTF8.self)
      }
      try fetch()
    }
  }

  private func text(of count: Int) throws -> String {
    while bytes.count - start < count + 2 { try fetch() }
    defer { start += count + 2 }
    return String(decoding: bytes[start..<(start + count)], as: UTF8.self)
  }

  private func fetch() throws {
    bytes.removeFirst(start)
    start = 0
    try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      let count = try descriptor.read(into: buffer)
      guard count > 0 else { throw RedisTrouble("The server has gone.") }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}

/// What is wrong with the Redis server.
struct RedisTrouble: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String) {
    description = "Redis: \(sentence)"
  }
}
