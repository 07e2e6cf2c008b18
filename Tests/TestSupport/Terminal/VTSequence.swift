/// A control sequence with its parameters taken apart.
struct VTSequence {
  /// The private mark before the parameters: `?`, `>`, `=` or `<`; empty for the standard ones.
  let mark: String
  /// Each parameter with its sub-parameters; nil is one left out.
  let parameters: [[Int?]]
  let intermediates: String
  let final: Character
  /// The sequence as it was written, without `ESC [`.
  let text: String

  init(_ written: String, _ intermediates: String, _ final: Character) {
    mark = String(written.prefix { "<=>?".contains($0) })
    parameters = written.dropFirst(mark.count).split(
      separator: ";", omittingEmptySubsequences: false
    )
    .map { $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) } }
    self.intermediates = intermediates
    self.final = final
    text = written + intermediates + String(final)
  }

  /// A parameter, 0 when left out.
  func value(_ index: Int) -> Int {
    index < parameters.count ? parameters[index].first.flatMap { $0 } ?? 0 : 0
  }

  /// A count or a position: at least 1.
  func count(_ index: Int = 0) -> Int { max(1, value(index)) }

  /// The parameters' values.
  var values: [Int] { parameters.map { $0.first.flatMap { $0 } ?? 0 } }
}
