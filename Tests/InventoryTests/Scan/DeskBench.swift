import TestSupport

@testable import Inventory

/// A desk in miniature: carries out what the decoder says, at the speed of a scanner or a person.
struct DeskBench {
  /// What follows the characters of a scan.
  enum Suffix: CaseIterable {
    case carriageReturn, lineFeed, both, tab, nothing
  }

  var decoder: ScanDecoder<String>
  var now = ContinuousClock.now

  /// The keys that have acted and were not taken back.
  var acted: [String] = []
  var scans: [Scan] = []
  var takenBack = 0
  private var marked: [String]?

  init(_ mode: ScanMode = .keys) { decoder = ScanDecoder(mode: mode) }

  var texts: [String] { scans.map(\.text) }

  /// Lets time pass, the decoder's deadlines included.
  mutating func wait(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    while let deadline = decoder.deadline, deadline <= end {
      now = max(now, deadline)
      carryOut(decoder.advance(to: deadline))
    }
    now = end
  }

  mutating func press(_ stroke: ScanStroke, _ name: String) {
    carryOut(decoder.receive(stroke, key: name, at: now))
  }

  /// Types characters with a time before each but the first.
  mutating func type(_ text: String, every milliseconds: () -> Int) {
    for (index, character) in text.enumerated() {
      if index > 0 { wait(milliseconds()) }
      press(.character(character), String(character))
    }
  }

  mutating func end(_ suffix: Suffix, every milliseconds: () -> Int) {
    switch suffix {
    case .carriageReturn, .lineFeed:
      wait(milliseconds())
      press(.enter, "Enter")
    case .both:
      wait(milliseconds())
      press(.enter, "Enter")
      wait(milliseconds())
      press(.enter, "Enter")
    case .tab:
      wait(milliseconds())
      press(.tab, "Tab")
    case .nothing:
      break
    }
  }

  mutating func scan(_ text: String, _ suffix: Suffix, every milliseconds: () -> Int) {
    type(text, every: milliseconds)
    end(suffix, every: milliseconds)
  }

  private mutating func carryOut(_ events: [ScanEvent<String>]) {
    for event in events {
      switch event {
      case .mark: marked = acted
      case .key(let key): acted.append(key)
      case .takeBack:
        acted = marked ?? ["taken back without a mark"]
        takenBack += 1
      case .scan(let scan): scans.append(scan)
      }
    }
  }
}

/// The speeds of scanners: one read for all, USB, slow USB, Bluetooth with jitter.
enum Speed: CaseIterable {
  case instant, fast, slow, bluetooth

  func gap(_ numbers: inout SeededGenerator) -> Int {
    switch self {
    case .instant: 0
    case .fast: 1
    case .slow: Int.random(in: 3...7, using: &numbers)
    case .bluetooth: Int.random(in: 20...60, using: &numbers)
    }
  }
}

extension ISBN {
  /// Any ISBN.
  static func random(_ numbers: inout SeededGenerator) -> ISBN {
    while true {
      let prefix: Int64 = Bool.random(using: &numbers) ? 978 : 979
      let body = prefix * 1_000_000_000 + Int64.random(in: 0...999_999_999, using: &numbers)
      if let isbn = ISBN(number: body * 10 + CheckDigit.ean(ofBody: body)) { return isbn }
    }
  }
}
