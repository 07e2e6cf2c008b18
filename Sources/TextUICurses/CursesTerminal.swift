internal import CLinux
internal import CNcurses
internal import Glibc
internal import Platform
public import TextUI

/// The real terminal: ncurses paints, and input is read here, byte by byte.
///
/// ncurses' own reading loses a character that is split over two reads, and waits on an Escape; so
/// it is never asked. Only one terminal may be open at a time in a process, and only one thread may
/// use it.
public final class CursesTerminal: Terminal {
  public internal(set) var size: Size

  let inbox: SignalInbox
  let mailbox: WakePipe
  let modes: TerminalModes
  var painter: CursesPainter
  var overlays = OverlayMachine()
  var probe: AbilityProbe
  /// The questions have been asked.
  var hasAsked = false
  /// Until when their answers are waited for.
  var patienceEnd: ContinuousClock.Instant?
  /// The last picture, while an overlay of it is still to be painted.
  var unfinished: Canvas?
  var isInputOpen = true
  /// When the terminal last came back from a wait.
  var lastLook = ContinuousClock.now
  var isOpen = true
  private let screen: OpaquePointer
  private let files: (output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>)
  private let savedModes: termios
  private let crashNotice: [UInt8]
  private var errors: ErrorDiversion
  /// What a crash writes before everything else: pictures are taken away.
  private var crashErasure: [UInt8] = []

  /// Takes the terminal that the process was started in.
  public init(_ options: Options = Options()) throws(TerminalProblem) {
    guard isatty(0) == 1 else { throw .inputIsNoTerminal }
    guard isatty(1) == 1 else { throw .outputIsNoTerminal }
    guard let type = Self.variable("TERM") else { throw .noType }
    Self.setLocale()
    var saved = termios()
    guard tcgetattr(0, &saved) == 0 else { throw .system(SystemError.last("tcgetattr").reason) }
    do {
      mailbox = try WakePipe()
      // Before ncurses, which leaves handlers alone that are there already.
      inbox = try SignalInbox()
    } catch {
      throw .system(error.reason)
    }
    guard let output = fdopen(clinux_duplicate(1), "w"),
      let input = fdopen(clinux_duplicate(0), "r")
    else {
      inbox.close()
      throw .system(SystemError.last("fdopen").reason)
    }
    let usesColor = options.usesColor && Self.variable("NO_COLOR") == nil
    let direct = usesColor && options.images != .off ? Self.directType(of: type) : nil
    guard let screen = Self.open(type, direct, output, input) else {
      fclose(output)
      fclose(input)
      inbox.close()
      throw .cannotPlaceCursor(type: type)
    }
    self.screen = screen
    files = (output, input)
    savedModes = saved
    crashNotice = Array(options.crashNotice.utf8)
    errors = ErrorDiversion(to: options.errorLog)
    modes = TerminalModes(usesMouse: options.usesMouse)
    painter = CursesPainter(usesColor: usesColor)
    probe = AbilityProbe(
      type: type, isInTmux: Self.variable("TMUX") != nil, isInScreen: Self.variable("STY") != nil,
      colors: painter.palette.abilities, images: options.images)
    size = Size(width: Int(nc_columns()), height: Int(nc_rows()))
    enter()
    fitSize()
  }

  deinit {
    close()
  }

  /// The machine's own steady clock.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// Ends a wait from any thread, through a descriptor that outlives the terminal.
  public var waker: @Sendable () -> Void {
    { [mailbox] in mailbox.wake() }
  }

  /// Shows a picture; ncurses writes only the cells that differ from the one before.
  public func present(_ canvas: Canvas) {
    guard isOpen else { return }
    if canvas.pictures.isEmpty && overlays.isIdle {
      painter.show(canvas, on: size)
    } else {
      show(canvas)
    }
    if !hasAsked { ask() }
  }

  /// Makes the next picture paint every cell, whatever is on the screen.
  public func repaint() {
    guard isOpen else { return }
    painter.forget()
    overlays.clear()
    nc_repaint()
  }

  /// Rings the bell, ten times at the most.
  public func bell(_ count: Int) {
    guard isOpen, count > 0 else { return }
    writeAll(Array(repeating: 0x07, count: min(count, 10)), to: 1)
  }

  /// Asks the terminal to put a text on the clipboard (OSC 52), through tmux too.
  public func copy(_ text: String) {
    guard isOpen else { return }
    Clipboard.copy(text, isInTmux: Self.variable("TMUX") != nil)
  }

  /// Gives the terminal back and lets go of ncurses; the second call does nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    leave()
    delscreen(screen)
    fclose(files.output)
    fclose(files.input)
    inbox.close()
  }

  // MARK: Taking and giving back

  /// Takes the screen, after ncurses has.
  func enter() {
    errors.begin()
    armRescue()
    writeAll(modes.on, to: 1)
  }

  private func armRescue() {
    Rescue.arm(
      modes: savedModes, farewell: crashErasure + modes.farewell, notice: crashNotice,
      errorDescriptor: errors.saved >= 0 ? errors.saved : 2)
  }

  /// Sees to it that a crash leaves no picture behind.
  func erasePicturesOnCrash(_ erasure: [UInt8]) {
    guard crashErasure != erasure else { return }
    crashErasure = erasure
    armRescue()
  }

  /// Gives the screen back, as it was before.
  func leave() {
    writeAll(overlays.leave() + modes.off, to: 1)
    unfinished = nil
    endwin()
    Rescue.disarm()
    errors.end()
  }

  /// Takes over the terminal's size, if it has changed.
  @discardableResult
  func fitSize() -> Bool {
    var window = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 else {
      return false
    }
    probe.setCell(
      width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
    let new = Size(width: Int(window.ws_col), height: Int(window.ws_row))
    guard new != size || nc_rows() != new.height || nc_columns() != new.width else { return false }
    size = new
    resizeterm(Int32(new.height), Int32(new.width))
    repaint()
    return true
  }

  // MARK: Opening

  /// A variable of the environment that is not empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Sees to it that ncurses knows characters as the widths here do.
  private static func setLocale() {
    setlocale(LC_CTYPE, "")
    if clinux_wcwidth(0x4E00) != 2 { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The screen of the type, or of xterm's when the type is not known here; with direct colours
  /// where there is a description.
  private static func open(
    _ type: String, _ direct: String?, _ output: UnsafeMutablePointer<FILE>,
    _ input: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    if let direct, isKnown(direct), let screen = nc_open(direct, output, input) { return screen }
    if let screen = nc_open(type, output, input) { return screen }
    // New terminals come before their descriptions, and nearly all of them understand xterm's.
    return isKnown(type) ? nil : nc_open("xterm-256color", output, input)
  }

  /// The name a description of the type with direct colours would have, if `COLORTERM` says that
  /// the terminal has them.
  private static func directType(of type: String) -> String? {
    guard let promise = variable("COLORTERM"), promise == "truecolor" || promise == "24bit" else {
      return nil
    }
    if type == "xterm-kitty" { return "kitty-direct" }
    let ending = "-256color"
    return (type.hasSuffix(ending) ? String(type.dropLast(ending.count)) : type) + "-direct"
  }

  private static func isKnown(_ type: String) -> Bool {
    var error: Int32 = 0
    return setupterm(type, 1, &error) == OK
  }
}
