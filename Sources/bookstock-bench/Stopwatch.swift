import Glibc

/// Moments that all processes of the machine agree on.
enum Stopwatch {
  /// Nanoseconds of the system's steady clock.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Waits without using the processor.
  static func pause(nanoseconds: Int64) {
    var wanted = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&wanted, nil)
  }
}

/// Steps done one after another for a while.
struct Lap: Sendable {
  /// How long each took, in nanoseconds.
  var waits: [Double] = []
  /// How long they took together, in nanoseconds.
  var length: Double = 0

  /// Steps a second.
  var rate: Double { Double(waits.count) / length * 1e9 }

  /// Does a step again and again until the time is over.
  init(milliseconds: Int, _ step: () async throws -> Void) async throws {
    let start = Stopwatch.now()
    let end = start + Int64(milliseconds) * 1_000_000
    var last = start
    repeat {
      try await step()
      let now = Stopwatch.now()
      waits.append(Double(now - last))
      last = now
    } while last < end
    length = Double(last - start)
  }

  /// Does a step that many times.
  init(count: Int, _ step: (Int) throws -> Void) throws {
    waits.reserveCapacity(count)
    let start = Stopwatch.now()
    for index in 0..<count {
      let begin = Stopwatch.now()
      try step(index)
      waits.append(Double(Stopwatch.now() - begin))
    }
    length = Double(Stopwatch.now() - start)
  }

  /// What another process measured.
  init(waits: [Double], length: Double) {
    self.waits = waits
    self.length = length
  }
}

extension Measure {
  /// The rates of laps, one a round.
  static func rates(
    _ name: String, _ pairs: [(ours: Lap, peer: Lap)], targets: [Target], note: String? = nil
  ) -> Measure {
    Measure(
      name, .perSecond, ours: Series(pairs.map(\.ours.rate)), peer: Series(pairs.map(\.peer.rate)),
      targets: targets, note: note)
  }

  /// How long the steps of laps took.
  static func waits(
    _ name: String, _ pairs: [(ours: Lap, peer: Lap)], targets: [Target], note: String? = nil
  ) -> Measure {
    Measure(
      name, .nanoseconds, ours: Series(pairs.map(\.ours.waits)),
      peer: Series(pairs.map(\.peer.waits)), targets: targets, note: note)
  }
}
