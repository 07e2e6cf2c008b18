import Foundation
import RealtimeDatabase
import TestSupport
import Testing

/// What callbacks brought, read where they run.
private final class Answers<Element> {
  private let lock = NSLock()
  private var all: [Element] = []

  func note(_ element: Element) {
    lock.lock()
    defer { lock.unlock() }
    all.append(element)
  }

  var last: Element? {
    lock.lock()
    defer { lock.unlock() }
    return all.last
  }

  func next(_ count: Int = 1) async throws -> Element {
    try await eventually("an answer") { self.last != nil && self.size >= count }
    return try #require(last)
  }

  var size: Int {
    lock.lock()
    defer { lock.unlock() }
    return all.count
  }
}

private func newDatabase(_ place: TemporaryPlace) -> Database {
  let database = Database.database(url: "file://\(place.path)/shop")
  database.isPersistenceEnabled = true
  database.callbackQueue = DispatchQueue(label: "main of the app")
  return database
}

@Suite struct BarCodeStoreTests {
  private let dune = BarCodeBook(isbn: 9_780_441_013_593, title: "Dune", count: 3)
  private let emma = BarCodeBook(isbn: 9_780_141_439_587, title: "Emma", count: 1)

  private func add(_ book: BarCodeBook, to store: BarCodeStore) async throws
    -> Result<DatabaseReference, Error>
  {
    let answers = Answers<Result<DatabaseReference, Error>>()
    store.add(book) { answers.note($0) }
    return try await answers.next()
  }

