import Foundation
import JSONTree
import TestSupport

/// Another process that writes.
struct PeerWriter: Writer {
  private let child: ChildProcess

  init(_ place: TemporaryPlace) async throws {
    child = try await ChildProcess(Command(BuiltProducts.path(of: "TreePeer"), [place.path]))
  }

  func write(_ steps: [NaiveTree.Step]) async throws {
    try await child.send(NaiveTree.request(steps) + "\n")
    let line = try await child.nextLine()
    guard line == #"{"ok":true}"# else { throw ProcessFailure("a write of \(steps)", seen: line) }
  }

  func close() async {
    try? await child.send("{\"do\":\"exit\"}\n")
    _ = try? await child.result()
  }
}

extension NaiveTree {
  /// A write as the other process is told it.
  static func request(_ steps: [Step]) -> String {
    if steps.count == 1, let step = steps.first {
      let path = "\"/" + step.place.joined(separator: "/") + "\""
      switch step {
      case .set(_, let tree): return "{\"do\":\"set\",\"path\":\(path),\"value\":\(tree)}"
      case .increment(_, let delta):
        return "{\"do\":\"increment\",\"path\":\(path),\"value\":\(delta.json)}"
      case .priority(_, let priority):
        let value = priority?.json ?? "null"
        return "{\"do\":\"setPriority\",\"path\":\(path),\"value\":\(value)}"
      }
    }
    let values = steps.map { step in
      let name = step.place.joined(separator: "/")
      switch step {
      case .set(_, let tree): return "\"\(name)\":\(tree)"
      case .increment(_, let delta):
        return "\"\(name)\":{\".sv\":{\"increment\":\(delta.json)}}"
      case .priority(_, let priority):
        return "\"\(name)/.priority\":\(priority?.json ?? "null")"
      }
    }
    return "{\"do\":\"update\",\"path\":\"/\",\"values\":{\(values.joined(separator: ","))}}"
  }
}

extension Scalar {
  /// The value as JSON.
  var json: String { JSONWriter().text(.leaf(self)) }
}
