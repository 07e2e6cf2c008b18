import Foundation
import InventoryStore
import JSONTree
import RealtimeDatabase

/// `bookstock db watch`: a line of JSON for each event until the program is interrupted.
enum TreeWatch {
  /// The events a watcher asked for.
  private static func kinds(_ text: String) throws -> Set<DataEventType> {
    var kinds: Set<DataEventType> = []
    for name in text.split(separator: ",") {
      switch name {
      case "value": kinds.insert(.value)
      case "child": kinds.formUnion([.childAdded, .childRemoved, .childChanged, .childMoved])
      case "child_added": kinds.insert(.childAdded)
      case "child_removed": kinds.insert(.childRemoved)
      case "child_changed": kinds.insert(.childChanged)
      case "child_moved": kinds.insert(.childMoved)
      default:
        throw UsageError(
          "There is no event “\(printable(String(name)))”: value, child, child_added, "
            + "child_changed, child_moved, child_removed.")
      }
    }
    return kinds
  }

  static func run(_ call: Invocation) async throws -> Int32 {
    let kinds = try kinds(call["--events"] ?? "value")
    let query = try TreeCommands.query(call.operands[0], call)
    let shop = try Shop(call.settings)
    let watched = shop.database.query(query)
    let (ends, end) = AsyncStream.makeStream(of: (any Error).self)
    // As one observer: another program's write between two would be told to some of them only.
    watched.observe(
      kinds,
      withTypeAndPreviousSiblingKey: { kind, snapshot, previous in
        Output.write(line(kind, snapshot, previous) + "\n", to: 1)
      },
      withCancel: { error in
        end.yield(StoreTrouble.wrapping(error))
      })
    for await trouble in ends { throw trouble }
    return 0
  }

  private static func line(
    _ kind: DataEventType, _ snapshot: DataSnapshot, _ previous: String?
  ) -> String {
    var fields: [(String, Document)] = [("event", .text(name(kind)))]
    if kind != .value {
      fields.append(("key", .text(snapshot.key)))
      if kind != .childRemoved {
        fields.append(("previousKey", previous.map(Document.text) ?? .null))
      }
    }
    fields.append(("value", .node(snapshot.node)))
    return Document.object(fields).line
  }

  private static func name(_ kind: DataEventType) -> String {
    switch kind {
    case .childAdded: "child_added"
    case .childRemoved: "child_removed"
    case .childChanged: "child_changed"
    case .childMoved: "child_moved"
    case .value: "value"
    }
  }
}
