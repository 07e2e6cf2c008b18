internal import JSONTree

/// The words of a text, as text lists keep them and as they are searched.
///
/// Words are folded (case, accents and width do not count) and hold letters, digits and their
/// marks. Chinese characters and kana are words by themselves: their texts have no spaces between
/// words.
enum Words {
  /// One word, or a run of characters that are words by themselves.
  struct Run: Equatable {
    var words: [String]
  }

  /// The words of all texts and whole numbers at some paths below a node, with a space between.
  static func text(of node: Node, at paths: [Path]) -> String {
    var runs: [Run] = []
    for path in paths { collect(node[path], into: &runs) }
    return runs.lazy.map { $0.words.joined(separator: " ") }.joined(separator: " ")
  }

  /// The search expression for what somebody types; nil when it holds no word.
  ///
  /// All words must occur; the last one may go on, and characters that are words by themselves must
  /// stand together as typed. SQLite: "FTS5 Full-text Query Syntax".
  static func expression(for typed: String) -> String? {
    let runs = runs(in: typed)
    guard !runs.isEmpty else { return nil }
    // Words hold neither quotation marks nor anything else that means something in an expression.
    return runs.lazy.map { "\"\($0.words.joined(separator: " "))\"" }.joined(separator: " AND ")
      + " *"
  }

  /// The words of a text in order.
  static func runs(in text: String) -> [Run] {
    var runs: [Run] = []
    var word = String.UnicodeScalarView()
    var isRunOfSingles = false
    func endWord() {
      guard !word.isEmpty else { return }
      runs.append(Run(words: [String(word)]))
      word = String.UnicodeScalarView()
      isRunOfSingles = false
    }
    for scalar in Folding.folded(text).unicodeScalars {
      if isSingle(scalar) {
        endWord()
        if isRunOfSingles {
          runs[runs.count - 1].words.append(String(Character(scalar)))
        } else {
          runs.append(Run(words: [String(Character(scalar))]))
        }
        isRunOfSingles = true
      } else if isPart(scalar) {
        isRunOfSingles = false
        word.append(scalar)
      } else {
        endWord()
        isRunOfSingles = false
      }
    }
    endWord()
    return runs
  }

  private static func collect(_ node: Node, into runs: inout [Run]) {
    switch node {
    case .leaf(.string(let text), _): runs += self.runs(in: text)
    case .leaf(.integer(let number), _): runs.append(Run(words: [String(number.magnitude)]))
    case .leaf, .empty: break
    case .branch(let children, _): for (_, child) in children { collect(child, into: &runs) }
    }
  }

  /// Letters, digits, and marks on them; private characters count as letters.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      return isLetter || ("0"..."9").contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .privateUse:
      return true
    default:
      return false
    }
  }

  /// Ideographs, hiragana and katakana.
  private static func isSingle(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3005...0x3007: true
    default: scalar.value >= 0x3400 && scalar.properties.isIdeographic
    }
  }
}
