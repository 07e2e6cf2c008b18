extension VTScreen {
  /// Private modes that are understood; those without an effect on the screen are only kept.
  static let knownModes: Set<Int> = [
    1, 3, 4, 5, 6, 7, 9, 12, 25, 40, 45, 47, 69, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015,
    1034,
    1047, 1048, 1049, 2004, 2026,
  ]

  mutating func privateMode(_ sequence: VTSequence) -> Bool {
    switch sequence.final {
    case "h", "l":
      guard sequence.values.allSatisfy(Self.knownModes.contains) else { return false }
      for mode in sequence.values { set(mode, sequence.final == "h") }
    case "c", "u", "S": break  // Linux: the cursor's look; kitty: keyboard; xterm: pictures
    case "J": eraseInDisplay(sequence.value(0))
    case "K": eraseInLine(sequence.value(0))
    default: return false
    }
    return true
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    switch mode {
    case 25: isCursorVisible = isOn
    case 47, 1047: showAlternate(isOn)
    case 1048: if isOn { saveCursor() } else { restoreCursor() }
    case 1049:
      if isOn { saveCursor() }
      showAlternate(isOn)
      if !isOn { restoreCursor() }
    default: break
    }
  }

  private mutating func showAlternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    isAlternate = isOn
    if isOn {
      hiddenCells = cells
      for row in 0..<rowCount { cells[row] = blankRow }
    } else {
      cells = hiddenCells
      hiddenCells = []
    }
  }

  mutating func saveCursor() {
    saved = SavedCursor(cursor: cursor, style: style, lineDrawing: lineDrawing, charset: charset)
  }

  mutating func restoreCursor() {
    move(to: saved.cursor.row, saved.cursor.column)
    style = saved.style
    lineDrawing = saved.lineDrawing
    charset = saved.charset
  }

  mutating func reset() {
    let fresh = VTScreen(rows: rowCount, columns: columnCount, manner: manner)
    (cells, hiddenCells, isAlternate) = (fresh.cells, [], false)
    (style, region, saved, modes) = (fresh.style, fresh.region, fresh.saved, fresh.modes)
    (lineDrawing, charset, tabStops) = (fresh.lineDrawing, fresh.charset, fresh.tabStops)
    (insertsCharacters, isCursorVisible) = (false, true)
    move(to: 0, 0)
  }

  /// Select graphic rendition.
  mutating func select(_ parameters: [[Int?]]) {
    var rest = parameters.isEmpty ? [[0]] : parameters[...].map { $0 }
    while !rest.isEmpty {
      let parameter = rest.removeFirst()
      let code = parameter.first.flatMap { $0 } ?? 0
      switch code {
      case 38, 48, 58:
        let color =
          parameter.count > 1
          ? Self.color(in: Array(parameter.dropFirst()))
          : Self.color(takenFrom: &rest)
        if let color, code == 38 { style.foreground = color }
        if let color, code == 48 { style.background = color }
      default: selectPlain(code, parameter.count > 1 ? parameter[1] : nil)
      }
    }
  }

  /// `2:r:g:b`, `2:space:r:g:b` or `5:n`.
  private static func color(in parts: [Int?]) -> VTStyle.Color? {
    switch parts.first {
    case 5 where parts.count > 1: return .indexed(parts[1] ?? 0)
    case 2 where parts.count >= 4:
      let values = parts.suffix(3).map { $0 ?? 0 }
      return .rgb(values[0], values[1], values[2])
    default: return nil
    }
  }

  /// `2;r;g;b` or `5;n`, spread over parameters of their own.
  private static func color(takenFrom rest: inout [[Int?]]) -> VTStyle.Color? {
    let kind = rest.first?.first.flatMap { $0 }
    let count = kind == 2 ? 4 : kind == 5 ? 2 : 1
    let parts = rest.prefix(count).map { $0.first.flatMap { $0 } }
    rest.removeFirst(min(count, rest.count))
    return color(in: parts)
  }

  private mutating func selectPlain(_ code: Int, _ detail: Int?) {
    switch code {
    case 0: style = VTStyle()
    case 1: style.isBold = true
    case 2: style.isDim = true
    case 3: style.isItalic = true
    case 4: style.isUnderlined = detail != 0
    case 5, 6: style.isBlinking = true
    case 7: style.isReversed = true
    case 8: style.isInvisible = true
    case 9: style.isStruck = true
    case 10, 11, 59: break
    case 21: style.isUnderlined = true
    case 22: (style.isBold, style.isDim) = (false, false)
    case 23: style.isItalic = false
    case 24: style.isUnderlined = false
    case 25: style.isBlinking = false
    case 27: style.isReversed = false
    case 28: style.isInvisible = false
    case 29: style.isStruck = false
    case 30...37: style.foreground = .indexed(code - 30)
    case 39: style.foreground = .standard
    case 40...47: style.background = .indexed(code - 40)
    case 49: style.background = .standard
    case 90...97: style.foreground = .indexed(code - 90 + 8)
    case 100...107: style.background = .indexed(code - 100 + 8)
    default: unknown.append("CSI \(code)m")
    }
  }
}
