import Inventory
import TextUI

/// What a line of the run says.
extension RunLine {
  /// The sign of the outcome.
  func mark(_ glyphs: Glyphs) -> String {
    switch outcome {
    case .pending: Wording.plain("…", glyphs)
    case .counted: String(wanted == nil ? glyphs.check : glyphs.ellipsis)
    case .repeated: String(glyphs.dot)
    case .unknown: "?"
    case .added: String(glyphs.check)
    case .refused: String(glyphs.cross)
    case .failed: "!"
    case .undone: "<"
    }
  }

  /// What became of the scan, in a few words, beside the large title.
  func words(_ mood: Mood, _ glyphs: Glyphs) -> String {
    let change = Wording.change(quantity * mood.sign, glyphs: glyphs)
    return switch outcome {
    case .pending: "\(change)…"
    case .counted: "\(change) \(Wording.reason(reason))"
    case .repeated: "repeat ignored (c counts it)"
    case .unknown: "not in stock (a adds it)"
    case .added: "added to the stock"
    case .refused(let why), .failed(let why): why
    case .undone: "taken back"
    }
  }

  /// What became of a scan that changed nothing, in the large letters of the last scan.
  var shout: String {
    switch outcome {
    case .repeated: "repeat ignored"
    case .unknown: "not in stock"
    case .added: "added to the stock"
    case .undone: "taken back"
    case .pending, .counted: Wording.reason(reason)
    case .refused(let why), .failed(let why): why
    }
  }

  /// What stands where a change does: the change itself, or the sign of another outcome.
  func sign(_ mood: Mood, _ glyphs: Glyphs) -> String {
    switch outcome {
    case .pending, .counted, .failed, .undone:
      Wording.change((wanted ?? quantity) * mood.sign, glyphs: glyphs)
    case .repeated, .unknown, .added, .refused: mark(glyphs)
    }
  }

  /// What stands at the end of the line: the counts, or why there are none.
  func note(_ glyphs: Glyphs) -> String {
    switch outcome {
    case .pending: return "…"
    case .counted:
      let counts = [old, new].map { Wording.number($0 ?? 0, glyphs: glyphs) }
      let pending = wanted == nil ? "" : "… "
      return "\(pending)\(pad(counts[0])) → \(pad(counts[1]))"
    case .repeated: return "repeat ignored (c counts it)"
    case .unknown: return "not in stock: a adds it"
    case .added: return "added to the stock"
    case .refused(let why): return why
    case .failed(let why): return "! \(why)"
    case .undone: return "taken back"
    }
  }

  /// The line for a screen of one row.
  func brief(_ mood: Mood, _ glyphs: Glyphs) -> String {
    switch outcome {
    case .counted:
      "\(mark(glyphs)) \(sign(mood, glyphs)) \(Wording.number(new ?? 0, glyphs: glyphs)) \(name)"
    case .pending: "\(sign(mood, glyphs))… \(name)"
    case .repeated, .unknown, .added, .refused, .failed, .undone:
      "\(mark(glyphs)) \(name): \(words(mood, glyphs))"
    }
  }

  /// A count in the width that most of them have.
  private func pad(_ text: String) -> String {
    String(repeating: " ", count: max(0, 3 - text.count)) + text
  }
}

extension Theme {
  /// The look of a scan's outcome.
  func style(of line: RunLine) -> Style {
    switch line.outcome {
    case .pending: quiet
    case .counted, .added: good
    case .repeated, .undone: strong
    case .unknown: accent
    case .refused, .failed: alarm
    }
  }
}
