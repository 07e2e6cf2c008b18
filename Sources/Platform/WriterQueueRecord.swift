extension WriterQueue {
  /// What the lock file holds: the last ticket in eight bytes, then the holder.
  ///
  /// Anyone can write to the file, so nothing read from it is believed further than a message: a
  /// strange ticket counts as none, names are cut and cleaned.
  struct Record {
    /// Bytes of the ticket, little-endian.
    static let ticketSize = 8
    private static let processOffset = 8
    private static let sinceOffset = 16
    private static let namesOffset = 24
    /// Bytes of the whole: small enough to be written at once, wide enough for two cut names.
    static let size = 256
    /// Bytes of a name beyond which it is cut.
    static let nameSize = 112

    /// The ticket, the process, since when, then the two names, each with its length before it;
    /// zeros up to the size.
    private(set) var bytes: [UInt8]

    init(process: Int32, program: String, label: String) {
      bytes = Array(repeating: 0, count: Self.size)
      put(Int64(process), at: Self.processOffset)
      var end = Self.namesOffset
      for name in [program, label] {
        let clean = Array(Self.clean(name.utf8.prefix(Self.nameSize)).utf8)
        bytes[end] = UInt8(clean.count)
        bytes.replaceSubrange((end + 1)..<(end + 1 + clean.count), with: clean)
        end += 1 + clean.count
      }
    }

    /// The ticket drawn.
    var ticket: Int64 {
      get { Self.integer(bytes[..<Self.ticketSize]) }
      set { put(newValue, at: 0) }
    }

    /// When the turn was taken, in milliseconds.
    var since: Int64 {
      get { Self.integer(bytes[Self.sinceOffset..<Self.namesOffset]) }
      set { put(newValue, at: Self.sinceOffset) }
    }

    private mutating func put(_ number: Int64, at offset: Int) {
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Int64.self)
      }
    }

    /// The holder that a file's bytes name, if they name one.
    static func holder(in bytes: [UInt8]) -> WriterQueueHolder? {
      var rest = bytes.dropFirst(processOffset)
      guard let process = Int32(exactly: number(&rest) ?? 0), process > 0,
        let since = number(&rest), let program = name(&rest), let label = name(&rest)
      else { return nil }
      return WriterQueueHolder(process: process, program: program, label: label, since: since)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return integer(rest.prefix(8))
    }

    private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
      guard let count = rest.popFirst(), Int(count) <= nameSize, rest.count >= Int(count)
      else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return clean(rest.prefix(Int(count)))
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
      Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Text that cannot move a cursor: control characters and broken UTF-8 become `?`.
    private static func clean(_ bytes: some Sequence<UInt8>) -> String {
      let text = String(decoding: Array(bytes), as: UTF8.self)
      let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "?"
        default: scalar == "\u{FFFD}" ? "?" : scalar
        }
      }
      return String(String.UnicodeScalarView(scalars))
    }
  }
}
