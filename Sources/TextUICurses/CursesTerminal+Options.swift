public import TextUI

extension CursesTerminal {
  /// What may be chosen about a terminal.
  public struct Options: Hashable, Sendable {
    /// False draws without colours, and so does `NO_COLOR` when it is not empty.
    public var usesColor = true
    /// Whether clicks and the wheel are reported; while they are, text is selected with Shift.
    public var usesMouse = true
    /// How pictures are shown; unless it is `off`, the terminal is asked what it can, and a
    /// description with direct colours is used where `COLORTERM` promises them.
    public var images: ImageSetting = .off
    /// Where standard error goes while the screen is up; nil throws it away.
    ///
    /// It is left alone when it is no terminal.
    public var errorLog: String?
    /// What is written when the program crashes, after the terminal has been given back.
    public var crashNotice = ""

    /// Options; what is not named is as on most terminals.
    public init(
      usesColor: Bool = true, usesMouse: Bool = true, images: ImageSetting = .off,
      errorLog: String? = nil, crashNotice: String = ""
    ) {
      self.usesColor = usesColor
      self.usesMouse = usesMouse
      self.images = images
      self.errorLog = errorLog
      self.crashNotice = crashNotice
    }
  }
}
