import Inventory
import TextUI

extension App {
  /// Watches the cover that is wanted: what scrolls away is let go with its place.
  func coverSubscription(_ state: State) -> Subscription<Message>? {
    guard let request = state.data.cover?.request else { return nil }
    return Subscription(id: request.id) { [world] in
      .mapping(world.cover(request)) { .cover(request, $0) }
    }
  }

  /// Asks for what is known of the new book in the form, as long as its form is open.
  func factsSubscription(_ state: State) -> Subscription<Message>? {
    let form = state.ui.add
    guard form.awaitsFacts, let key = form.key else { return nil }
    return Subscription(id: "facts \(key)") { [world] in
      AsyncStream { continuation in
        let task = Task {
          continuation.yield(.facts(key, await world.lookUp(key)))
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  /// Turns pictures off, or on again, until the program ends.
  func turnPictures(_ state: inout State) {
    guard state.abilities != nil else { return state.say(.note, Wording.noPicturesHere) }
    state.ui.isPictureSettingTurned.toggle()
    state.say(.note, state.pictureAbilities == nil ? Wording.picturesOff : Wording.picturesOn)
  }

  /// Gives a book another cover: goes on by itself, and is seen among the transfers.
  ///
  /// With a `start` the line of outcomes speaks of it now, and that begins what is said at its end.
  func setCover(
    _ state: inout State, _ key: StockKey, _ source: CoverSource, saying start: String?
  ) -> Effect<Message> {
    state.data.keepCovering(key)
    state.data.hud?.cover = start.map {
      HUD.Cover(key: key, start: $0, end: Wording.followed(source))
    }
    state.data.acts.cover = source
    // In the lane of the writes, which a quitting program waits for.
    return .inOrder { [world] in
      world.setCover(key, source)
      return nil
    }
  }

  // MARK: Drawing

  /// Draws the cover in its place, or the place's quiet corners while there is none to show.
  func drawCover(_ state: State, on canvas: inout Canvas) {
    guard let rect = state.coverRect else { return }
    let news = state.data.cover?.news
    canvas.within(rect) { canvas in
      if case .picture(let picture) = news {
        canvas.place(picture, at: Point(x: 0, y: 0))
        return
      }
      // A new book is only on its way into the stock: corners would say that something is missing.
      guard let request = state.data.cover?.request, !state.isNew(request.key) else { return }
      drawCorners(on: &canvas)
      canvas.within(canvas.bounds.inset(x: 1, y: 1)) { canvas in
        switch news {
        case .absent: drawRemark(Wording.noCover, on: &canvas)
        case .missing(let sentence), .failed(let sentence): drawRemark(sentence, on: &canvas)
        case .picture, nil: break
        }
      }
    }
  }

  /// The corners of the place: a whole frame would be louder than the words beside it.
  private func drawCorners(on canvas: inout Canvas) {
    let (glyphs, right, bottom) = (canvas.glyphs, canvas.size.width - 2, canvas.size.height - 1)
    let line = glyphs.horizontal
    canvas.put("\(glyphs.topLeft)\(line)", x: 0, y: 0, style: theme.quiet)
    canvas.put("\(line)\(glyphs.topRight)", x: right, y: 0, style: theme.quiet)
    canvas.put("\(glyphs.bottomLeft)\(line)", x: 0, y: bottom, style: theme.quiet)
    canvas.put("\(line)\(glyphs.bottomRight)", x: right, y: bottom, style: theme.quiet)
  }

  /// A few words in the middle of the place.
  private func drawRemark(_ words: String, on canvas: inout Canvas) {
    let lines = TextWrap.lines(
      Wording.plain(words, canvas.glyphs), columns: canvas.size.width, limit: canvas.size.height,
      ellipsis: canvas.glyphs.ellipsis)
    let top = (canvas.size.height - lines.count) / 2
    for (row, line) in lines.enumerated() {
      canvas.put(
        line, x: 0, y: top + row, width: canvas.size.width, align: .center, style: theme.quiet)
    }
  }
}

extension State {
  /// Whether a book is one that Add is about to put in stock.
  fileprivate func isNew(_ key: StockKey) -> Bool {
    ui.tab == .add && ui.add.known == nil && ui.add.key == key
  }
}
