/// What a loader may use.
package struct ImageLoadLimits: Sendable, Hashable {
  /// Bytes of decoded pictures in memory: about a hundred covers of 320 by 480 pixels.
  package var memoryBytes: Int = 64_000_000
  /// Decoded pictures in memory.
  package var memoryCount: Int = 1_000
  /// Requests to the storage at once: enough to hide its latency, few enough that the one a person
  /// looks at gets its share of the line.
  package var transfersAtOnce: Int = 4
  /// Pictures decoded at once; each may take a core for 50 ms.
  package var decodesAtOnce: Int = 2
  /// Files read at once: one disk, one queue.
  package var readsAtOnce: Int = 1
  /// Pictures whose bytes wait for being decoded; when there are so many, no more are fetched.
  package var undecoded: Int = 8
  /// How long a missing picture is not asked for again.
  package var failureMemory: Duration = .seconds(300)
  /// Missing pictures that are remembered; beyond them the oldest is forgotten.
  package var failureCount: Int = 10_000

  package init() {}
}

/// What a disk cache may use.
package struct DiskCacheLimits: Sendable, Hashable {
  /// How long a picture is kept that nobody looks at (SDWebImage: a week).
  package var age: Duration = .seconds(7 * 24 * 3600)
  /// Bytes of all files; beyond them the longest unused are removed until less than half is left.
  ///
  /// Nil sets no limit, as in SDWebImage.
  package var bytes: Int64?
  /// Bytes of one file; a larger one is neither kept nor read.
  package var largestFile: Int64 = 32_000_000
  /// Files kept by this process after which the folder is looked through again: other processes
  /// keep files there too.
  package var filesBetweenScans: Int = 64

  package init(bytes: Int64? = nil) {
    self.bytes = bytes
  }
}
