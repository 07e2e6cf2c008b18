@preconcurrency public import Dispatch
package import Platform
import TreeStore

extension Database {
  /// How a database is opened.
  ///
  /// A value; changing it later changes nothing.
  public struct Configuration: Sendable {
    /// The ordered lists to keep.
    ///
    /// Those that are missing are made when the database is opened, about five seconds for a
    /// million children; none is ever removed.
    public var lists: [OrderedList] = []
    /// The text lists to keep, made in the same way.
    public var texts: [TextList] = []
    /// The queue on which callbacks run; a private serial one when nil.
    ///
    /// Firebase: the main queue. On Linux that is served by whatever thread drains it, and in a
    /// terminal program by none, so it has to be asked for.
    public var callbackQueue: DispatchQueue?
    /// How long a write waits for other programs that are writing.
    public var patience: Duration = .seconds(10)
    /// The program's name; others read it when it keeps them waiting.
    public var program = "bookstock"
    /// The desk's name; others read it when it keeps them waiting, and it is kept with each write.
    public var desk = ""
    /// Whether the database is only read: then nothing is made in its folder.
    public var isReadOnly = false
    /// The time of server values and push ids, in milliseconds since 1970.
    package var clock: @Sendable () -> Int64 = { WallClock.milliseconds() }
    /// Where is said what an operator should know.
    package var log = Log.silent
    /// The most that one observer may hold, in bytes as they are stored.
    ///
    /// For tests: what people need is the default.
    package var snapshotBytes = StoreLimits.snapshotBytes

    /// The defaults.
    public init() {}
  }
}
