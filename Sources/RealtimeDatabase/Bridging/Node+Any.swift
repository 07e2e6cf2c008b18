import Foundation
import JSONTree

extension Node {
  /// The content as Foundation code expects it, priorities dropped.
  ///
  /// `NSNull` where nothing is; `NSNumber` for Booleans and numbers; `String`; `[String: Any]`, or
  /// `[Any]` with `NSNull` in the holes where the array rule makes a list of the children.
  var bridged: Any {
    switch self {
    case .empty: return NSNull()
    case .leaf(let scalar, _): return scalar.bridged
    case .branch(let children, _):
      if let list { return list.map(\.bridged) }
      var pairs: [String: Any] = [:]
      pairs.reserveCapacity(children.count)
      for (key, node) in children { pairs[key.name] = node.bridged }
      return pairs
    }
  }

  /// The content in export form: `.priority` beside the children or a `.value`; never a list.
  var exported: Any {
    switch self {
    case .empty: return NSNull()
    case .leaf(let scalar, nil): return scalar.bridged
    case .leaf(let scalar, let priority?):
      return [".value": scalar.bridged, ".priority": priority.bridged] as [String: Any]
    case .branch(let children, let priority):
      var pairs: [String: Any] = [:]
      pairs.reserveCapacity(children.count + 1)
      for (key, node) in children { pairs[key.name] = node.exported }
      if let priority { pairs[".priority"] = priority.bridged }
      return pairs
    }
  }
}
