extension VTScreen {
  mutating func escape(_ text: String) {
    switch text {
    case "7": saveCursor()
    case "8": restoreCursor()
    case "D": lineFeed()
    case "E":
      cursor.column = 0
      wrapsNext = false
      lineFeed()
    case "M": reverseLineFeed()
    case "H": tabStops.insert(cursor.column)
    case "c": reset()
    case "g": bellCount += 1  // tmux: a visible bell
    case "=", ">", "\\", " F", " G", "%G", "%@": break
    case "(0": lineDrawing[0] = true
    case "(B", "(A", "(K": lineDrawing[0] = false
    case ")0": lineDrawing[1] = true
    case ")B", ")A", ")K": lineDrawing[1] = false
    case "#8":
      let row = Array(repeating: VTCell(text: "E", width: 1, style: VTStyle()), count: columnCount)
      cells = Array(repeating: row, count: rowCount)
    default: unknown.append("ESC " + text)
    }
  }

  mutating func sequence(_ sequence: VTSequence) {
    let known =
      switch (sequence.mark, sequence.intermediates) {
      case ("", ""): standard(sequence)
      case ("?", ""): privateMode(sequence)
      default: rare(sequence)
      }
    if !known { unknown.append("CSI " + sequence.text) }
  }

  private mutating func standard(_ sequence: VTSequence) -> Bool {
    moving(sequence) || editing(sequence) || setting(sequence)
  }

  private mutating func moving(_ sequence: VTSequence) -> Bool {
    let count = sequence.count()
    let (row, column) = cursor
    // Lines outside the scrolling region are reached only by addressing them.
    let top = row >= region.lowerBound ? region.lowerBound : 0
    let bottom = row <= region.upperBound ? region.upperBound : rowCount - 1
    switch sequence.final {
    case "A": move(to: max(row - count, top), column)
    case "B", "e": move(to: min(row + count, bottom), column)
    case "C", "a": move(to: row, column + count)
    case "D": move(to: row, column - count)
    case "E": move(to: min(row + count, bottom), 0)
    case "F": move(to: max(row - count, top), 0)
    case "G", "`": move(to: row, count - 1)
    case "H", "f": move(to: count - 1, sequence.count(1) - 1)
    case "I": tab(count)
    case "Z": backTab(count)
    case "d": move(to: count - 1, column)
    case "s": saveCursor()
    case "u": restoreCursor()
    default: return false
    }
    return true
  }

  private mutating func editing(_ sequence: VTSequence) -> Bool {
    let count = sequence.count()
    switch sequence.final {
    case "@": insertBlanks(count)
    case "J": eraseInDisplay(sequence.value(0))
    case "K": eraseInLine(sequence.value(0))
    case "L": insertLines(count)
    case "M": deleteLines(count)
    case "P": deleteCharacters(count)
    case "S": scrollUp(count, in: region)
    case "T" where sequence.parameters.count <= 1: scrollDown(count, in: region)
    case "X":
      erase(row: cursor.row, cursor.column..<min(cursor.column + count, columnCount))
      wrapsNext = false
    case "b": if let last = lastCharacter { for _ in 0..<count { put(last) } }
    default: return false
    }
    return true
  }

  private mutating func setting(_ sequence: VTSequence) -> Bool {
    switch sequence.final {
    case "c": answer("\u{1b}[?\(manner.device)c")
    case "g":
      if sequence.value(0) == 3 { tabStops = [] } else { tabStops.remove(cursor.column) }
    case "h", "l":
      for mode in sequence.values {
        switch mode {
        case 4: insertsCharacters = sequence.final == "h"
        case 34: break  // screen and tmux: the cursor's look
        default: return false
        }
      }
    case "m": select(sequence.parameters)
    case "n":
      switch sequence.value(0) {
      case 5: answer("\u{1b}[0n")
      case 6: answer("\u{1b}[\(cursor.row + 1);\(cursor.column + 1)R")
      default: return false
      }
    case "r":
      let bottom = sequence.value(1) == 0 ? rowCount : min(sequence.value(1), rowCount)
      if sequence.count() < bottom { region = sequence.count() - 1...bottom - 1 }
      move(to: 0, 0)
    case "t": return window(sequence)
    default: return false
    }
    return true
  }

  private mutating func window(_ sequence: VTSequence) -> Bool {
    let (width, height) = Self.cellPixels
    switch sequence.value(0) {
    case 14: answer("\u{1b}[4;\(rowCount * height);\(columnCount * width)t")
    case 16: if manner.hasCellSize { answer("\u{1b}[6;\(height);\(width)t") }
    case 18: answer("\u{1b}[8;\(rowCount);\(columnCount)t")
    case 22, 23: break  // the title's stack
    default: return false
    }
    return true
  }

  private mutating func rare(_ sequence: VTSequence) -> Bool {
    switch (sequence.mark, sequence.intermediates, sequence.final) {
    case (">", "", "c"): answer("\u{1b}[>41;379;0c")
    case (">", "", "q"): answer("\u{1b}P>|\(manner.name)\u{1b}\\")
    case (">", "", "m"), (">", "", "n"), ("", " ", "q"): break  // keys' forms; the cursor's shape
    case ("", "!", "p"):
      style = VTStyle()
      region = 0...(rowCount - 1)
      insertsCharacters = false
      isCursorVisible = true
    case ("?", "$", "p"):
      let mode = sequence.value(0)
      let state = !Self.knownModes.contains(mode) ? 0 : modes.contains(mode) ? 1 : 2
      answer("\u{1b}[?\(mode);\(state)$y")
    default: return false
    }
    return true
  }

  mutating func command(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    switch parts[0] {
    case "0", "2": title = parts.count > 1 ? String(parts[1]) : ""
    case "52": clipboard = parts.last?.split(separator: ";").last.map(String.init)
    case "10" where parts.last == "?": answer("\u{1b}]10;rgb:ffff/ffff/ffff\u{1b}\\")
    case "11" where parts.last == "?": answer("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\")
    case "1", "4", "7", "8", "10", "11", "12", "104", "110", "111", "112", "R": break
    default: unknown.append("OSC " + text)
    }
  }

  mutating func answer(_ text: String) { answers += Array(text.utf8) }
}
