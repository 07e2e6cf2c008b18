/// Swift text in which comments, the insides of literals and raw identifiers are blanks, so that
/// what is left is code, at the same lines and columns.
struct BareCode {
  private(set) var text = ""
  private var bytes: [UInt8]
  private var output: [UInt8] = []
  private var position = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    output.reserveCapacity(bytes.count)
    while position < bytes.count {
      // What lies before the next opener is copied as it is.
      let next = bytes[position...].firstIndex(where: Self.openers.contains) ?? bytes.count
      output += bytes[position..<next]
      position = next
      if position < bytes.count { step() }
    }
    text = String(decoding: output, as: UTF8.self)
  }

  private func sees(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount
    where bytes[position + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  /// Copies bytes, or blanks them; line ends stay.
  private mutating func take(_ count: Int = 1, blank: Bool) {
    for _ in 0..<min(count, bytes.count - position) {
      let byte = bytes[position]
      output.append(blank && byte != UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
      position += 1
    }
  }

  /// Bytes that may begin what is not bare code.
  private static let openers: Set<UInt8> = Set("/`\"#".utf8)

  private mutating func step() {
    guard Self.openers.contains(bytes[position]) else { return take(blank: false) }
    if sees("//") {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: end - position))
      position = end
    } else if sees("/*") {
      comment()
    } else if sees("`") {
      take(blank: false)
      while position < bytes.count, !sees("`") { take(blank: true) }
      take(blank: false)
    } else if sees("\"") || sees("#\"") || sees("##\"") {
      literal()
    } else {
      take(blank: false)
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        take(2, blank: true)
      } else if sees("*/") {
        depth -= 1
        take(2, blank: true)
      } else {
        take(blank: true)
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func literal() {
    var hashes = 0
    while sees("#") {
      hashes += 1
      take(blank: false)
    }
    let isLong = sees("\"\"\"")
    let quotes = isLong ? 3 : 1
    take(quotes, blank: false)
    while position < bytes.count {
      if ends(quotes: quotes, hashes: hashes) { return take(quotes + hashes, blank: false) }
      if !isLong, sees("\n") { return }
      if sees("\\"), hashesFollow(hashes) {
        take(1 + hashes, blank: true)
        if sees("(") { interpolation() } else { take(blank: true) }
      } else {
        take(blank: true)
      }
    }
  }

  private func ends(quotes: Int, hashes: Int) -> Bool {
    guard position + quotes + hashes <= bytes.count else { return false }
    let tail = bytes[position..<position + quotes + hashes]
    return tail.prefix(quotes).allSatisfy { $0 == UInt8(ascii: "\"") }
      && tail.dropFirst(quotes).allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private func hashesFollow(_ count: Int) -> Bool {
    let rest = bytes[(position + 1)...].prefix(count)
    return rest.count == count && rest.allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// What is interpolated is code, with literals of its own.
  private mutating func interpolation() {
    var depth = 0
    repeat {
      if sees("(") { depth += 1 }
      if sees(")") { depth -= 1 }
      step()
    } while depth > 0 && position < bytes.count
  }
}
