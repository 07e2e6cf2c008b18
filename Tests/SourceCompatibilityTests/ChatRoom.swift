import Foundation
import RealtimeDatabase

// The rest of what such code uses: child events, generated keys, queries, priorities, counters,
// Codable, `.info` and the forms that wait.

struct ChatMessage: Codable, Equatable {
  var text: String
  var likes: Int
  @ServerTimestamp var sent: Date?
}

class ChatRoom {
  let messages: DatabaseReference
  private let connected: DatabaseReference
  private(set) var log: [String] = []
  var cancelled: NSError?

  init(_ database: Database, name: String) {
    messages = database.reference(withPath: "rooms/\(name)/messages")
    connected = database.reference(withPath: ".info/connected")
    messages.keepSynced(true)
  }

  func begin() {
    messages.observe(
      .childAdded,
      andPreviousSiblingKeyWith: { snapshot, previous in
        self.log.append("+ \(snapshot.key) after \(previous ?? "none")")
      })
    messages.observe(.childRemoved) { self.log.append("- \($0.key)") }
    messages.observe(
      .childChanged,
      with: { snapshot in
        let likes = snapshot.childSnapshot(forPath: "likes").value as? Int ?? 0
        self.log.append("* \(snapshot.key) \(likes)")
      }
    ) { error in
      self.cancelled = error as NSError
    }
    connected.observe(.value) { snapshot in
      guard let isConnected = snapshot.value as? Bool else { return }
      self.log.append(isConnected ? "connected" : "away")
    }
  }

  func end() {
    messages.removeAllObservers()
    connected.removeAllObservers()
  }

  @discardableResult
  func post(_ text: String) throws -> String? {
    let place = messages.childByAutoId()
    try place.setValue(from: ChatMessage(text: text, likes: 0, sent: nil))
    return place.key
  }

  func like(_ key: String) {
    messages.child(key).updateChildValues(["likes": ServerValue.increment(1)])
  }

  func latest(_ count: UInt, completion: @escaping ([ChatMessage]?, Error?) -> Void) {
    messages.queryOrdered(byChild: "likes").queryLimited(toLast: count)
      .observeSingleEvent(of: .value) { snapshot in
        let found = snapshot.children.compactMap { child in
          try? (child as? DataSnapshot)?.data(as: ChatMessage.self)
        }
        completion(found, nil)
      }
  }

  func between(_ low: Int, _ high: Int) -> DatabaseQuery {
    return messages.queryOrdered(byChild: "likes")
      .queryStarting(atValue: low).queryEnding(atValue: high)
  }

  func count(_ completion: @escaping (Int, NSError?) -> Void) {
    messages.getData { error, snapshot in
      guard error == nil, let snapshot = snapshot else {
        completion(0, error as NSError?)
        return
      }
      completion(Int(snapshot.childrenCount), nil)
    }
  }

  func setTopic(_ topic: String?, rank: Double) async throws {
    guard let room = messages.parent else { return }
    try await room.child("topic").setValue(topic, andPriority: rank)
  }

  func topic() async throws -> (text: String?, rank: Double?) {
    let snapshot = try await messages.root.child("rooms").getData()
    let topic = snapshot.childSnapshot(forPath: (messages.parent?.key ?? "") + "/topic")
    return (topic.value as? String, topic.priority as? Double)
  }

  func visitors() async throws -> Int {
    guard let place = messages.parent?.child("visitors") else { return 0 }
    let (committed, snapshot) = try await place.runTransactionBlock { data in
      let count = data.value as? Int ?? 0
      data.value = count + 1
      return .success(withValue: data)
    }
    return committed ? snapshot.value as? Int ?? 0 : 0
  }
}
