import ImageLoading
package import Inventory
import InventoryStore
import ObjectStorage
package import Pictures

/// What became of a wish to see a cover.
package enum PictureNews: Sendable {
  case picture(Bitmap)
  /// The book has no cover.
  case absent
  /// The record names one that is not there any more, whatever was shown: a sentence for people.
  case missing(String)
  /// There is one, and it cannot be shown: why, in a sentence for people.
  case failed(String)
}

extension Covers {
  /// A book's picture, small enough for a box of pixels; what is kept of it is compared with the
  /// storage first, where that answers.
  ///
  /// Throws ``CoverProblem``, `Refusal` or `StoreTrouble`.
  package func picture(of key: StockKey, fitting box: PictureSize) async throws -> Bitmap {
    let cover = try await store.cover(of: key)
    guard let place = try place(of: cover, key: key) else {
      throw CoverProblem(.noCover, "\(key.displayed) has no cover.")
    }
    do {
      let source = place.source(of: self, title: key.displayed)
      let options = place.options(isCompared: true)
      return try await loader.load(source, Self.variant(box), options: options).image
    } catch {
      throw Self.problem(ofShowing: error)
    }
  }

  /// The picture of a book whose icon is known, and again whenever it has become another, until
  /// nobody listens.
  ///
  /// What is kept of it comes at once; a slow reader gets the newest only.
  package func pictures(
    of key: StockKey, icon: String?, title: String = "", fitting box: PictureSize
  ) -> AsyncStream<PictureNews> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [self] in
        guard let icon, !icon.isEmpty else {
          continuation.yield(.absent)
          return continuation.finish()
        }
        var shown: BookCover?
        for await live in store.watchCover(of: key) {
          guard case .value(let now) = live else { break }
          // The caller's icon counts: when that changes, it asks anew.
          let cover = BookCover(icon: icon, mark: now.icon == icon ? now.mark : nil)
          guard shown != cover else { continue }
          shown = cover
          await show(cover, of: key, title: title, fitting: box) { continuation.yield($0) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func show(
    _ cover: BookCover, of key: StockKey, title: String, fitting box: PictureSize,
    _ tell: @escaping @Sendable (PictureNews) -> Void
  ) async {
    do {
      guard let place = try place(of: cover, key: key) else { return tell(.absent) }
      let source = place.source(of: self, title: title.isEmpty ? key.displayed : title)
      let isCompared = isLocal || looks.isFirst(at: source.key)
      let options = place.options(isCompared: isCompared)
      let picture = try await load(source, Self.variant(box), options, tell)
      tell(.picture(picture))
    } catch {
      let problem = Self.problem(ofShowing: error)
      if problem.reason == .cancelled { return }
      switch (error as? ImageLoadError)?.code {
      case .missing, .knownMissing: tell(.missing(problem.sentence))
      case .cancelled, .undecodable, .notCached, .failed, nil: tell(.failed(problem.sentence))
      }
    }
  }

  /// Loads a picture; what is kept of it is told before it is known whether it is still right.
  private func load(
    _ source: any ImageSource, _ variant: ImageVariant, _ options: ImageLoadOptions,
    _ tell: @escaping @Sendable (PictureNews) -> Void
  ) async throws -> Bitmap {
    if options.route == .refreshCached,
      let kept = try? await loader.load(source, variant, options: ImageLoadOptions(.fromCacheOnly))
    {
      tell(.picture(kept.image))
    }
    return try await loader.load(source, variant, options: options).image
  }

  private static func variant(_ box: PictureSize) -> ImageVariant {
    .fitting(width: max(1, box.width), height: max(1, box.height))
  }

  /// Why a picture is not shown, in a line that fits beside a book.
  private static func problem(ofShowing error: any Error) -> CoverProblem {
    if let problem = error as? CoverProblem { return problem }
    guard let error = error as? ImageLoadError else {
      return CoverProblem(.storage, "The cover cannot be shown.")
    }
    switch error.code {
    case .cancelled: return .cancelled
    case .missing, .knownMissing:
      return CoverProblem(.noCover, "The cover's picture is not in the storage.")
    case .undecodable:
      return CoverProblem(.badPicture, "What lies at the cover's place is no picture.")
    case .notCached, .failed:
      if let problem = error.underlying as? CoverProblem { return problem }
      if let below = error.underlying as? StorageError { return Self.problem(below) }
      return CoverProblem(.storage, "The cover cannot be fetched now.")
    }
  }
}
