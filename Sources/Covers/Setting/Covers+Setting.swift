import Foundation
import ImageLoading
package import Inventory
package import InventoryStore
import ObjectStorage
import OpenLibrary

/// Where a book's new cover comes from.
package enum NewCover: Sendable, Hashable {
  /// A picture on this machine.
  case file(String)
  /// A picture in the network, by its `https` or `http` address.
  case address(String)
  /// What Open Library has under the book's ISBN; unless told otherwise it never takes the place of
  /// a cover that a person chose.
  case lookUp(replacing: Bool = false)
  /// None: the cover is taken off the book.
  case remove
}

extension Covers {
  /// Gives a book another cover, or none, and returns the one it has then.
  ///
  /// Throws `Refusal` for a book that is not in stock, `StoreTrouble`, or ``CoverProblem``; then
  /// the book has the cover it had before.
  @discardableResult
  package func set(
    _ new: NewCover, of key: StockKey, progress: (@Sendable (Int64, Int64) -> Void)? = nil
  ) async throws -> BookCover {
    try await carryOut(new, of: key, as: Job(), progress: progress)
  }

  func carryOut(
    _ new: NewCover, of key: StockKey, as job: Job,
    progress: (@Sendable (Int64, Int64) -> Void)? = nil
  ) async throws -> BookCover {
    let before = try await store.cover(of: key)
    let source: Source
    var expected: BookCover?
    switch new {
    case .remove: return try await remove(before, of: key)
    case .file(let path):
      let bytes = try await offPool { try CoverFile.read(path) }
      source = Source(bytes, .file, from: (path as NSString).lastPathComponent)
    case .address(let text):
      let found = try await job.asking { [lookUps] in
        try await lookUps.picture(at: text) { job.show(received: $0, of: $1) }
      }
      source = Source([UInt8](found.bytes), .address, from: WebAddress.shown(found.address))
    case .lookUp(let replaces):
      guard replaces || !before.isByHand else { throw Self.chosenByHand(key) }
      guard let isbn = key.isbn else {
        throw CoverProblem(
          .noCover, "Only books with an ISBN are looked up; \(key.displayed) is a shop's own code.")
      }
      let found = try await job.asking { [lookUps] in
        let answer = await lookUps.cover(of: isbn)
        try Task.checkCancellation()
        return try LookUps.found(answer)
      }
      source = Source([UInt8](found.bytes), .openLibrary, from: WebAddress.shown(found.address))
      if !replaces { expected = before }
    }
    let prepared = try await offPool { try PreparedCover(of: source.bytes) }
    try await job.turn()
    let writer = CoverWriter(
      covers: self, key: key, picture: prepared, source: source, expected: expected, job: job,
      progress: progress)
    return try await writer.write()
  }

  static func chosenByHand(_ key: StockKey) -> CoverProblem {
    CoverProblem(
      .chosenByHand,
      "The cover of \(key.displayed) was chosen by hand; a look-up replaces it only when told to.")
  }

  private func remove(_ before: BookCover, of key: StockKey) async throws -> BookCover {
    guard before.icon != nil else {
      throw CoverProblem(.noCover, "\(key.displayed) has no cover.")
    }
    let lock = try await locks.lock(key)
    let last = try await store.cover(of: key)
    try await store.setCover(BookCover(), of: key)
    await deleteObjects(of: key)
    forget(last, of: key)
    withExtendedLifetime(lock) {}
    return BookCover()
  }

  /// What is left behind after an undo that took a book away with all that is known of it: its
  /// picture goes too.
  package func tidy(after receipt: Receipt) async {
    let key = receipt.book.key
    guard receipt.undone?.reason == .opening, receipt.book.icon != nil,
      await isGone(key), let lock = try? await locks.lock(key)
    else { return }
    await deleteObjects(of: key)
    try? await store.forgetCover(of: key)
    withExtendedLifetime(lock) {}
  }

  private func isGone(_ key: StockKey) async -> Bool {
    do {
      return try await store.book(key) == nil
    } catch {
      return false
    }
  }

  /// Deletes a book's pictures; what cannot be deleted is in nobody's way, and goes with the next
  /// cover.
  private func deleteObjects(of key: StockKey) async {
    for format in Self.formats { try? await object(of: key, format).delete() }
  }

  /// Drops what is kept of a picture that has been replaced.
  func forget(_ cover: BookCover, of key: StockKey) {
    guard let place = try? place(of: cover, key: key) else { return }
    loader.forget(place.source(of: self, title: "").key)
  }
}

/// A picture that is to become a cover, and where it came from.
struct Source: Sendable {
  let bytes: [UInt8]
  let origin: CoverMark.Origin
  /// The file's name or the address without what may be secret in it, for people.
  let from: String

  init(_ bytes: [UInt8], _ origin: CoverMark.Origin, from: String) {
    self.bytes = bytes
    self.origin = origin
    self.from = from
  }
}

extension BookCover {
  /// Whether a person chose it: all that was not looked up by this program.
  var isByHand: Bool { icon != nil && (mark?.origin.isByHand ?? true) }
}
