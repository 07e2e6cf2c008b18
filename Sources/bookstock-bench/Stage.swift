import Glibc
import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase

/// What the rows play on: the books, and the places where they have been filled in.
final class Stage {
  /// The fewest books: the terminal rows walk through a screenful.
  static let leastBooks = 500
  /// Books in one write of a filling.
  static let fillingWrite = 10_000
  /// Bytes written before commits are measured, so that the logs of both sides have the length at
  /// which they stay: SQLite's own limit is 4 MB, and ours is the same.
  static let warmingBytes = 6_000_000
  /// Books from which on filling is done in fewer rounds: each takes long enough to be steady.
  private static let manyBooks = 300_000

  /// The names of the folders that filling makes.
  static let treeName = "tree"
  static let peerName = "peer"

  let options: Options
  let folder: TemporaryFolder
  let books: [Book]

  /// The folder of the tree, with a list by title; nil before it is filled.
  private var tree: String?
  private var peer: String?
  private var shop: String?
  private var shopPeer: String?

  init(_ options: Options, in folder: TemporaryFolder) {
    self.options = options
    self.folder = folder
    books = SampleBooks.make(options.books)
  }

  /// Rounds of each side.
  var rounds: Int { 5 }

  /// Rounds of filling.
  var fillingRounds: Int { options.books < Stage.manyBooks ? rounds : 2 }

  /// One of two numbers: for a short run, and for a whole one.
  func pick(quick: Int, whole: Int) -> Int { options.isQuick ? quick : whole }
}

// MARK: - Places

extension Stage {
  /// A database that keeps the books sorted by title, and nothing else.
  static let titleList: Database.Configuration = {
    var configuration = Database.Configuration()
    configuration.lists = [OrderedList(Places.books, by: byTitle)]
    configuration.program = "bookstock-bench"
    return configuration
  }()

  /// The order of titles.
  static let byTitle = Ordering.folded(Path([Field.title]))

  /// The path of a folder that is new and empty.
  func newFolder(_ name: String) throws -> String {
    folder.remove(name)
    guard mkdir(folder.path(name), 0o700) == 0 else {
      throw SystemTrouble("mkdir \(folder.path(name))")
    }
    return folder.path(name)
  }

  /// Remembers the places that the row of filling has left, for the rows behind it.
  func keepFilling() {
    tree = folder.path(Stage.treeName)
    peer = folder.path(Stage.peerName)
  }

  /// The folder of the tree.
  func treeFolder() async throws -> String {
    if let tree { return tree }
    let path = try newFolder(Stage.treeName)
    let database = try await Database.open(at: path, configuration: Stage.titleList)
    try await fill(database)
    await database.close()
    tree = path
    return path
  }

  /// The folder of the peer's table.
  func peerFolder() throws -> String {
    if let peer { return peer }
    let path = try newFolder(Stage.peerName)
    try fillPeer(in: path)
    peer = path
    return path
  }

  /// The title of the shop's first book: it sorts before all others, and no terminal breaks it.
  static let firstTitle = "0Abacus"

  /// The folder of a shop, as the program makes it.
  func shopFolder() async throws -> String {
    if let shop { return shop }
    let path = try newFolder("shop")
    let database = try await Database.open(at: path, configuration: InventoryStore.configuration)
    try await fill(database)
    let title = Places.book(books[0].key).child(Field.title)
    try await database.commit(Write.set(title, .leaf(.string(Stage.firstTitle))))
    await database.close()
    shop = path
    return path
  }

  /// The folder of the peer's table with indices that are the shop's lists.
  func shopPeerFolder() throws -> String {
    if let shopPeer { return shopPeer }
    let path = try newFolder("shop-peer")
    try fillPeer(in: path, forShop: true)
    shopPeer = path
    return path
  }

  private func fillPeer(in path: String, forShop: Bool = false) throws {
    let table = try Peer(in: path)
    if forShop { try table.addShopLists() }
    try fill(table)
    table.close()
  }

  /// Opens the tree, with a log as long as it gets.
  func warmTree(shop isShop: Bool = false) async throws -> Database {
    let database = try await Database.open(
      at: isShop ? try await shopFolder() : try await treeFolder(),
      configuration: isShop ? InventoryStore.configuration : Stage.titleList)
    let text = String(repeating: "x", count: Stage.warmingBytes)
    try await database.commit(Write.set("Warm", .leaf(.string(text))))
    try await database.commit(Write.remove("Warm"))
    sync()
    return database
  }

  /// Opens the peer's table, with a log as long as it gets; it stays so while the table is open.
  func warmPeer(shop isShop: Bool = false) throws -> Peer {
    let table = try Peer(in: isShop ? try shopPeerFolder() : try peerFolder())
    try table.warm()
    // What the filling left to the system to write would stand before every commit at the disk.
    sync()
    return table
  }

  /// Writes all books.
  func fill(_ database: Database) async throws { try await fill(database, with: books) }

  /// Writes all books.
  func fill(_ peer: Peer) throws { try fill(peer, with: books) }

  /// Writes books.
  func fill(_ database: Database, with books: [Book]) async throws {
    for start in stride(from: 0, to: books.count, by: Stage.fillingWrite) {
      let part = books[start..<min(books.count, start + Stage.fillingWrite)]
      try await database.commit(Write.update(part.map { (Places.book($0.key), .node($0.node)) }))
    }
  }

  /// Writes books.
  func fill(_ peer: Peer, with books: [Book]) throws {
    for start in stride(from: 0, to: books.count, by: Stage.fillingWrite) {
      try peer.fill(books[start..<min(books.count, start + Stage.fillingWrite)])
    }
  }
}

/// A call of the system that failed.
struct SystemTrouble: Error, CustomStringConvertible {
  let description: String

  /// The call that has just failed, and what the system says about it.
  init(_ call: String, _ number: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(number)))"
  }
}
