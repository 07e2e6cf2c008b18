package import CSQLite

/// A prepared statement, used again and again: bind, step, read columns, reset.
///
/// Parameters count from 1, columns from 0, as in SQLite. What fails is thrown as the room's own
/// error.
package final class Statement<Failure: SQLiteFailure> {
  @usableFromInline package var handle: OpaquePointer?
  private let file: String

  init(_ handle: OpaquePointer, file: String) {
    self.handle = handle
    self.file = file
  }

  /// Gives the statement back to SQLite; later steps fail as closed.
  func finish() {
    sqlite3_finalize(handle)
    handle = nil
  }

  /// Binds bytes; an empty array is an empty blob, never NULL.
  @discardableResult @inlinable
  package func bind(_ index: Int32, _ bytes: [UInt8]) -> Statement {
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
  @discardableResult @inlinable
  package func lend(_ index: Int32, _ bytes: UnsafeRawBufferPointer) -> Statement {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      sqlite3_bind_blob64(
        handle, index, bytes.baseAddress, UInt64(bytes.count), csqlite_static())
    }
    return self
  }

  @discardableResult @inlinable
  package func bind(_ index: Int32, _ number: Int64) -> Statement {
    sqlite3_bind_int64(handle, index, number)
    return self
  }

  @discardableResult @inlinable
  package func bind(_ index: Int32, _ number: Double) -> Statement {
    sqlite3_bind_double(handle, index, number)
    return self
  }

  @discardableResult @inlinable
  package func bind(_ index: Int32, _ text: String) -> Statement {
    sqlite3_bind_text(handle, index, text, -1, csqlite_transient())
    return self
  }

  @discardableResult @inlinable
  package func bindNull(_ index: Int32) -> Statement {
    sqlite3_bind_null(handle, index)
    return self
  }

  /// Goes to the next row; false at the end.
  @inlinable
  package func step() throws(Failure) -> Bool {
    guard let handle else { throw failure(SQLITE_MISUSE) }
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw failure(result)
  }

  /// The error for a step's result; ends the reading.
  @inline(never)
  package func failure(_ result: Int32) -> Failure {
    guard let handle else { return Failure(.closed(file)) }
    let fault = SQLiteFault(sqlite3_db_handle(handle), result: result, file: file)
    sqlite3_reset(handle)
    return Failure(fault)
  }

  /// Makes the statement ready for the next use; ends the reading it did.
  @inlinable
  package func reset() {
    sqlite3_reset(handle)
  }

  /// Steps once, for statements without rows, and resets.
  @inlinable
  package func run() throws(Failure) {
    _ = try step()
    reset()
  }

  @inlinable
  package func integer(_ column: Int32) -> sqlite3_int64 { sqlite3_column_int64(handle, column) }

  @inlinable
  package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  @inlinable
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  @inlinable
  package func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }

  /// A copy of a column's bytes.
  @inlinable
  package func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// A column's bytes where SQLite has them, valid until the next step or reset.
  @inlinable @inline(__always)
  package func borrowed(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    // Without memory for a large value, or for a damaged one, there is a length but no bytes.
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The number of bytes in a column.
  @inlinable
  package func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

  /// Lends a column's bytes; they are valid only inside the closure.
  @inlinable
  package func withBytes<Result, Trouble: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Trouble) -> Result
  ) throws(Trouble) -> Result {
    try body(borrowed(column))
  }
}
