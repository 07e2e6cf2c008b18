import Pictures
import TestSupport
import Testing

struct FuzzTests {
  /// The bounds within which mutants are decoded; a mutant may claim any size.
  private static let limits = PictureLimits(
    mostBytes: 100_000, mostSize: PictureSize(width: 500, height: 500))

  @Test(arguments: Fixture.allCases)
  func `a picture changed at random is decoded or refused`(_ fixture: Fixture) throws {
    var random = SeededGenerator(for: "mutants of \(fixture.rawValue)")
    let bytes = try fixture.bytes
    for _ in 0..<Thorough.pick(300, thorough: 30_000) {
      let mutant = mutated(bytes, &random)
      let box = Bool.random(using: &random) ? nil : PictureSize(width: 9, height: 7)
      do throws(PictureProblem) {
        let bitmap = try Picture.decode(mutant, fitting: box, limits: Self.limits)
        let most = box ?? Self.limits.mostSize
        #expect(bitmap.width <= most.width && bitmap.height <= most.height)
        let told = try Picture.size(of: mutant, limits: Self.limits)
        #expect(bitmap.size == (box.map(told.fitted) ?? told))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(arguments: PictureFormat.allCases)
  func `noise behind a signature is refused or decoded`(_ format: PictureFormat) throws {
    var random = SeededGenerator(for: "noise of \(format.name)")
    let fixture = try #require(Fixture.allCases.first { $0.format == format })
    let head = try fixture.bytes.prefix(40)
    for _ in 0..<Thorough.pick(200, thorough: 20_000) {
      let length = Int.random(in: 8...40, using: &random)
      let noise = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let bytes = Array(head.prefix(length)) + noise
      _ = problem { () throws(PictureProblem) in
        try Picture.decode(bytes, limits: Self.limits)
      }
    }
  }

  /// The bytes with a few of them changed, lost, doubled or moved; a PNG's checksums mended.
  private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<mutant.count, using: &random)
      let count = Int.random(in: 1...8, using: &random)
      let end = min(mutant.count, place + count)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: mutant[place] = [0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &random) ?? 0
      case 2: mutant[place] = UInt8.random(in: 0...255, using: &random)
      case 3 where mutant.count > 20: mutant.removeSubrange(place..<end)
      case 4: mutant.insert(contentsOf: mutant[place..<end], at: place)
      default:
        let other = bytes[Int.random(in: 0..<bytes.count, using: &random)...].prefix(count)
        mutant.insert(contentsOf: other, at: place)
      }
    }
    return Bool.random(using: &random) ? mendedPNG(mutant) : mutant
  }

  /// The bytes with right checksums, so that what is changed reaches the decoder.
  private func mendedPNG(_ bytes: [UInt8]) -> [UInt8] {
    guard PictureFormat(of: bytes) == .png else { return bytes }
    var mended = bytes
    var place = 8
    while place + 12 <= mended.count {
      let length = mended[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= mended.count else { break }
      let sum = CRC.bytes(of: mended[place + 4..<place + 8 + length])
      mended.replaceSubrange(place + 8 + length..<place + 12 + length, with: sum)
      place += 12 + length
    }
    return mended
  }
}
