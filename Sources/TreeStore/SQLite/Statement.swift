internal import CSQLite

/// A prepared statement, used again and again: bind, step, read columns, reset.
///
/// Parameters count from 1, columns from 0, as in SQLite.
final class Statement {
  private var handle: OpaquePointer?
  private unowned let connection: Connection

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  /// Gives the statement back to SQLite; later steps fail with `closed`.
  func finish() {
    sqlite3_finalize(handle)
    handle = nil
  }

  /// Binds bytes; an empty array is an empty blob, never NULL.
  @discardableResult
  func bind(_ index: Int32, _ bytes: [UInt8]) -> Statement {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      _ = bytes.withUnsafeBytes { raw in
        sqlite3_bind_blob64(
          handle, index, raw.baseAddress, UInt64(raw.count), csqlite_transient())
      }
    }
    return self
  }

  /// Binds bytes without copying them: they must stay valid until the statement has run.
  @discardableResult
  func lend(_ index: Int32, _ bytes: UnsafeRawBufferPointer) -> Statement {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      sqlite3_bind_blob64(
        handle, index, bytes.baseAddress, UInt64(bytes.count), csqlite_static())
    }
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ number: Int64) -> Statement {
    sqlite3_bind_int64(handle, index, number)
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ number: Double) -> Statement {
    sqlite3_bind_double(handle, index, number)
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ text: String) -> Statement {
    sqlite3_bind_text(handle, index, text, -1, csqlite_transient())
    return self
  }

  @discardableResult
  func bindNull(_ index: Int32) -> Statement {
    sqlite3_bind_null(handle, index)
    return self
  }

  /// Goes to the next row; false at the end.
  func step() throws(StoreError) -> Bool {
    guard let handle else {
      throw StoreError(.closed, at: connection.file, "The tree is closed.")
    }
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    let error = connection.error(result)
    sqlite3_reset(handle)
    throw error
  }

  /// Makes the statement ready for the next use; ends the reading it did.
  func reset() {
    sqlite3_reset(handle)
  }

  /// Steps once, for statements without rows, and resets.
  func run() throws(StoreError) {
    _ = try step()
    reset()
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }

  /// A copy of a column's bytes.
  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// A column's bytes where SQLite has them, valid until the next step or reset.
  @inline(__always)
  func borrowed(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    // Without memory for a large value, or for a damaged one, there is a length but no bytes.
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The number of bytes in a column.
  func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

  /// Lends a column's bytes; they are valid only inside the closure.
  func withBytes<Result, Failure: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(borrowed(column))
  }
}