  @Test func `a book is added once, read once, and observed until the handle is removed`()
    async throws
  {
    let place = try TemporaryPlace()
    let database = newDatabase(place)
    let store = BarCodeStore(database: database)
    let live = Answers<BarCodeBook?>()
    let handle = store.read(store.path(dune.isbn), isObserving: true) { result in
      live.note((try? result.get()).flatMap { BarCodeBook($0) })
    }
    #expect(try await live.next() == nil)
    let reference = try await add(dune, to: store).get()
    #expect(reference.key == "9780441013593")
    #expect(try await live.next(2) == dune)
    let again = try await add(dune, to: store)
    #expect(throws: BarCodeError.exists) { try again.get() }

    let once = Answers<BarCodeBook?>()
    let none = store.read(store.path(dune.isbn)) { result in
      once.note((try? result.get()).flatMap { BarCodeBook($0) })
    }
    #expect(none == nil)
    #expect(try await once.next() == dune)

    store.stopObserving(store.path(dune.isbn), handle: try #require(handle))
    let done = Answers<Error?>()
    store.setCount(9, of: dune.isbn) { done.note($0) }
    #expect(try await done.next() == nil)
    // Delivered once, and not after its removal.
    #expect(live.size == 2)
    #expect(once.size == 1)
    await database.close()
  }

  @Test func `the stock is a live list in the order of numbers`() async throws {
    let place = try TemporaryPlace()
    let database = newDatabase(place)
    let store = BarCodeStore(database: database)
    let lists = Answers<[String]>()
    store.observeStock { books in lists.note(books.map { "\($0.title) \($0.count)" }) }
    #expect(try await lists.next() == [])
    _ = try await add(dune, to: store).get()
    _ = try await add(emma, to: store).get()
    #expect(try await lists.next(3) == ["Emma 1", "Dune 3"])
    let done = Answers<Error?>()
    store.remove(emma.isbn) { done.note($0) }
    #expect(try await done.next() == nil)
    #expect(lists.last == ["Dune 3"])
    store.stopObservingStock()
    store.remove(dune.isbn) { done.note($0) }
    #expect(try await done.next(2) == nil)
    #expect(lists.size == 4)
    await database.close()
  }

  @Test func `fields are edited, titles found, and two phones lose nothing of each other`()
    async throws
  {
    let place = try TemporaryPlace()
    let database = newDatabase(place)
    let store = BarCodeStore(database: database)
    _ = try await add(dune, to: store).get()
    _ = try await add(emma, to: store).get()
    let done = Answers<Error?>()
    store.fix(emma.isbn, title: "Dune", icon: nil) { done.note($0) }
    #expect(try await done.next() == nil)
    let found = Answers<[BarCodeBook]>()
    store.find(title: "Dune") { result in found.note((try? result.get()) ?? []) }
    let books = try await found.next()
    #expect(books.map { $0.isbn } == [emma.isbn, dune.isbn])
    #expect(books[0].url == emma.url && books[0].icon == "")
    #expect(books[0].timestamp > 1_600_000_000_000)

    let taken = Answers<Result<Int, Error>>()
    let other = BarCodeStore(database: database)
    for index in 0..<4 {
      (index % 2 == 0 ? store : other).take(1, of: dune.isbn) { taken.note($0) }
    }
    let last = try await taken.next(4)
    #expect(throws: BarCodeError.missing) { try last.get() }
    let snapshot = try await database.reference(withPath: store.path(dune.isbn)).getData()
    #expect(try snapshot.data(as: BarCodeBook.self).count == 0)
    await database.close()
  }

  @Test func `what cannot be opened comes as a failure with Firebase's domain and code`()
    async throws
  {
    let place = try TemporaryPlace()
    try place.write("a file, no folder", to: "shop")
    let database = newDatabase(place)
    let store = BarCodeStore(database: database)
    let failed = try await add(dune, to: store)
    guard case .failure(let error) = failed else {
      Issue.record("added to nothing")
      return
    }
    #expect((error as NSError).domain == "com.firebase")
    #expect((error as NSError).code == 9999)
    #expect(!error.localizedDescription.isEmpty)
    let done = Answers<Error?>()
    store.setCount(1, of: dune.isbn) { done.note($0) }
    store.remove(dune.isbn) { done.note($0) }
    #expect((try await done.next(2) as? NSError)?.code == 9999)
    do {
      try await database.reference(withPath: "a").setValue(1)
      Issue.record("written to nothing")
    } catch {
      #expect((error as NSError).domain == "com.firebase")
      #expect((error as NSError).code == 9999)
    }
    await database.close()
  }
}

@Suite struct ChatRoomTests {
  @Test func `messages come in order, are liked, counted and found`() async throws {
    let place = try TemporaryPlace()
    let database = newDatabase(place)
    let room = ChatRoom(database, name: "shop")
    room.begin()
    let first = try #require(try room.post("hello"))
    let second = try #require(try room.post("good day"))
    let counts = Answers<Int>()
    room.count { count, error in
      #expect(error == nil)
      counts.note(count)
    }
    #expect(try await counts.next() == 2)
    room.like(second)
    database.goOffline()
    database.goOnline()
    room.count { count, _ in counts.note(count) }
    #expect(try await counts.next(2) == 2)
    let log = database.callbackQueue.sync { room.log }
    #expect(
      log.filter { $0.hasPrefix("+") } == [
        "+ \(first) after none", "+ \(second) after \(first)",
      ])
    #expect(
      log.filter { !$0.hasPrefix("+") } == [
        "connected", "* \(second) 1", "away", "connected",
      ])
    let latest = Answers<[ChatMessage]>()
    room.latest(1) { messages, _ in latest.note(messages ?? []) }
    let messages = try await latest.next()
    #expect(messages.map { $0.text } == ["good day"])
    #expect(messages.first?.sent.map { abs($0.timeIntervalSinceNow) < 3600 } == true)
    let none = try await room.between(2, 9).getData()
    #expect(!none.exists() && none.value is NSNull)
    #expect(try await room.between(0, 0).getData().childrenCount == 1)
    room.end()
    try await room.messages.removeValue()
    #expect(database.callbackQueue.sync { room.log } == log)
    await database.close()
  }

  @Test func `the forms that wait give what they say`() async throws {
    let place = try TemporaryPlace()
    let database = newDatabase(place)
    let room = ChatRoom(database, name: "shop")
    try await room.setTopic("books", rank: 2.5)
    let topic = try await room.topic()
    #expect(topic.text == "books")
    #expect(topic.rank == 2.5)
    #expect(try await room.visitors() == 1)
    #expect(try await room.visitors() == 2)
    let (snapshot, previous) = await database.reference(withPath: "rooms")
      .observeSingleEventAndPreviousSiblingKey(of: .childAdded)
    #expect(snapshot.key == "shop")
    #expect(previous == nil)
    await database.close()
  }
}
