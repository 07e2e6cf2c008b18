/// The first 100 bytes of a file (SQLite: "Database File Format", 1.3).
struct FileHeader {
  static let count = 100

  private(set) var bytes: [UInt8]

  /// Takes the head of a page; what is missing in a shorter one is zero.
  init(_ page: [UInt8]) {
    bytes = Array(page.prefix(FileHeader.count))
    bytes += [UInt8](repeating: 0, count: FileHeader.count - bytes.count)
  }

  /// The size of a page, in bytes; 0 when it cannot be one.
  var pageSize: Int64 {
    let size = Int64(bytes[16]) << 8 | Int64(bytes[17])
    if size == 1 { return 65_536 }
    return size >= 512 && size & (size - 1) == 0 ? size : 0
  }

  /// How many pages the file has.
  var pages: Int64 {
    get { number(28) }
    set { for byte in 0..<4 { bytes[28 + byte] = UInt8(newValue >> (24 - 8 * byte) & 0xFF) } }
  }

  /// The format of the tree.
  var format: Int64 { number(60) }

  /// The program whose file it is.
  var application: Int64 { number(68) }

  /// Whether all is the same that is the same in every tree: the size of pages aside, which depends
  /// on how SQLite was built.
  func isLike(_ other: FileHeader) -> Bool {
    [0..<16, 18..<24, 44..<48, 52..<60, 64..<92].allSatisfy { bytes[$0] == other.bytes[$0] }
  }

  private func number(_ offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}
