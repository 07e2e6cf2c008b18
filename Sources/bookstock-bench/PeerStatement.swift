import CSQLite

/// A prepared statement of the peer's, as thin as can be.
struct PeerStatement {
  private let connection: OpaquePointer
  private let handle: OpaquePointer

  init(_ text: String, of connection: OpaquePointer) throws(PeerError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = sqlite3_prepare_v3(connection, text, -1, flags, &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw PeerError(connection) }
    self.connection = connection
    handle = prepared
  }

  func bind(_ index: Int32, _ number: Int64) {
    sqlite3_bind_int64(handle, index, number)
  }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text(
          handle, index, characters.baseAddress, Int32(characters.count), csqlite_transient())
      }
    }
  }

  /// Goes to the next row; false at the end.
  func step() throws(PeerError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = PeerError(connection)
      sqlite3_reset(handle)
      throw error
    }
  }

  func reset() {
    sqlite3_reset(handle)
  }

  /// Steps a statement without rows.
  func run() throws(PeerError) {
    _ = try step()
    reset()
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func finish() {
    sqlite3_finalize(handle)
  }
}

/// What SQLite said to the peer.
struct PeerError: Error, CustomStringConvertible {
  let description: String

  init(_ handle: OpaquePointer?) {
    let words = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "no memory"
    description = "The peer's table: \(words)."
  }
}
