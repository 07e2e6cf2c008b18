public import Foundation
public import JSONTree

/// What went wrong with a database, and where.
///
/// The async forms throw it. Completion and cancel blocks get it as an `NSError` of Firebase's
/// domain and codes, with this error as the underlying one.
public struct DatabaseError: Error, Sendable {
  /// The kinds of failure.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A key, path, value or query that cannot be.
    case invalidArgument
    /// A folder or file that this user may not open.
    case permissionDenied
    /// The other side is not there.
    case unavailable
    /// A write was thrown away before it was done.
    case writeCanceled
    /// The connection was lost while it was not known whether a write was done.
    case disconnected
    /// A transaction was dropped because something else wrote to its place.
    case overridden
    /// A transaction met a changed value too often.
    case maxRetries
    /// A condition of a write did not hold; nothing was written.
    case guardFailed
    /// More than one write or one snapshot may hold.
    case tooLarge
    /// Another program kept the file too long.
    case busy
    /// The disk is full.
    case full
    /// The file can be read but not written.
    case readOnly
    /// The file's content is damaged.
    case corrupt
    /// The file is no database of this kind: another program's, or another kind of file.
    case notADatabase
    /// The file was written by a newer version.
    case newerFormat
    /// The file, or its folder, cannot be opened, or the system refused a call.
    case cannotOpen
    /// The database has been closed.
    case closed
  }

  /// The kind of failure.
  public let code: Code
  /// What is wrong, as a sentence.
  public let reason: String
  /// A path in the tree or a file; empty when there is no place.
  public let place: String
  /// The error that caused it.
  public let underlying: (any Error)?
  /// With `guardFailed`: the condition that did not hold.
  public let failedGuard: Guard?
  /// With `guardFailed`: what stood at the condition's place.
  public let found: Node?

  /// Creates an error.
  public init(
    _ code: Code, _ reason: String, at place: String = "", underlying: (any Error)? = nil,
    failedGuard: Guard? = nil, found: Node? = nil
  ) {
    self.code = code
    self.reason = reason
    self.place = place
    self.underlying = underlying
    self.failedGuard = failedGuard
    self.found = found
  }

  /// The error inside one that a completion or cancel block got; nil when it is of another kind.
  public init?(in error: any Error) {
    if let error = error as? DatabaseError {
      self = error
    } else if let error = (error as NSError).userInfo[NSUnderlyingErrorKey] as? DatabaseError {
      self = error
    } else {
      return nil
    }
  }

  /// A fault of the caller's, found before anything was done.
  init(_ error: TreeSyntaxError) {
    self.init(
      error.code == .tooLong ? .tooLarge : .invalidArgument, error.reason, at: error.place,
      underlying: error)
  }

  /// The database was closed before the call.
  static let closed = DatabaseError(.closed, "The database has been closed.")

  /// Thrown away by `purgeOutstandingWrites()`.
  static let writeCanceled = DatabaseError(.writeCanceled, "The write was cancelled by the user.")
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    place.isEmpty ? reason : "\(place): \(reason)"
  }
}

extension DatabaseError: CustomNSError, LocalizedError {
  /// Firebase: the domain of all its errors.
  public static let errorDomain = "com.firebase"

  /// Firebase: 1 permission denied, 2 unavailable, 3 write cancelled, everything else 9999.
  public var errorCode: Int {
    switch code {
    case .permissionDenied: 1
    case .unavailable: 2
    case .writeCanceled: 3
    case .invalidArgument, .disconnected, .overridden, .maxRetries, .guardFailed, .tooLarge, .busy,
      .full, .readOnly, .corrupt, .notADatabase, .newerFormat, .cannotOpen, .closed:
      9999
    }
  }

  /// The sentence, and this error itself.
  public var errorUserInfo: [String: Any] {
    // On Linux `localizedDescription` looks here and not at `errorDescription`.
    [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self]
  }

  public var errorDescription: String? { description }

  /// The error as completions get it.
  ///
  /// On Linux a bridged Swift error is no `NSError`; this is one.
  public var nsError: NSError {
    NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
  }
}
