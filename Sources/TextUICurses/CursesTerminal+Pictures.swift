internal import Glibc
public import TextUI

extension CursesTerminal {
  /// What the terminal can show, as far as the environment, its description and its answers tell.
  public var abilities: TerminalAbilities? { probe.abilities }

  /// Two seconds after the questions at the most; the answer to the last one ends it.
  public var answersUntil: ContinuousClock.Instant? { probe.isWaiting ? patienceEnd : nil }

  /// When overlays that were put off are painted: the screen has been quiet then.
  public var deadline: ContinuousClock.Instant? { unfinished == nil ? nil : overlays.deadline }

  /// Takes an answer about pictures and sizes.
  public func hear(_ reply: String) -> Bool { probe.hear(reply) }

  /// Paints the overlays that were put off.
  public func settle() {
    guard isOpen, let canvas = unfinished else { return }
    show(canvas)
  }

  /// Asks the terminal what it can, once; the answers come with the input.
  func ask() {
    hasAsked = true
    put(probe.questions())
  }

  /// Asks again what a cell measures, for the font may have changed with the window.
  func askSize() {
    guard isOpen, hasAsked else { return }
    put(probe.sizeQuestion())
  }

  private func put(_ questions: [UInt8]) {
    guard !questions.isEmpty else { return }
    patienceEnd = now + AbilityProbe.patience
    writeAll(questions, to: 1)
  }

  /// Shows a canvas with pictures, or one after which pictures have to go.
  func show(_ canvas: Canvas) {
    let pictures = canvas.fullSize == size ? canvas.pictures : []
    let hasMoved = painter.moves(canvas, across: overlays.rects)
    let plan = overlays.plan(
      pictures, form: probe.abilities.pictures, hasMoved: hasMoved, at: now)
    let isFramed = probe.knowsFrames && !(plan.before.isEmpty && plan.after.isEmpty)
    writeAll((isFramed ? Self.frameStart : []) + plan.before, to: 1)
    painter.show(canvas, on: size, plan: plan)
    if !plan.after.isEmpty { prepareForCrash() }
    writeAll(plan.after + (isFramed ? Self.frameEnd : []), to: 1)
    unfinished = overlays.deadline == nil ? nil : canvas
  }

  private static let frameStart = Array("\u{1B}[?2026h".utf8)
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// Before the first picture: a crash in the middle of one ends its sequence, and takes it away.
  private func prepareForCrash() {
    let ends = "\u{1B}\\" + (probe.knowsFrames ? "\u{1B}[?2026l" : "")
    let erasure = overlays.holdsPictures ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : "\u{1B}[2J"
    erasePicturesOnCrash(Array((ends + erasure).utf8))
  }
}
