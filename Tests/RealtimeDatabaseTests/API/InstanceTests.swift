import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct InstanceTests {
  @Test func `the same address gives the same object until it is closed`() async throws {
    let place = try TemporaryPlace()
    let url = "file://\(place.path)/shop"
    let database = Database.database(url: url)
    #expect(Database.database(url: url + "/") === database)
    #expect(Database.database(url: "file://\(place.path)/other") !== database)
    try await database.reference(withPath: "a").setValue(1)
    await database.close()
    let again = Database.database(url: url)
    #expect(again !== database)
    #expect(try await again.reference(withPath: "a").getData().value as? Int == 1)
    await again.close()
  }

  @Test func `the default one is what was configured, else what the environment names`() throws {
    let place = try TemporaryPlace()
    var instances = Database.Instances()
    let environment = [Database.urlVariable: "file://\(place.path)/by-variable"]
    #expect(throws: DatabaseError.self) { try instances.database([:]) }
    let named = try instances.database(environment)
    #expect(named.folder == place.path("by-variable"))
    var configuration = Database.Configuration()
    configuration.desk = "till"
    try instances.configure("file://\(place.path)/first", Database.Configuration())
    try instances.configure("file://\(place.path)/configured", configuration)
    let configured = try instances.database(environment)
    #expect(configured.folder == place.path("configured"))
    #expect(configured.configuration.desk == "till")
    #expect(try instances.database(url: "file://\(place.path)/configured") === configured)
    try instances.configure("file://\(place.path)/configured", configuration)
    #expect(throws: DatabaseError.self) {
      try instances.configure("file://\(place.path)/late", configuration)
    }
  }

  @Test(arguments: [
    ("https://repo.firebaseio.com", "Databases on servers cannot be opened"),
    ("repo.firebaseio.com", "Databases on servers cannot be opened"),
    ("file:///shop#/a", "A database's address has no path."), ("shop://a", "does not begin with"),
    ("file://shop", "has the form file:///folder"),
  ])
  func `another address is refused with a sentence`(url: String, sentence: String) {
    var instances = Database.Instances()
    let error = #expect(throws: DatabaseError.self) { try instances.database(url: url) }
    #expect(error?.reason.contains(sentence) == true, "\(error?.reason ?? "")")
    #expect(error?.place == url)
    #expect(throws: DatabaseError.self) {
      try instances.configure(url, Database.Configuration())
    }
  }

  @Test func `references have addresses that lead back to them`() async throws {
    let place = try TemporaryPlace()
    let folder = place.path("the shop")
    let database = Database(at: folder, Database.Configuration())
    let root = "file://\(place.path)/the%20shop"
    let reference = database.reference(withPath: "Bar+Code/978 é/.x".replacing(".x", with: "x"))
    #expect(database.reference().url == root)
    #expect(reference.url == root + "#/Bar%2BCode/978%20%C3%A9/x")
    #expect(reference.description == reference.url)
    #expect(database.reference(fromURL: reference.url) == reference)
    #expect(database.reference(fromURL: root) == database.reference())
    #expect(throws: DatabaseError.self) { try database.path(ofURL: "file:///elsewhere#/a") }
    #expect(throws: DatabaseError.self) {
      try database.path(ofURL: "https://repo.firebaseio.com/a")
    }
    #expect(throws: DatabaseError.self) { try database.path(ofURL: root + "#/a.b") }
    await database.close()
  }

  @Test func `a folder given from where the program stands has a whole address`() async throws {
    let database = Database(at: "shop", Database.Configuration())
    let here = FileManager.default.currentDirectoryPath
    #expect(database.reference(fromURL: "file://\(here)/shop").path == .root)
    await database.close()
  }

  @Test func `three things can be set until the first reference is made`() async throws {
    let place = try TemporaryPlace()
    let database = Database(at: place.path, Database.Configuration())
    #expect(!database.isPersistenceEnabled)
    #expect(database.persistenceCacheSizeBytes == 10 << 20)
    let queue = DispatchQueue(label: "callbacks")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "here")
    database.callbackQueue = queue
    database.isPersistenceEnabled = true
    database.persistenceCacheSizeBytes = 1 << 20
    database.persistenceCacheSizeBytes = 100 << 20
    for size in [0, (1 << 20) - 1, (100 << 20) + 1] as [UInt] {
      #expect(throws: DatabaseError.self) { try database.setCacheSize(size) }
    }
    #expect(database.callbackQueue === queue)
    let seen = Recorder<String>()
    let reference = database.reference(withPath: "a")
    reference.setValue(1) { _, _ in seen.note(DispatchQueue.getSpecific(key: key) ?? "elsewhere") }
    #expect(try await seen.first(1) == ["here"])
    #expect(throws: DatabaseError.self) { try database.set { $0.isPersistenceEnabled = false } }
    #expect(throws: DatabaseError.self) { try database.setCacheSize(2 << 20) }
    #expect(database.isPersistenceEnabled)
    #expect(database.persistenceCacheSizeBytes == 100 << 20)
    await database.close()
  }

  @Test func `what comes too late, or is no address, stops the program with a sentence`()
    async throws
  {
    let place = try TemporaryPlace()
    let url = "file://" + place.path
    await #expect(processExitsWith: .failure) { _ = Database.database() }
    await #expect(processExitsWith: .failure) {
      _ = Database.database(url: "https://repo.firebaseio.com")
    }
    await #expect(processExitsWith: .failure) { [url = url as String] in
      let database = Database.database(url: url)
      _ = database.reference()
      database.callbackQueue = DispatchQueue.main
    }
    await #expect(processExitsWith: .failure) { [url = url as String] in
      _ = Database.database(url: url).reference(fromURL: "file:///elsewhere")
    }
    await #expect(processExitsWith: .success) { [url = url as String] in
      Database.configure(url: url)
      let database = Database.database()
      database.isPersistenceEnabled = true
      #expect(Database.database(url: url) === database)
      try await database.reference(withPath: "a").setValue(1)
    }
    await #expect(processExitsWith: .success) { [url = url as String] in
      setenv(Database.urlVariable, url, 1)
      let snapshot = try await Database.database().reference(withPath: "a").getData()
      #expect(snapshot.exists())
    }
  }

  @Test func `the library tells its version`() {
    #expect(Database.sdkVersion().wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
  }
}
