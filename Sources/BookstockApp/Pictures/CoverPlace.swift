import Inventory
package import TextUI

/// The box of a book's cover among cells that are higher than wide.
struct CoverShape: Hashable {
  /// The height of a cell over its width.
  let cellAspect: Double

  /// Below this a picture is a blot.
  static let leastRows = 5
  /// The height of most covers over their width.
  private static let bookAspect = 1.5
  /// What cells measure where a terminal does not tell, and what no font goes beyond.
  private static let usualAspect = 2.0
  private static let sensible = 1.2...3.5

  init(_ cell: PixelSize?) {
    guard let cell, cell.width > 0 else {
      cellAspect = Self.usualAspect
      return
    }
    let aspect = Double(cell.height) / Double(cell.width)
    cellAspect = min(max(aspect, Self.sensible.lowerBound), Self.sensible.upperBound)
  }

  /// The largest box in so many cells; nil where there is no room for one.
  func fitting(columns: Int, rows: Int) -> Size? {
    let rows = min(rows, Int(Double(columns) * Self.bookAspect / cellAspect))
    guard rows >= Self.leastRows else { return nil }
    let width = Int((Double(rows) * cellAspect / Self.bookAspect).rounded())
    return Size(width: min(columns, width), height: rows)
  }
}

/// Where covers stand.
extension Layout {
  /// Rows of the pane that its words need, with the blank one under the cover.
  private static let paneWords = 12
  private static let mostRows = 24
  /// From this width on the large words of the desk leave room for a cover.
  private static let deskFrom = 72
  /// The form's own width, before there is a cover beside it.
  private static let formWidth = 80
  /// Columns between a cover and what stands beside it.
  static let coverGap = 3

  /// On Stock, at the top of the pane.
  func paneCover(_ shape: CoverShape) -> Rect? {
    guard hasDetail else { return nil }
    let rows = min(detail.height - Self.paneWords, Self.mostRows)
    return shape.fitting(columns: detail.width - Self.coverGap, rows: rows).map {
      Rect(origin: Point(x: detail.x + 2, y: detail.y), size: $0)
    }
  }

  /// On Plus and Minus, left of the last scan.
  func deskCover(_ shape: CoverShape) -> Rect? {
    guard isSpacious, size.width >= Self.deskFrom else { return nil }
    let rows = body.height >= 22 ? 10 : 7
    return shape.fitting(columns: size.width / 4, rows: rows).map {
      Rect(origin: Point(x: 3, y: body.y + 2), size: $0)
    }
  }

  /// On Add and Fix, right of the fields.
  func formCover(_ shape: CoverShape) -> Rect? {
    guard isRoomy else { return nil }
    let columns = min(size.width - Self.formWidth - Self.coverGap, size.width / 3)
    return shape.fitting(columns: columns, rows: min(body.height - 3, Self.mostRows)).map {
      Rect(origin: Point(x: size.width - $0.width - 2, y: body.y + 2), size: $0)
    }
  }
}

extension State {
  /// What pictures are made for; nil while they are off, or nothing is known of the terminal.
  var pictureAbilities: TerminalAbilities? {
    guard var abilities else { return nil }
    if abilities.images == .off {
      guard ui.isPictureSettingTurned else { return nil }
      // Off was asked for at the start, and nobody has asked the terminal what it can.
      abilities.images = .cells
    } else if ui.isPictureSettingTurned {
      return nil
    }
    return abilities
  }

  /// The place of the cover on the screen at hand, kept free also while there is none to show.
  package var coverRect: Rect? {
    guard let abilities = pictureAbilities else { return nil }
    let layout = Layout(size: size)
    guard !layout.isLine else { return nil }
    let shape = CoverShape(abilities.cellPixels)
    switch ui.tab {
    case .stock: return selectedBook == nil ? nil : layout.paneCover(shape)
    case .plus, .minus:
      guard let mood = ui.tab.mood, data[mood].last != nil else { return nil }
      return layout.deskCover(shape)
    case .add, .fix:
      let form = ui.form(ui.tab)
      return form.key == nil && form.known == nil ? nil : layout.formCover(shape)
    }
  }

  /// The cover that the screen at hand has a place for; nil where there is no place or no book.
  package var coverRequest: CoverRequest? {
    guard let rect = coverRect, let abilities = pictureAbilities else { return nil }
    let key: StockKey
    let icon: String?
    switch ui.tab {
    case .stock:
      guard let book = selectedBook else { return nil }
      (key, icon) = (book.key, book.icon)
    case .plus, .minus:
      guard let mood = ui.tab.mood, let line = data[mood].last, line.isInStock,
        let scanned = line.key
      else { return nil }
      (key, icon) = (scanned, line.icon)
    case .add, .fix:
      let form = ui.form(ui.tab)
      guard let shown = form.known?.key ?? form.key else { return nil }
      (key, icon) = (shown, (form.known ?? form.base)?.icon)
    }
    return CoverRequest(key: key, icon: icon, size: rect.size, abilities: abilities)
  }

  /// Keeps to the cover that is wanted now: one that is made already is there in the same picture.
  mutating func followCover(_ cached: (CoverRequest) -> TerminalPicture?) {
    guard let request = coverRequest else {
      data.cover = nil
      return
    }
    guard data.cover?.request != request else { return }
    data.cover = ShownCover(request: request, news: cached(request).map { .picture($0) })
  }

  /// Takes news of a cover, if it is the one that is wanted.
  mutating func take(_ news: CoverNews, of request: CoverRequest) {
    guard data.cover?.request == request else { return }
    // A picture that cannot be renewed is better than none.
    if case .failed = news, case .picture = data.cover?.news { return }
    data.cover?.news = news
  }
}
