@preconcurrency public import Dispatch
public import Foundation
import Synchronization

/// A bucket in which objects lie under names: pictures, files, whatever has bytes.
///
/// It is named by an address: `file:///folder?bucket=name` for a folder of this machine,
/// `gs://bucket` for Cloud Storage for Firebase, `https://host[:port]/v0/b/bucket` and
/// `https://host[:port]/storage/v1/b/bucket` for other servers that speak Firebase's or Google's
/// protocol. The place is opened when something is first asked of it; that it cannot be opened is
/// an error of what asked.
public final class Storage: Sendable {
  struct State: Sendable {
    /// Where the bucket is; nil when it was handed over as it is.
    var address: StorageAddress?
    var engines: EngineFactory
    var bucket: (any Bucket)?
    var isFixed = false
    var settings = Settings()
  }

  struct Settings: Sendable {
    var maxUploadRetryTime: TimeInterval = 600
    var maxDownloadRetryTime: TimeInterval = 600
    var maxOperationRetryTime: TimeInterval = 120
    var uploadChunkSizeBytes: Int64 = .max
  }

  let delivery: Delivery
  let bucketName: String
  private let state: Mutex<State>

  /// A storage over a bucket that is open already; an empty name takes addresses of any bucket.
  package init(bucket: any Bucket, callbackQueue: DispatchQueue? = nil) {
    delivery = Delivery(on: callbackQueue)
    bucketName = bucket.name
    state = Mutex(State(address: nil, engines: EngineFactory(), bucket: bucket))
  }

  /// A storage at an address, opened by one of the engines when it is first needed.
  package init(at address: StorageAddress, engines: EngineFactory = .builtIn) {
    delivery = Delivery(on: nil)
    bucketName = address.bucket
    state = Mutex(State(address: address, engines: engines, bucket: nil))
  }

  /// The open bucket.
  func bucket() throws -> any Bucket {
    try state.withLock { state in
      if let bucket = state.bucket { return bucket }
      guard let address = state.address else {
        throw StorageError.internalError(message: "The storage has neither bucket nor address.")
      }
      let bucket = try state.engines.bucket(at: address)
      state.bucket = bucket
      return bucket
    }
  }

  // MARK: - References

  /// The bucket's root.
  public func reference() -> StorageReference { reference(at: ObjectPath()) }

  /// The place at a path.
  public func reference(withPath path: String) -> StorageReference {
    reference(at: ObjectPath(path))
  }

  /// The place at an address, `gs://bucket/path` or the `https://` address of an object; one that
  /// is none, or of another bucket, traps.
  ///
  /// The text is taken as it is: `gs://b/a b.jpg` names the object `a b.jpg`.
  public func reference(forURL url: String) -> StorageReference {
    trapping { () throws(StorageError) in try reference(forAddress: url) }
  }

  /// The place at an address; throws `pathError`, or `bucketMismatch` for another bucket's.
  ///
  /// A `URL` escapes what it cannot hold: `URL(string: "gs://b/a b.jpg")` says `a%20b.jpg`, and
  /// that is the object's name then, for `gs://` addresses are never decoded. The form that takes
  /// text has no such trap.
  public func reference(for url: URL) throws -> StorageReference {
    try reference(forAddress: url.absoluteString)
  }

  /// The place at an address; throws `pathError`, or `bucketMismatch` for another bucket's.
  ///
  /// Ours: the throwing form over a text that has not been through `URL`.
  public func reference(forAddress text: String) throws(StorageError) -> StorageReference {
    let url = try StorageURL(text)
    guard bucketName.isEmpty || url.bucket == bucketName else {
      throw .bucketMismatch(
        message: "Provided bucket: `\(url.bucket)` does not match the Storage bucket of the "
          + "current instance: `\(bucketName)`")
    }
    return reference(at: url.object, in: url.bucket)
  }

  func reference(at object: ObjectPath, in bucket: String? = nil) -> StorageReference {
    state.withLock { $0.isFixed = true }
    return StorageReference(self, bucket: bucket ?? bucketName, object)
  }

  // MARK: - Settings

