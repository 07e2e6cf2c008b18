import Foundation
import FoundationNetworking
import Glibc
import HTTPTransport
import ObjectStorage
import Platform

/// A large object from a server of this machine to a file.
///
/// The peer is Foundation's `URLSession`, whose file is synced and put in its place as ours is; it
/// verifies nothing, and ours takes the hash that the server tells.
enum DownloadRows {
  static let all = [
    Row(name: "download", summary: "200 MB from a server of this machine to a file") { stage in
      try await onServer(stage, "download", .bytesPerSecond) { try await download(stage, $0) }
    },
    Row(name: "download-slow", summary: "private memory while the receiver is slow") { stage in
      try await onServer(stage, "download, memory", .bytes) { try await memory(stage, $0) }
    },
  ]

  private static func onServer(
    _ stage: Stage, _ name: String, _ unit: Measure.Unit, _ run: (WebServer) async throws -> Measure
  ) async throws -> [Measure] {
    let megabytes = stage.pick(quick: 20, whole: 200)
    let folder = try stage.newFolder("served")
    guard let server = try WebServer(in: folder, megabytes: megabytes) else {
      return [Measure(name, unit, note: "not measured: there is no nginx on this machine")]
    }
    defer { stage.folder.remove("served") }
    return [try await run(server)]
  }

  private static func download(_ stage: Stage, _ server: WebServer) async throws -> Measure {
    let folder = try stage.newFolder("downloads")
    defer { stage.folder.remove("downloads") }
    let storage = Storage.storage(url: server.bucket)
    let object = storage.reference(withPath: WebServer.object)
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    var curls: [Double] = []
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let file = URL(fileURLWithPath: "\(folder)/ours")
        let rate = try await rate(of: server) { _ = try await object.writeAsync(toFile: file) }
        try check("\(folder)/ours", server)
        return rate
      },
      peer: {
        let file = "\(folder)/peer"
        let rate = try await rate(of: server) { try await fetch(server, to: file, in: session) }
        try check(file, server)
        if let rate = try curlRate(server, to: "\(folder)/curl") { curls.append(rate) }
        return rate
      })
    let curl =
      curls.isEmpty ? "" : "; curl(1) \(Measure.Unit.bytesPerSecond.text(curls.quantile(0.5)))"
    return Measure(
      "download", .bytesPerSecond, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: [.atLeast(0.8)],
      note: "\(server.size / 1_000_000) MB; the peer is URLSession, which checks no hash" + curl)
  }

  /// Bytes a second.
  private static func rate(
    of server: WebServer, _ step: () async throws -> Void
  ) async throws -> Double {
    let start = Stopwatch.now()
    try await step()
    return Double(server.size) / Double(Stopwatch.now() - start) * 1e9
  }

  /// Looks whether all has come, and removes it.
  private static func check(_ file: String, _ server: WebServer) throws {
    let size = try FileDescriptor.status(of: file)?.size
    unlink(file)
    guard size == Int64(server.size) else { throw DownloadIsCutOff() }
  }

  private struct DownloadIsCutOff: Error {}

  /// The peer's download; what the session drops into its temporary folder is synced and moved.
  private static func fetch(
    _ server: WebServer, to path: String, in session: URLSession
  ) async throws {
    guard let url = URL(string: server.address) else { throw DownloadIsCutOff() }
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      session.downloadTask(with: url) { file, _, error in
        waiter.resume(
          with: Result {
            guard let file else { throw error ?? DownloadIsCutOff() }
            let kept = try FileDescriptor(opening: file.path, .readWrite)
            try kept.synchronize()
            try FileManager.default.moveItem(atPath: file.path, toPath: path)
          })
      }.resume()
    }
  }

  /// What curl(1) does with it; nil without one.
  private static func curlRate(_ server: WebServer, to path: String) throws -> Double? {
    defer { unlink(path) }
    let start = Stopwatch.now()
    guard let child = try? Child("curl", ["--silent", "--output", path, server.address]) else {
      return nil
    }
    while let bytes = try child.next(), !bytes.isEmpty {}
    let length = Stopwatch.now() - start
    try check(path, server)
    return Double(server.size) / Double(length) * 1e9
  }
}

// MARK: - A slow receiver

extension DownloadRows {
  /// A receiver's rest after each of so many bytes, as a slow disk would make it.
  private static let portion = 1 << 20
  private static let rest: Int64 = 10_000_000

  private static func memory(_ stage: Stage, _ server: WebServer) async throws -> Measure {
    let pairs = try await alternating(
      3, ours: { try receive(.ours, server) }, peer: { try receive(.peer, server) })
    func series(_ value: (SlowReceiving) -> Double) -> (ours: Series, peer: Series) {
      (Series(pairs.map { value($0.ours) }), Series(pairs.map { value($0.peer) }))
    }
    let most = series(\.mostMemory)
    return Measure(
      "download, memory", .bytes, ours: most.ours, peer: most.peer,
      targets: [.median(atMost: 40e6)],
      note: "the most of RssAnon while \(server.size / 1_000_000) MB come to a receiver of "
        + "100 MB/s; \(Measure.Unit.bytes.text(series(\.startMemory).ours.median)) of it before; "
        + "the peer is URLSession")
  }

  private static func receive(_ side: Worker.Side, _ server: WebServer) throws -> SlowReceiving {
    let numbers = Worker.numbers(in: try Worker.receiving(side, from: server).rest())
    guard numbers.count == 2 else { throw DownloadIsCutOff() }
    return SlowReceiving(startMemory: numbers[0], mostMemory: numbers[1])
  }

  /// The private memory of a child before it asks, and at most, in bytes.
  struct SlowReceiving {
    let startMemory: Double
    let mostMemory: Double
  }

  /// Downloads slowly, as a child.
  static func receiveSlowly(_ side: Worker.Side, from port: Int) async throws -> SlowReceiving {
    let start = OpenRows.privateMemory()
    let receiver = SlowReceiver(rest: rest, after: portion)
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw DownloadIsCutOff() }
    switch side {
    case .ours:
      let bucket = FirebaseBucket(
        base: url, name: WebServer.bucketName, transport: CurlTransport())
      var leg = DownloadLeg(
        object: ObjectPath(WebServer.object), sink: receiver, retryTime: .seconds(600))
      _ = try await bucket.download(&leg)
    case .peer:
      let object = url.appendingPathComponent(WebServer.path)
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        receiver.begin(waiter)
        URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
          .dataTask(with: object).resume()
      }
    case .redis: throw DownloadIsCutOff()
    }
    return SlowReceiving(startMemory: start, mostMemory: receiver.mostMemory)
  }
}
