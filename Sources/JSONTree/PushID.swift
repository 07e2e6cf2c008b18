/// Makes keys that sort in the order in which they were made.
///
/// Twenty characters: eight of milliseconds, twelve random ones; in the same millisecond the random
/// part counts up. Firebase: `childByAutoId`. One generator a process, guarded by its owner.
public struct PushID: Sendable {
  /// The letters in ASCII order, six bits each.
  static let letters = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  /// Milliseconds that a clock may step back before ids follow it, so that they stay sorted.
  static let patience: Int64 = 10_000

  private var milliseconds: Int64 = -1
  private var random: [UInt8]

  /// Creates a generator.
  public init() {
    random = [UInt8](repeating: 0, count: 12)
  }

  /// Creates a generator that has just made an id with that random part, for `milliseconds`.
  init(milliseconds: Int64, random: [UInt8]) {
    self.milliseconds = milliseconds
    self.random = random
  }

  /// Makes the next key, with the system's random numbers.
  public mutating func next(at milliseconds: Int64) -> Key {
    var generator = SystemRandomNumberGenerator()
    return next(at: milliseconds, using: &generator)
  }

  /// Makes the next key.
  ///
  /// `now` is in milliseconds since 1970, the server's if there is one.
  public mutating func next(
    at now: Int64, using generator: inout some RandomNumberGenerator
  ) -> Key {
    let now = max(now, 0)
    let isSame = now == milliseconds
    if isSame || (now < milliseconds && milliseconds - now <= PushID.patience) {
      countUp()
    } else {
      milliseconds = now
      var bits = (generator.next(), generator.next())
      for index in 0..<12 {
        random[index] = UInt8(bits.0 & 0x3F)
        bits.0 = bits.0 >> 6 | (bits.1 & 0x3F) << 58
        bits.1 >>= 6
      }
    }
    var name = (0..<8).map { PushID.letters[Int(milliseconds >> (42 - 6 * Int64($0)) & 0x3F)] }
    name.append(contentsOf: random.map { PushID.letters[Int($0)] })
    return Key(unchecked: String(decoding: name, as: UTF8.self))
  }

  /// Adds one to the random part, a number of twelve digits to the base 64.
  private mutating func countUp() {
    for index in random.indices.reversed() {
      if random[index] < 63 {
        random[index] += 1
        return
      }
      random[index] = 0
    }
    // All twelve carried: the next millisecond keeps the order.
    milliseconds += 1
  }
}