  /// How long an upload is tried again, in seconds; 600 at first, and 0 tries once.
  ///
  /// Measured from the first attempt, and again from each piece that the bucket took. Taken by each
  /// upload when it begins. In a folder: how long it waits for its turn to write.
  public var maxUploadRetryTime: TimeInterval {
    get { setting(\.maxUploadRetryTime) }
    set { set(\.maxUploadRetryTime, newValue) }
  }

  /// How long a download is tried again, in seconds; 600 at first, and 0 tries once.
  ///
  /// Measured from the first attempt, and again from each byte that is gained. Taken by each leg of
  /// a download when it begins. In a folder nothing is tried again.
  public var maxDownloadRetryTime: TimeInterval {
    get { setting(\.maxDownloadRetryTime) }
    set { set(\.maxDownloadRetryTime, newValue) }
  }

  /// How long anything else is tried again, in seconds; 120 at first, and 0 tries once.
  ///
  /// In a folder: how long a change waits for its turn to write.
  public var maxOperationRetryTime: TimeInterval {
    get { setting(\.maxOperationRetryTime) }
    set { set(\.maxOperationRetryTime, newValue) }
  }

  /// How many bytes of an upload go in one piece; `Int64.max` leaves it to the engine.
  ///
  /// Less than 262,144 becomes that, more is rounded down to a multiple of it. Firebase: the same
  /// rounding. A server's engine takes 8 MiB by itself, and 64 MiB at most; a folder's takes no
  /// notice.
  public var uploadChunkSizeBytes: Int64 {
    get { setting(\.uploadChunkSizeBytes) }
    set { set(\.uploadChunkSizeBytes, Self.chunkSize(newValue)) }
  }

  /// The queue on which completions, observers and progress handlers run.
  ///
  /// A private serial one unless another is set. Firebase: the main queue; on Linux that is served
  /// by whatever drains it, and in a terminal program by nothing.
  public var callbackQueue: DispatchQueue {
    get { delivery.queue }
    set { delivery.queue = newValue }
  }

  /// Speaks to an emulator instead, unencrypted; before the first reference is made, else it traps.
  ///
  /// An empty host, a port that is none, and a storage in a folder trap.
  public func useEmulator(withHost host: String, port: Int) {
    trapping { () throws(StorageError) in try redirect(to: host, port: port) }
  }

  /// The checked core of ``useEmulator(withHost:port:)``.
  package func redirect(to host: String, port: Int) throws(StorageError) {
    if host.isEmpty { throw .invalidArgument(message: "The emulator's host is empty.") }
    guard (1...65_535).contains(port) else {
      throw .invalidArgument(message: "\(port) is no port.")
    }
    let emulator = StorageAddress.Host(isEncrypted: false, name: host, port: port)
    let fault: String? = state.withLock { state in
      if state.isFixed { return "An emulator is to be named before the first reference is made." }
      switch state.address?.site {
      case .firebase: state.address?.site = .firebase(emulator)
      case .google: state.address?.site = .google(emulator)
      case .folder, nil: return "Only a storage on a server has an emulator."
      }
      return nil
    }
    if let fault { throw .invalidArgument(message: fault) }
  }
}

extension Storage {
  /// The smallest piece, and what all others are multiples of.
  private static let chunkGranularity: Int64 = 262_144

  private static func chunkSize(_ wanted: Int64) -> Int64 {
    if wanted == .max { return wanted }
    return max(wanted / chunkGranularity, 1) * chunkGranularity
  }

  private func setting<Value: Sendable>(_ key: any KeyPath<Settings, Value> & Sendable) -> Value {
    state.withLock { $0.settings[keyPath: key] }
  }

  private func set<Value: Sendable>(
    _ key: any WritableKeyPath<Settings, Value> & Sendable, _ value: Value
  ) {
    state.withLock { $0.settings[keyPath: key] = value }
  }

  /// A time in seconds as the engines take it; none below zero, and a billion seconds at most.
  private static func duration(_ time: TimeInterval) -> Duration {
    time > 0 ? .seconds(min(time, 1e9)) : .zero
  }

  var uploadTime: Duration { Self.duration(maxUploadRetryTime) }
  var downloadTime: Duration { Self.duration(maxDownloadRetryTime) }
  var operationTime: Duration { Self.duration(maxOperationRetryTime) }

  /// Where it is, as far as is known here.
  package var address: StorageAddress? { state.withLock(\.address) }
}
