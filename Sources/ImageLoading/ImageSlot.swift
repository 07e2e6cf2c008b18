import Synchronization

/// Runs what it is given, one after another, in the order given: on a UI thread, or on a queue.
///
/// It must return at once.
package typealias CallbackExecutor = @Sendable (@escaping @Sendable () -> Void) -> Void

/// A place on the screen that shows one picture at a time: FirebaseUI's image view.
///
/// Whatever comes late, in whatever order, what is shown at the end belongs to the last
/// ``setImage(_:_:placeholder:options:delaysPlaceholder:completion:progress:)``.
package final class ImageSlot<Image: LoadableImage>: Sendable {
  /// What the place shows.
  package enum Content: Sendable {
    case nothing
    case placeholder(Image)
    case image(LoadedImage<Image>)
  }

  /// What a load came to; called once for every load.
  package typealias Completion =
    @Sendable (_ key: String, Result<LoadedImage<Image>, ImageLoadError>) -> Void

  private struct State {
    var content: Content = .nothing
    /// Grows with every picture wanted: only what carries the last one may be shown.
    var token: UInt64 = 0
    var load: LoadID?
  }

  private let loader: ImageLoader<Image>
  private let callbacks: CallbackExecutor
  private let changed: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes an empty place.
  ///
  /// `changed` is called on `callbacks` whenever a load, not the caller, has
  /// changed what is shown.
  package init(
    _ loader: ImageLoader<Image>, callbacks: @escaping CallbackExecutor,
    changed: @escaping @Sendable () -> Void = {}
  ) {
    self.loader = loader
    self.callbacks = callbacks
    self.changed = changed
  }

  deinit {
    if let load = state.withLock({ $0.load }) { loader.cancel(load) }
  }

  /// What the place shows now; from any thread, without waiting.
  package var content: Content { state.withLock { $0.content } }

  /// Shows another picture: first the placeholder, then the picture.
  ///
  /// The load before is cancelled. A picture in memory is shown when this returns.
  ///
  /// Where the load fails the placeholder stays. With `delaysPlaceholder` it is shown only then;
  /// what was shown before stays until there is something else to show. `progress` and `completion`
  /// are called on the callback executor; after another `setImage` the completion hears of a
  /// cancelled load.
  package func setImage(
    _ source: any ImageSource, _ variant: ImageVariant = .original, placeholder: Image? = nil,
    options: ImageLoadOptions = ImageLoadOptions(), delaysPlaceholder: Bool = false,
    completion: @escaping Completion = { _, _ in },
    progress: (@Sendable (_ received: Int64, _ expected: Int64) -> Void)? = nil
  ) {
    let key = source.key
    let kept = options.route == .fromLoaderOnly ? nil : loader.cached(key, variant)
    let instead = placeholder.map { Content.placeholder($0) } ?? .nothing
    let token = replace { content in
      if let kept {
        content = .image(kept)
      } else if !delaysPlaceholder {
        content = instead
      }
    }
    if let kept, options.route != .refreshCached {
      return callbacks { completion(key, .success(kept)) }
    }
    let load = loader.begin(source, variant, options: options) { [weak self, callbacks] update in
      callbacks { [weak self] in
        switch update {
        case .progress(let received, let expected): progress?(received, expected)
        case .provisional(let image): self?.show(.image(image), for: token)
        case .finished(let result):
          let outcome = self?.settle(result, instead, for: token)
          completion(key, outcome ?? .failure(ImageLoadError(.cancelled, key: key)))
        }
      }
    }
    let isWanted = state.withLock { state in
      if state.token == token { state.load = load }
      return state.token == token
    }
    if !isWanted { loader.cancel(load) }
  }

  /// Shows nothing, and cancels the load that goes on.
  package func clear() {
    _ = replace { $0 = .nothing }
  }

  /// Takes the place for a new picture; the load before is cancelled.
  private func replace(_ change: (inout Content) -> Void) -> UInt64 {
    let (token, before) = state.withLock { state in
      state.token += 1
      change(&state.content)
      let before = state.load
      state.load = nil
      return (state.token, before)
    }
    if let before { loader.cancel(before) }
    return token
  }

  /// Shows something, unless another picture has been wanted since.
  private func show(_ content: Content, for token: UInt64) {
    let isShown = state.withLock { state in
      if state.token == token { state.content = content }
      return state.token == token
    }
    if isShown { changed() }
  }

  /// Ends a load on the callback executor; nil when another picture has been wanted since.
  private func settle(
    _ result: Result<LoadedImage<Image>, ImageLoadError>, _ instead: Content, for token: UInt64
  ) -> Result<LoadedImage<Image>, ImageLoadError>? {
    let isWanted = state.withLock { state in
      if state.token == token { state.load = nil }
      return state.token == token
    }
    guard isWanted else { return nil }
    switch result {
    case .success(let image): show(.image(image), for: token)
    case .failure(let error) where error.code != .cancelled: show(instead, for: token)
    case .failure: break
    }
    return result
  }
}
