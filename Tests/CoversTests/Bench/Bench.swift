import Covers
import Foundation
import HTTPTransport
import Inventory
import InventoryStore
import ObjectStorage
import OpenLibrary
import Pictures
import Platform
import RealtimeDatabase
import Synchronization
import TestSupport
import Testing

/// A desk of a shop in a temporary place, over a real folder and a scripted network.
struct Bench {
  let place: TemporaryPlace
  let database: Database
  let store: InventoryStore
  let storage: Storage
  let net: ScriptedNet
  let covers: Covers
  /// What happens between the writing of a picture and that of its place.
  let hook: Hook

  init(
    at place: TemporaryPlace? = nil, desk: String = "desk-1", looksUp: Bool = true,
    sharesCache: Bool = false, _ script: @escaping ScriptedNet.Script = { _ in .answer(404) }
  ) throws {
    let place = try place ?? TemporaryPlace()
    self.place = place
    database = try Database.open(
      at: place.path("data"), configuration: InventoryStore.configuration)
    store = InventoryStore(
      database: database, desk: Desk(name: desk, user: "ada"), now: { WallClock.milliseconds() })
    let hook = Hook()
    self.hook = hook
    storage = Storage(
      at: StorageAddress(.folder(place.path("pictures")), bucket: "covers"),
      engines: EngineFactory(folder: { address in
        guard let inner = try EngineFactory.builtIn.folder?(address) else {
          throw StorageError.internalError(message: "There is no folder engine.")
        }
        return HookedBucket(inner, hook: hook)
      }))
    net = ScriptedNet(script)
    let places = try #require(ServicePlaces(covers: ScriptedNet.base, records: ScriptedNet.base))
    covers = Covers(
      of: store, in: storage,
      lookingUp: LookUps(
        OpenLibrarySettings(isOn: looksUp, version: "1", contact: "a@b.example", places: places),
        over: net, memory: place.path("cache-\(desk)/lookups.json")),
      at: Covers.Places(
        locks: place.path("data/locks"),
        cache: place.path(sharesCache ? "cache" : "cache-\(desk)/pictures")))
  }

  /// Another desk on the same files.
  func desk(_ name: String) throws -> Bench { try Bench(at: place, desk: name) }

  /// A book in stock.
  @discardableResult
  func add(_ key: StockKey = .first, icon: String? = nil) async throws -> StockKey {
    _ = try await store.add(Book(key: key, title: "Emma", icon: icon, count: 2))
    return key
  }

  /// The names of the objects in the storage.
  func objects() async throws -> [String] {
    do {
      let list = try await storage.reference().child("Books").listAll()
      return list.items.map(\.name).sorted()
    } catch let error as StorageError where error.code == .bucketNotFound {
      return []
    }
  }

  /// The bytes of an object; nil where there is none.
  func object(_ name: String) async throws -> Data? {
    do {
      return try await storage.reference().child("Books").child(name).data(maxSize: 10_000_000)
    } catch {
      guard StorageError(in: error)?.code == .objectNotFound else { throw error }
      return nil
    }
  }

  /// The colour in the middle of a book's cover.
  func colour(_ key: StockKey = .first) async throws -> Paint {
    let bitmap = try await bounded("a cover") { [covers] in
      try await covers.picture(of: key, fitting: PictureSize(width: 100, height: 100))
    }
    return Paint(middleOf: bitmap)
  }

  /// Sets a cover, within the patience of tests.
  @discardableResult
  func set(_ new: NewCover, of key: StockKey = .first) async throws -> BookCover {
    try await bounded("a cover that is set") { [covers] in try await covers.set(new, of: key) }
  }

  /// What keeps a cover from being set.
  func problem(_ new: NewCover, of key: StockKey = .first) async throws -> CoverProblem {
    do {
      let cover = try await set(new, of: key)
      throw ProcessFailure("a problem", seen: "\(cover)")
    } catch let problem as CoverProblem {
      return problem
    }
  }

  /// A file with a picture of one colour.
  func file(_ paint: Paint, _ name: String = "a.jpg", clear: Bool = false) throws -> String {
    try place.write(Data(paint.picture(clear: clear)), to: name)
  }
}

/// One of three colours, far from each other, so that JPEG cannot mix them up.
enum Paint: Hashable, Sendable {
  case red, green, blue

  private var parts: [UInt8] {
    switch self {
    case .red: [220, 20, 20]
    case .green: [20, 220, 20]
    case .blue: [20, 20, 220]
    }
  }

  /// A picture of 40 × 60 pixels; one that light comes through at an edge is a PNG.
  func picture(clear: Bool = false, width: Int = 40, height: Int = 60) -> [UInt8] {
    var pixels: [UInt8] = []
    for index in 0..<width * height { pixels += parts + [clear && index < width ? 0 : 255] }
    let bitmap = Bitmap(width: width, height: height, pixels: pixels)
    return clear ? bitmap.png() : bitmap.jpeg(quality: 0.9)
  }

  init(middleOf bitmap: Bitmap) {
    let start = (bitmap.height / 2 * bitmap.width + bitmap.width / 2) * 4
    let parts = Array(bitmap.pixels[start..<start + 3])
    self = parts[0] > 128 ? .red : parts[1] > 128 ? .green : .blue
  }
}

extension StockKey {
  static let first = StockKey.known("9780306406157")
  static let second = StockKey.known("9781402894626")

  private static func known(_ text: String) -> StockKey {
    guard let key = StockKey(text) else { preconditionFailure("\(text) is a stock key.") }
    return key
  }
}

/// Waits for an answer, and fails with a sentence when none comes in time.
func bounded<Value: Sendable>(
  _ what: String, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let box = AnswerBox<Value>()
  let task = Task {
    do {
      box.put(.success(try await work()))
    } catch {
      box.put(.failure(error))
    }
  }
  defer { task.cancel() }
  return try await eventually(what) { box.answer }.get()
}

private final class AnswerBox<Value: Sendable>: Sendable {
  private let kept = Mutex<Result<Value, any Error>?>(nil)

  var answer: Result<Value, any Error>? { kept.withLock { $0 } }

  func put(_ answer: Result<Value, any Error>) { kept.withLock { $0 = answer } }
}
