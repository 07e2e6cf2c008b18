/// An amount of money as text with a decimal point; never a binary fraction.
public struct Price: Hashable, Sendable {
  /// The most digits after the point; some currencies have thousandths.
  public static let mostDecimals = 3

  /// The most digits before it, above any book's price in any currency.
  public static let mostDigits = 12

  /// Digits, and perhaps a point and one to three more.
  public let amount: String

  /// The currency that stood beside it, as `€` or `EUR`, nil if none did.
  public let currency: String?

  /// Reads what people and files write, nil for anything that is no price.
  ///
  /// `12.90`, `12,90`, `1.015,00`, `1,015.00`, `15,00 €` and `NT$ 420` are read. A single comma
  /// before three digits parts thousands, a single point parts decimals.
  public init?(_ text: String) {
    if Self.isPlain(text.utf8) {
      amount = text
      currency = nil
      return
    }
    let bare = text.trimmed
    guard let first = bare.firstIndex(where: \.isDecimalDigit),
      let last = bare.lastIndex(where: \.isDecimalDigit)
    else { return nil }
    let before = bare[..<first].trimmed
    let after = bare[bare.index(after: last)...].trimmed
    guard before.isEmpty || after.isEmpty else { return nil }
    let currency = before.isEmpty ? after : before
    guard currency.count <= 4, currency.allSatisfy({ $0.isLetter || $0.isCurrencySymbol }) else {
      return nil
    }
    guard let amount = Self.amount(bare[first...last]) else { return nil }
    self.amount = amount
    self.currency = currency.isEmpty ? nil : String(currency)
  }

  /// Whether the text is an amount as we write it: `12`, `0.9` or `12.90`.
  private static func isPlain(_ bytes: String.UTF8View) -> Bool {
    var digits = 0
    var decimals: Int?
    for byte in bytes {
      if byte.isDigit {
        if let count = decimals { decimals = count + 1 } else { digits += 1 }
      } else if byte == UInt8(ascii: "."), decimals == nil {
        decimals = 0
      } else {
        return false
      }
    }
    guard (1...mostDigits).contains(digits), digits == 1 || bytes.first != 48 else { return false }
    return decimals.map { (1...mostDecimals).contains($0) } ?? true
  }

  private static func amount(_ text: Substring) -> String? {
    var digits = ""
    var marks: [(mark: Character, place: Int)] = []
    for character in text {
      if character.isDecimalDigit, let value = character.wholeNumberValue {
        digits += String(value)
      } else if ".,'’ \u{A0}\u{202F}".contains(character) {
        marks.append((character, digits.count))
      } else {
        return nil
      }
    }
    guard let decimals = decimals(digits.count, marks) else { return nil }
    let whole = digits.dropLast(decimals).drop { $0 == "0" }
    guard whole.count <= mostDigits else { return nil }
    let amount = whole.isEmpty ? "0" : String(whole)
    return decimals == 0 ? amount : amount + "." + digits.suffix(decimals)
  }

  /// How many of the digits are decimals, nil if the marks stand where no price has them.
  private static func decimals(_ count: Int, _ marks: [(mark: Character, place: Int)]) -> Int? {
    guard let last = marks.last else { return 0 }
    let tail = count - last.place
    let isOnly = marks.count == 1
    let isPoint = last.mark == "." || last.mark == ","
    let repeats = marks.dropLast().contains { $0.mark == last.mark }
    let partsThousands = repeats || !isPoint || (isOnly && last.mark == "," && tail == 3)
    var thousands = marks
    if !partsThousands {
      guard (1...mostDecimals).contains(tail) else { return nil }
      thousands.removeLast()
    }
    let end = partsThousands ? count : last.place
    guard let mark = thousands.first?.mark else { return partsThousands ? 0 : tail }
    for (index, entry) in thousands.enumerated() {
      let next = index + 1 < thousands.count ? thousands[index + 1].place : end
      guard entry.mark == mark, next - entry.place == 3, entry.place > 0 else { return nil }
    }
    return partsThousands ? 0 : tail
  }
}
