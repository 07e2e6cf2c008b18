/// The most useful keys in one row; dropped from the right where there is no room for them.
public struct Footer: Hashable, Sendable {
  /// A key's name and what it does.
  public struct Hint: Hashable, Sendable {
    public var key: String
    public var label: String

    /// A hint by the key's short name and a word or two.
    public init(_ key: String, _ label: String) {
      self.key = key
      self.label = label
    }
  }

  public var hints: [Hint]
  /// Always kept, at the right end of the hints: usually `? keys`.
  public var last: Hint?

  /// A footer of hints, the most useful ones first.
  public init(_ hints: [Hint], last: Hint? = nil) {
    self.hints = hints
    self.last = last
  }

  /// Draws into the first row of the canvas' area.
  public func draw(on canvas: inout Canvas, keyStyle: Style = .bold, style: Style = .dim) {
    var x = 0
    for hint in fitting(columns: canvas.size.width) {
      x += canvas.put(hint.key, x: x, y: 0, style: keyStyle) + 1
      x += canvas.put(hint.label, x: x, y: 0, style: style) + Self.gap
    }
  }

  /// Between two hints.
  private static let gap = 3

  /// The hints there is room for: the last one first of all, then the others from the left.
  func fitting(columns: Int) -> [Hint] {
    var shown: [Hint] = []
    var room = columns + Self.gap - (last.map(Self.width) ?? 0)
    for hint in hints {
      room -= Self.width(hint)
      guard room >= 0 else { break }
      shown.append(hint)
    }
    return shown + (last.map { [$0] } ?? [])
  }

  private static func width(_ hint: Hint) -> Int {
    TextWidth.columns(hint.key) + 1 + TextWidth.columns(hint.label) + gap
  }
}

extension Sequence {
  /// The footer hints of the bindings that have one.
  public func hints<Request>(_ glyphs: Glyphs = .unicode) -> [Footer.Hint]
  where Element == Binding<Request> {
    compactMap { binding in
      binding.hint.map { Footer.Hint(binding.keys[0].label(glyphs), $0) }
    }
  }
}
