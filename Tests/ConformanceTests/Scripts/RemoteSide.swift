import Foundation
import RealtimeDatabase
import TestSupport

/// Who plays the other client.
enum RemoteKind: String, CaseIterable, Sendable {
  /// A second database of this process.
  case database
  /// Another process.
  case process
}

/// The other client of a script: writes, and sees the tree in the end.
protocol RemoteSide: Sendable {
  func set(_ path: String, _ value: CaseValue) async throws
  func update(_ path: String, _ values: [CaseValue.Member]) async throws
  func setClock(_ milliseconds: Int64) async throws
  /// The whole tree in export form.
  func tree() async throws -> CaseValue
  func close() async
}

/// A second database on the same folder.
struct SecondDatabase: RemoteSide {
  private let side: CaseDatabase

  init(at place: TemporaryPlace) throws { side = try CaseDatabase(at: place, program: "remote") }

  func set(_ path: String, _ value: CaseValue) async throws {
    try await side.database.reference(withPath: path).setValue(value.any)
  }

  func update(_ path: String, _ values: [CaseValue.Member]) async throws {
    try await side.database.reference(withPath: path)
      .updateChildValues(CaseValue.dictionary(values))
  }

  func setClock(_ milliseconds: Int64) { side.setClock(milliseconds) }

  func tree() async throws -> CaseValue {
    try CaseValue(await side.database.reference().getData().valueInExportFormat())
  }

  func close() async { await side.database.close() }
}

/// Another process on the same folder.
struct SecondProcess: RemoteSide {
  private let peer: ChildProcess

  init(at place: TemporaryPlace) async throws {
    peer = try await ChildProcess(
      Command(BuiltProducts.path(of: "TreePeer"), [place.path("tree")]))
  }

  func set(_ path: String, _ value: CaseValue) async throws {
    _ = try await ask("{\"do\":\"set\",\"path\":\(CaseValue.text(path)),\"value\":\(value)}")
  }

  func update(_ path: String, _ values: [CaseValue.Member]) async throws {
    let values = CaseValue.object(values)
    _ = try await ask("{\"do\":\"update\",\"path\":\(CaseValue.text(path)),\"values\":\(values)}")
  }

  func setClock(_ milliseconds: Int64) async throws {
    _ = try await ask("{\"do\":\"clock\",\"value\":\(milliseconds)}")
  }

  func tree() async throws -> CaseValue {
    guard let value = try await ask("{\"do\":\"get\"}")["value"] else {
      throw CaseError("the other process gave no tree")
    }
    return value
  }

  func close() async {
    await peer.closeInput()
    _ = try? await peer.result()
  }

  private func ask(_ request: String) async throws -> CaseValue {
    try await peer.send(request + "\n")
    let answer = try CaseParser.value(of: Array(try await peer.nextLine().utf8))
    guard answer["ok"]?.bool == true else { throw CaseError("the other process: \(answer)") }
    return answer
  }
}
