import SQLite
import TestSupport
import Testing

/// Statements, values and faults, each in a room's own error.
@Suite struct ConnectionTests {
  private struct Trouble: SQLiteFailure {
    let fault: SQLiteFault
    init(_ fault: SQLiteFault) { self.fault = fault }
  }

  private func opened(_ file: String) throws -> Connection<Trouble> {
    let connection = try Connection<Trouble>(
      opening: file, access: .readWriteCreate, patience: 1000)
    try connection.execute("CREATE TABLE IF NOT EXISTS thing (key INTEGER PRIMARY KEY, value)")
    return connection
  }

  @Test func `what is bound is read back`() throws {
    let place = try TemporaryPlace()
    let connection = try opened(place.path + "/a.db")
    let write = try connection.statement("INSERT INTO thing VALUES (?, ?)")
    let bytes: [UInt8] = [0, 255, 7]
    try write.bind(1, Int64(1)).bind(2, bytes).run()
    try write.bind(1, Int64(2)).bind(2, [UInt8]()).run()
    try write.bind(1, Int64(3)).bind(2, "漢字").run()
    try write.bind(1, Int64(4)).bind(2, Int64.min).run()
    try write.bind(1, Int64(5)).bindNull(2).run()
    #expect(connection.lastRow == 5)
    let read = try connection.statement("SELECT value FROM thing ORDER BY key")
    defer { read.reset() }
    #expect(try read.step())
    #expect(read.bytes(0) == bytes)
    #expect(try read.step())
    #expect(read.bytes(0).isEmpty)
    #expect(!read.isNull(0))
    #expect(try read.step())
    #expect(read.text(0) == "漢字")
    #expect(try read.step())
    #expect(read.integer(0) == .min)
    #expect(try read.step())
    #expect(read.isNull(0))
    #expect(try !read.step())
  }

  @Test func `what SQLite says is in the error`() throws {
    let place = try TemporaryPlace()
    let file = place.path + "/a.db"
    let connection = try opened(file)
    try connection.execute("INSERT INTO thing VALUES (1, 1)")
    let error = #expect(throws: Trouble.self) {
      try connection.execute("INSERT INTO thing VALUES (1, 2)")
    }
    #expect(error?.fault.primaryCode == 19)
    #expect(error?.fault.message.contains("UNIQUE") == true)
    #expect(error?.fault.file == file)
    #expect(try connection.integer("SELECT count(*) FROM thing") == 1)
  }

  @Test func `a closed connection says so, and its statements too`() throws {
    let place = try TemporaryPlace()
    let connection = try opened(place.path + "/a.db")
    let statement = try connection.statement("SELECT 1")
    connection.close()
    connection.close()
    let ofStatement = #expect(throws: Trouble.self) { try statement.step() }
    #expect(ofStatement?.fault.isClosed == true)
    let ofConnection = #expect(throws: Trouble.self) { try connection.execute("SELECT 1") }
    #expect(ofConnection?.fault.isClosed == true)
  }

  @Test func `what is not there is not made by reading`() throws {
    let place = try TemporaryPlace()
    #expect(throws: Trouble.self) {
      let connection = try Connection<Trouble>(
        opening: place.path + "/none.db", access: .readOnly, patience: 0)
      _ = try connection.integer("SELECT 1")
    }
  }
}
