import Inventory
import TextUI

/// What people are told of pictures and transfers.
extension Wording {
  static let noCover = "no cover"
  static let picturesOff = "pictures are off (i shows them)"
  static let picturesOn = "pictures are on (i hides them)"
  static let noPicturesHere = "this terminal shows no pictures"
  static let noLookUps = "looking books up is turned off"
  static let coverWhenSaved = "looked up when saved"
  static let pictureOnItsWay = "its picture is on its way"
  static let noTransfers = "Nothing is being loaded or stored."
  static let noTransferMarked = "mark one first, with the arrows"

  static func noISBN(_ key: StockKey) -> String {
    "\(shown(key.displayed)) is no ISBN: nobody could know its cover"
  }

  static func lookingForCover(_ key: StockKey) -> String {
    "looking for a cover of \(key.displayed)… (F4 shows how far)"
  }

  static func lookedForAlready(_ name: String) -> String {
    "\(name): its cover is looked for already (F4 shows how far)"
  }

  static func wouldReplace(_ name: String) -> String {
    "\(name) has a picture: the same key again looks for another, which takes its place"
  }

  static func suggested(by source: String) -> String { "from \(shown(source))" }

  /// What happens to a book's picture, behind what was said of its other fields.
  static func follows(_ cover: CoverSource) -> String {
    switch cover {
    case .file, .address, .lookUp: pictureOnItsWay
    case .remove: "its picture is being taken off"
    }
  }

  /// The same when it has happened.
  static func followed(_ cover: CoverSource) -> String {
    switch cover {
    case .file, .address, .lookUp: "its picture is there"
    case .remove: "its picture is taken off"
    }
  }

  static func tryingAgain(_ name: String) -> String { "trying again: \(name)…" }

  static let triedAgain = "this time it went well"
  static let pictureCancelled = "its picture was cancelled"

  /// What is said instead of taking a picture back, and what the next try would take back.
  static func pictureStays(_ cover: CoverSource, next: String?) -> String {
    let stays =
      switch cover {
      case .file, .address, .lookUp: "the picture stays (Fix changes it)"
      case .remove: "the picture stays off (Fix gives one)"
      }
    return "\(stays); u again takes back \(next ?? "this desk's last movement")"
  }

  /// A picture alone was changed.
  static func pictureChanged(_ book: Book, _ cover: CoverSource) -> String {
    "\(name(of: book)): \(follows(cover))"
  }

  static func failed(_ title: String, _ sentence: String) -> String {
    title.isEmpty ? sentence : "\(shown(title)): \(sentence)"
  }

  // MARK: Transfers

  /// How many transfers there are in each state that matters.
  static func transfers(_ rows: [Transfer]) -> String {
    func part(_ word: String, _ isCounted: (Transfer) -> Bool) -> String? {
      let count = rows.count(where: isCounted)
      return count == 0 ? nil : "\(number(count)) \(word)"
    }
    return [
      part("under way", \.isActive), part("paused") { $0.state == .paused },
      part("failed") { if case .failed = $0.state { true } else { false } },
    ].compactMap(\.self).joined(separator: " · ")
  }

  static func state(of transfer: Transfer) -> String {
    switch transfer.state {
    case .waiting: "waiting"
    case .running:
      switch transfer.kind {
      case .lookUp: "looking up"
      case .download: "loading"
      case .upload: "storing"
      }
    case .paused: "paused"
    case .done: "done"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  /// The same in a sign or a number, where there is no room for a word.
  static func brief(of transfer: Transfer, _ glyphs: Glyphs) -> String {
    switch transfer.state {
    case .waiting: String(glyphs.dot)
    case .running:
      transfer.fraction.map { "\(Int($0 * 100))%" } ?? String(glyphs.ellipsis)
    case .paused: "||"
    case .done: String(glyphs.check)
    case .failed: "!"
    case .cancelled: String(glyphs.cross)
    }
  }

  /// Why something cannot be asked of a transfer as it is; nil when it can.
  static func refusal(of control: Transfer.Control, to transfer: Transfer) -> String? {
    if transfer.isRepeatable, control == .resume { return nil }
    guard !transfer.isOver else { return "this one is over" }
    switch control {
    case .pause: return transfer.state == .paused ? "this one is paused already" : nil
    case .resume: return transfer.state == .paused ? nil : "this one is not paused"
    case .cancel: return nil
    }
  }

  /// How many bytes of a transfer there are: `120 kB`, `1.2 of 3.4 MB`.
  package static func bytes(of transfer: Transfer) -> String {
    let completed = bytes(max(0, transfer.completed))
    guard transfer.total > 0, transfer.total != transfer.completed else {
      return transfer.completed > 0 ? completed.text : ""
    }
    let total = bytes(transfer.total)
    let first = completed.unit == total.unit ? completed.number : completed.text
    return "\(first) of \(total.text)"
  }

  /// A number of bytes in the unit that suits it; a kB has 1000, and an MB 1000 of those.
  static func bytes(_ count: Int64) -> (number: String, unit: String, text: String) {
    let (number, unit) = scaled(count)
    return (number, unit, "\(number) \(unit)")
  }

  private static func scaled(_ count: Int64) -> (String, String) {
    if count < 1_000 { return (String(count), "B") }
    if count < 999_500 { return (String((count + 500) / 1_000), "kB") }
    for (unit, size) in [("MB", Int64(1_000_000)), ("GB", 1_000_000_000)] {
      let tenths = count / (size / 10) + (count % (size / 10) * 2 >= size / 10 ? 1 : 0)
      if tenths < 10_000 || unit == "GB" { return ("\(tenths / 10).\(tenths % 10)", unit) }
    }
    return (String(count), "B")
  }
}
