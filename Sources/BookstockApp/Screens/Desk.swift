package import Inventory
import TextUI

/// Plus and Minus: one screen in two moods, on which every scan counts at once.
package enum Desk {
  package enum Request: Sendable, Hashable {
    /// Enter: the typed quantity corrects the last scan; a typed code counts.
    case enter
    case clear
    case countIgnored
    case addUnknown
    case reason
    case up, down
  }

  package static let keys: [Key] = [
    Key(
      .character("c"), request: .desk(.countIgnored),
      help: "Count the newest repeat or failed scan",
      hint: "count repeat"),
    Key(
      .character("a"), request: .desk(.addUnknown),
      help: "Add the newest unknown code",
      hint: "add unknown"),
    Key(
      .character("r"), request: .desk(.reason), help: "Choose the next reason", hint: "reason"),
    Key(
      .enter, request: .desk(.enter),
      help: "Correct the last scan to the number typed", hint: "correct"),
    Key(.escape, request: .desk(.clear), help: "Drop the number that was typed"),
    Key(.up, request: .desk(.up), help: "Newer scans"),
    Key(.down, request: .desk(.down), help: "Older scans"),
  ]

  /// What keys change on this screen.
  package struct State: Sendable, Hashable {
    package let mood: Mood
    /// The quantity, or the code, that is being typed.
    package var entry = ""
    package var reason: Reason
    /// Lines of the run above the list's first one.
    package var scroll = 0

    /// The longest entry: as long as a code with everything around it may be.
    static let entryLimit = 64
    /// Digits a quantity may have; more is a code.
    static let quantityDigits = 4

    package init(mood: Mood) {
      self.mood = mood
      self.reason = mood.reasons[0]
    }

    /// Whether what is typed can only be a code.
    package var isCode: Bool { entry.count > Self.quantityDigits }

    /// Takes a key for the entry: digits, and after more than four of them whatever codes hold.
    mutating func type(_ key: KeyPress) {
      switch key {
      case .backspace:
        if !entry.isEmpty { entry.removeLast() }
      case .character(let character):
        guard entry.count < Self.entryLimit else { break }
        if let digit = Self.digit(character) {
          entry.append(String(digit))
        } else if isCode {
          entry.append(character)
        }
      default: break
      }
    }

    /// The value of a decimal digit of any script; superscripts and numerals are none.
    private static func digit(_ character: Character) -> Int? {
      guard let scalar = character.unicodeScalars.first,
        scalar.properties.numericType == .decimal
      else { return nil }
      return character.wholeNumberValue
    }

    /// The next reason of the mood.
    mutating func changeReason() {
      let reasons = mood.reasons
      let next = (reasons.firstIndex(of: reason) ?? 0) + 1
      reason = reasons[next % reasons.count]
    }
  }
}
