import Foundation
package import HTTPTransport
package import Inventory
package import OpenLibrary
import Platform

/// Looking things up for the shop: covers and titles by ISBN, and pictures at addresses.
///
/// What the service was asked, and that it wants to be left alone, is kept in a file, so that all
/// runs of the program together are as polite as one.
package final class LookUps: Sendable {
  /// Whether books are looked up of themselves.
  package let isOn: Bool
  /// Where the service is.
  package let places: ServicePlaces
  package let notices: Notices
  private let library: OpenLibrary
  /// The same where look-ups are on; else one that only fetches what a person asked for by hand.
  private let fetcher: OpenLibrary
  private let memory: LookUpMemory?
  private let hostKinds: @Sendable (String) async -> [HostKind]

  /// Look-ups by some settings; `memory` is the file, in a folder that is made at need.
  package init(
    _ settings: OpenLibrarySettings, over transport: any HTTPTransport,
    in surroundings: Surroundings? = nil, memory file: String?, notices: Notices = Notices()
  ) {
    var settings = settings
    settings.formats = [.jpeg, .png, .gif, .webp]
    var surroundings = surroundings ?? .real(sizeOf: Self.size)
    surroundings.likeness = { PictureExtent.likeness(of: $0) }
    let memory = file.map(LookUpMemory.init)
    let known = memory?.load() ?? DeskMemory()
    let library = OpenLibrary(settings, over: transport, in: surroundings, after: known)
    isOn = settings.isOn
    places = settings.places
    self.notices = notices
    self.library = library
    self.memory = memory
    hostKinds = surroundings.hostKinds
    if settings.isOn {
      fetcher = library
    } else {
      settings.isOn = true
      fetcher = OpenLibrary(settings, over: transport, in: surroundings, after: known)
    }
  }

  /// What the service has as a book's cover.
  func cover(of isbn: ISBN) async -> CoverAnswer {
    await finish(await library.cover(of: isbn))
  }

  /// What the service knows of a book; what cannot be said now is nothing.
  package func record(of key: StockKey) async -> Record? {
    guard isOn, let isbn = key.isbn else { return nil }
    switch await finish(await library.record(of: isbn)) {
    case .found(let record): return record
    case .absent, .later, .refused: return nil
    }
  }

  /// The picture at an address that a person gave: also where look-ups are off.
  func picture(at text: String, progress: ByteProgress? = nil) async throws -> FoundPicture {
    guard text.utf8.count <= 8_192, let url = URL(string: text) else {
      throw CoverProblem(
        .badAddress, "This is no address of a picture; one begins with https:// or http://.")
    }
    return try Self.found(await finish(await fetcher.picture(at: url, progress: progress)))
  }

  /// The picture at an address that stands in a record.
  ///
  /// Nobody named it just now, and it may have come with a file: only an encrypted one in the
  /// public network is asked, and only where look-ups are on.
  func picture(ofRecord url: URL, progress: ByteProgress? = nil) async throws -> FoundPicture {
    guard isOn else {
      throw CoverProblem(.later, "This cover lies in the network, and look-ups are off.")
    }
    guard await isPublic(url) else {
      throw CoverProblem(.badAddress, "This cover's address is not a public https:// one.")
    }
    return try Self.found(await finish(await library.picture(at: url, progress: progress)))
  }

  private func isPublic(_ url: URL) async -> Bool {
    guard let host = WebAddress.host(of: url) else { return false }
    // The service itself may be one on this machine, for tests.
    let bases = [places.covers, places.records]
    if bases.contains(where: {
      WebAddress.host(of: $0) == host && $0.port == url.port && $0.scheme == url.scheme
    }) {
      return true
    }
    guard url.scheme?.lowercased() == "https", HostKind(host) == .public else { return false }
    return await hostKinds(host).allSatisfy { $0 == .public }
  }

  static func found(_ answer: PictureAnswer) throws(CoverProblem) -> FoundPicture {
    switch answer {
    case .found(let picture): return picture
    case .absent: throw CoverProblem(.noCover, "Open Library has no cover of this book.")
    case .later(let later): throw CoverProblem(.later, later.why)
    case .refused(let why): throw CoverProblem(.noCover, why)
    }
  }

  /// Keeps what is to be remembered, and says what is new.
  private func finish<Value>(_ answer: Answer<Value>) async -> Answer<Value> {
    if case .later(let later) = answer, later.isNews, !Task.isCancelled { notices.say(later.why) }
    if let memory {
      let known = await library.memory
      _ = try? await offPool { memory.keep(known) }
    }
    return answer
  }

  private static let size: @Sendable (Data) -> PictureSize? = { bytes in
    PictureExtent.of(bytes).map { PictureSize(width: $0.width, height: $0.height) }
  }
}
