package import Foundation

/// A resumable upload: what has happened goes in, what to ask next comes out.
///
/// Pure; both protocols speak through it.
///
/// Offsets are the server's: what it confirms counts, less than was sent included. A session that
/// is gone is begun anew once.
package struct UploadMachine: Sendable {
  /// What to ask next.
  package enum Step: Sendable, Hashable {
    case start
    /// How much is there?
    case query
    case chunk(offset: Int64, count: Int, isLast: Bool)
    /// Everything is there, and the upload is not finished.
    case finalize(offset: Int64)
  }

  /// What an answer means; each protocol reads its own.
  package enum News: Sendable, Hashable {
    case started(session: URL, granularity: Int64)
    /// The upload is open; nil means that the last chunk was taken whole.
    case active(confirmed: Int64?)
    /// With the object's JSON, if the answer has it.
    case finished(Data)
    /// The server knows no such session.
    case gone
    /// The request was not taken; the session may be open still.
    case refused
    /// It was refused for good.
    case denied
    /// The server is in trouble, or nothing came of it.
    case troubled
    /// The answer has no sense.
    case nonsense(String)
  }

  /// What follows.
  package enum Verdict: Sendable, Hashable {
    case goOn
    /// Go on after a while, if there is time left.
    case wait
    case finished(Data)
    /// The answer is the error.
    case failed
    case failedBecause(String)
  }

  package let size: Int64
  /// Bytes that the server has.
  package private(set) var offset: Int64 = 0
  /// The most that it ever had.
  package private(set) var furthest: Int64 = 0
  package private(set) var session: URL?
  /// Set before whatever may be broken off, and when a leg is taken up.
  package var asksFirst = false
  private let wantedChunk: Int64
  private var granularity: Int64 = 262_144
  private var sessions = 0
  /// Requests refused since something was reached.
  private var refusals = 0

  /// A chunk of the engine's choice.
  package static let usualChunk: Int64 = 8 << 20
  /// A chunk lies in memory; larger ones are cut to this.
  package static let largestChunk: Int64 = 64 << 20
  /// Firebase: a rest that is smaller goes with the chunk before it.
  private static let smallestRest: Int64 = 2_500

  /// `chunkSize` as in ``UploadLeg``.
  package init(size: Int64, chunkSize: Int64) {
    self.size = size
    wantedChunk = chunkSize == .max ? Self.usualChunk : min(max(chunkSize, 1), Self.largestChunk)
  }

  /// Bytes of a chunk: a multiple of what the server takes.
  package var chunkSize: Int64 { max(wantedChunk / granularity, 1) * granularity }

  /// What to ask next.
  package var next: Step {
    guard session != nil else { return .start }
    if asksFirst { return .query }
    let left = size - offset
    guard left > 0 else { return .finalize(offset: offset) }
    let isLast = left <= chunkSize + Self.smallestRest
    return .chunk(offset: offset, count: Int(isLast ? left : chunkSize), isLast: isLast)
  }

  /// What follows from an answer.
  package mutating func take(_ news: News, to step: Step) -> Verdict {
    switch (news, step) {
    case (.started(let session, let granularity), .start):
      return started(session, granularity)
    case (.started, _): return .failedBecause("The server began an upload that goes on already.")
    case (.active(let confirmed), .query): return confirm(confirmed ?? 0, after: step)
    case (.active(let confirmed), .chunk(let offset, let count, _)):
      return confirm(confirmed ?? offset + Int64(count), after: step)
    case (.active(let confirmed), .finalize(let offset)):
      return confirm(confirmed ?? offset, after: step)
    case (.active, .start): return .failed
    case (.finished(let object), _):
      if step == .start { return .failed }
      offset = size
      furthest = size
      return .finished(object)
    case (.gone, .start), (.refused, .start), (.denied, _): return .failed
    case (.gone, _):
      guard sessions < 2 else { return .failed }
      session = nil
      offset = 0
      asksFirst = false
      return .goOn
    case (.refused, .query): return .failed
    case (.refused, _):
      refusals += 1
      asksFirst = true
      return refusals > 1 ? .failed : .goOn
    case (.troubled, _):
      asksFirst = session != nil
      return .wait
    case (.nonsense(let why), _): return .failedBecause(why)
    }
  }

  private mutating func started(_ session: URL, _ granularity: Int64) -> Verdict {
    guard (1...Self.largestChunk).contains(granularity) else {
      return .failedBecause("The server asks for chunks of \(granularity) bytes.")
    }
    self.session = session
    self.granularity = granularity
    sessions += 1
    offset = 0
    asksFirst = false
    return .goOn
  }

  private mutating func confirm(_ confirmed: Int64, after step: Step) -> Verdict {
    let most: Int64
    switch step {
    case .chunk(let offset, let count, _): most = offset + Int64(count)
    case .start, .query, .finalize: most = size
    }
    guard (0...most).contains(confirmed) else {
      return .failedBecause("The server confirms \(confirmed) bytes of \(most) that were sent.")
    }
    offset = confirmed
    asksFirst = false
    if confirmed > furthest {
      furthest = confirmed
      refusals = 0
      return .goOn
    }
    // A server that takes nothing is asked again, and not without end.
    return step == .query ? .goOn : .wait
  }
}
