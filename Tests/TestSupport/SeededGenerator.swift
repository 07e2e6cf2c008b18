import Glibc

/// A random generator whose whole sequence follows from one printed number (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The number the sequence began with.
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator for one test: the seed of `BOOKSTOCK_SEED`, else a new one; either is printed.
  package init(for test: String = #function) {
    let given = getenv("BOOKSTOCK_SEED").flatMap { UInt64(String(cString: $0)) }
    self.init(seed: given ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    print("\(test): BOOKSTOCK_SEED=\(seed)")
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
