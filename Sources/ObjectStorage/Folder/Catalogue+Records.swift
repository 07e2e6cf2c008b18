internal import Foundation
internal import SQLite

/// A row of the catalogue.
struct CatalogueRow: Sendable {
  var id: Int64
  var file: FileNumber
  var record: ObjectRecord
}

/// The bytes of an object: where they are, and what is known of them.
struct ObjectContent: Sendable {
  var file: FileNumber
  var generation: Int64
  var size: Int64
  /// In base64.
  var crc32c: String
}

extension Catalogue {
  private static let selection = """
    SELECT id, file, generation, metageneration, size, md5, crc32c, created, updated, \
    cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType, custom, \
    tokens FROM object WHERE name = ?
    """

  /// The row of an object; nil when there is none.
  func row(of name: String, in bucket: String) throws(FolderFault) -> CatalogueRow? {
    let statement = try connection.statement(Catalogue.selection)
    statement.bind(1, Array(name.utf8))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var record = ObjectRecord(bucket: bucket, name: name)
    record.generation = statement.integer(2)
    record.metageneration = statement.integer(3)
    record.size = statement.integer(4)
    record.md5Hash = statement.text(5)
    record.crc32c = statement.text(6)
    record.timeCreated = Date(microseconds: statement.integer(7))
    record.updated = Date(microseconds: statement.integer(8))
    record.settings.cacheControl = try statement.string(9)
    record.settings.contentDisposition = try statement.string(10)
    record.settings.contentEncoding = try statement.string(11)
    record.settings.contentLanguage = try statement.string(12)
    record.settings.contentType = try statement.string(13)
    record.settings.customMetadata = try statement.dictionary(14)
    record.downloadTokens = try statement.texts(15)
    return CatalogueRow(
      id: statement.integer(0), file: FileNumber(statement.integer(1)), record: record)
  }

  /// What a reader of an object's bytes needs to know of them; nil when there is none.
  func content(of name: String) throws(FolderFault) -> ObjectContent? {
    let statement = try connection.statement(
      "SELECT file, generation, size, crc32c FROM object WHERE name = ?")
    statement.bind(1, Array(name.utf8))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return ObjectContent(
      file: FileNumber(statement.integer(0)), generation: statement.integer(1),
      size: statement.integer(2), crc32c: statement.text(3))
  }

  /// Where an object's row and its bytes are; nil when there is none.
  func whereabouts(of name: String) throws(FolderFault) -> (id: Int64, file: FileNumber)? {
    let statement = try connection.statement("SELECT id, file FROM object WHERE name = ?")
    statement.bind(1, Array(name.utf8))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return (statement.integer(0), FileNumber(statement.integer(1)))
  }

  /// Writes a row; a new one when `id` is nil.
  func write(
    _ record: ObjectRecord, file: FileNumber, over id: Int64?
  ) throws(FolderFault) {
    let statement = try connection.statement(
      id == nil
        ? """
        INSERT INTO object (file, generation, metageneration, size, md5, crc32c, created, updated,
          cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType, custom,
          tokens, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
        : """
        UPDATE object SET (file, generation, metageneration, size, md5, crc32c, created, updated,
          cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType, custom,
          tokens) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?
        """)
    let settings = record.settings
    statement.bind(1, file.raw).bind(2, record.generation).bind(3, record.metageneration)
      .bind(4, record.size).bind(5, record.md5Hash ?? "").bind(6, record.crc32c ?? "")
      .bind(7, record.timeCreated?.microseconds ?? 0).bind(8, record.updated?.microseconds ?? 0)
      .bind(9, optional: settings.cacheControl).bind(10, optional: settings.contentDisposition)
      .bind(11, optional: settings.contentEncoding).bind(12, optional: settings.contentLanguage)
      .bind(13, optional: settings.contentType).bind(14, settings.customMetadata)
      .bind(15, TextList.bytes(of: record.downloadTokens))
    if let id { statement.bind(16, id) } else { statement.bind(16, Array(record.name.utf8)) }
    try statement.run()
  }

  /// Deletes a row.
  func delete(_ id: Int64) throws(FolderFault) {
    try connection.statement("DELETE FROM object WHERE id = ?").bind(1, id).run()
  }

  /// The last generation that was given.
  var generation: Int64 {
    get throws(FolderFault) { try connection.integer("SELECT generation FROM bucket") }
  }

  func setGeneration(_ generation: Int64) throws(FolderFault) {
    try connection.statement("UPDATE bucket SET generation = ?").bind(1, generation).run()
  }

  /// The files of all objects, as of one moment.
  func files() throws(FolderFault) -> Set<FileNumber> {
    let statement = try connection.statement("SELECT file FROM object")
    defer { statement.reset() }
    var files: Set<FileNumber> = []
    while try statement.step() { files.insert(FileNumber(statement.integer(0))) }
    return files
  }
}

extension Statement<FolderFault> {
  @discardableResult
  fileprivate func bind(_ index: Int32, optional text: String?) -> Statement {
    // As bytes: a text may hold NUL.
    text.map { bind(index, Array($0.utf8)) } ?? bindNull(index)
  }

  @discardableResult
  fileprivate func bind(_ index: Int32, _ texts: [String: String]?) -> Statement {
    guard let texts else { return bindNull(index) }
    return bind(index, TextList.bytes(of: texts.flatMap { [$0.key, $0.value] }))
  }

  fileprivate func string(_ column: Int32) throws(FolderFault) -> String? {
    if isNull(column) { return nil }
    guard let text = String(validating: borrowed(column), as: UTF8.self) else {
      throw .damaged("its catalogue holds bytes that are no text.")
    }
    return text
  }

  fileprivate func texts(_ column: Int32) throws(FolderFault) -> [String] {
    guard let texts = TextList.texts(in: bytes(column)) else {
      throw .damaged("its catalogue holds bytes that are no list of texts.")
    }
    return texts
  }

  fileprivate func dictionary(_ column: Int32) throws(FolderFault) -> [String: String]? {
    if isNull(column) { return nil }
    let texts = try texts(column)
    guard texts.count % 2 == 0 else {
      throw .damaged("its catalogue holds a key without a value.")
    }
    let pairs = stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) }
    return Dictionary(pairs) { $1 }
  }
}

extension Date {
  /// Microseconds since 1970.
  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1e6)
  }

  /// Microseconds since 1970, rounded.
  var microseconds: Int64 { Int64((timeIntervalSince1970 * 1e6).rounded()) }
}
