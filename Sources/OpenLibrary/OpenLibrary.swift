package import Foundation
package import HTTPTransport
package import Inventory

/// Looks up covers and titles by ISBN at Open Library, politely, and fetches pictures safely.
///
/// One question at a time, the newest first, at the service's pace. After a failure nothing is sent
/// for a while: answers come at once. Cancelling the task that asks takes the question back. Every
/// answer is a value; nothing throws. Answers are not kept: that is for who asks.
package actor OpenLibrary {
  /// What can be asked.
  enum Question: Hashable, Sendable {
    case cover(ISBN)
    case record(ISBN)
    case picture(URL)
  }

  /// What is found.
  enum Found: Sendable {
    case picture(FoundPicture)
    case record(Record)
  }

  let transport: any HTTPTransport
  let surroundings: Surroundings
  package private(set) var settings: OpenLibrarySettings
  var pace: Pace
  var quiet: Quiet

  private var queue = LookupQueue<Question>(most: Limits.waiting)
  private var waiters: [Int: CheckedContinuation<Answer<Found>, Never>] = [:]
  private var nextWaiter = 0
  private var isRunning = false
  private var pause: Task<Void, Never>?
  private var asking: Task<Answer<Found>, Never>?

  /// Creates a room; with a memory it goes on where another left off.
  package init(
    _ settings: OpenLibrarySettings, over transport: any HTTPTransport,
    in surroundings: Surroundings = .real(), after memory: DeskMemory = DeskMemory()
  ) {
    self.settings = settings
    self.transport = transport
    self.surroundings = surroundings
    let clock = DeskMemory.Clock(now: surroundings.now(), day: surroundings.day())
    pace = Pace(
      hasContact: settings.plainContact != nil,
      covers: memory.covers.suffix(Pace.mostCovers).map(clock.past).sorted(),
      last: memory.last.map(clock.past))
    quiet = Quiet(memory.pauses.prefix(Quiet.Gate.allCases.count).map(clock.spell))
  }

  /// What is to be kept for the desk's next run, so that the limits hold over all of them.
  package var memory: DeskMemory {
    let clock = DeskMemory.Clock(now: surroundings.now(), day: surroundings.day())
    return DeskMemory(
      covers: pace.covers.map(clock.date), last: pace.last.map(clock.date),
      pauses: quiet.all.map(clock.pause))
  }

  /// How many questions wait for their turn.
  package var waiting: Int { queue.count }

  /// How many look-ups have been asked for so far.
  package var asked: Int { nextWaiter }

  /// Where things are asked for.
  var requests: Requests { Requests(to: settings.places) }

  /// Changes the settings; switching off stops what is under way and sends everybody away.
  package func use(_ settings: OpenLibrarySettings) {
    self.settings = settings
    pace = pace.with(hasContact: settings.plainContact != nil)
    guard !settings.isOn else { return }
    asking?.cancel()
    pause?.cancel()
    for waiter in queue.drain(where: { _ in true }) { answer(waiter, Self.switchedOff) }
  }

  /// Looks for a book's cover, at most 500 × 500 pixels.
  package func cover(of isbn: ISBN) async -> CoverAnswer {
    await ask(.cover(isbn)).map(\.picture)
  }

  /// Looks for the cover of what stands under a key; what is no ISBN is never asked for.
  package func cover(of key: StockKey) async -> CoverAnswer {
    guard let isbn = key.isbn else { return .refused(Self.noISBN) }
    return await cover(of: isbn)
  }

  /// Looks for a book's title, authors and publisher.
  package func record(of isbn: ISBN) async -> RecordAnswer {
    await ask(.record(isbn)).map(\.record)
  }

  /// Looks for the record of what stands under a key; what is no ISBN is never asked for.
  package func record(of key: StockKey) async -> RecordAnswer {
    guard let isbn = key.isbn else { return .refused(Self.noISBN) }
    return await record(of: isbn)
  }

  /// Fetches a picture from an address that a person gave: https, or http.
  ///
  /// A name and a password in it are not sent. The shop's own network is reached only if the person
  /// named it. Pictures of the service itself wait their turn with the other look-ups; of all
  /// others `progress` hears how they come.
  package func picture(
    at address: URL, progress: ByteProgress? = nil
  ) async -> PictureAnswer {
    guard settings.isOn else { return Self.switchedOff.map(\.picture) }
    guard let bare = WebAddress.bare(address), WebAddress.host(of: bare) != nil,
      ["http", "https"].contains(bare.scheme?.lowercased())
    else {
      return .refused("A picture's address begins with https:// or http://; give one of these.")
    }
    guard settings.places.holds(bare) else {
      return await picture(from: bare, progress: progress).map(\.picture)
    }
    return await ask(.picture(bare)).map(\.picture)
  }

  /// Waits for a question's answer.
  private func ask(_ question: Question) async -> Answer<Found> {
    guard settings.isOn else { return Self.switchedOff }
    if let later = closed(to: question) { return .later(later) }
    nextWaiter += 1
    let waiter = nextWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: stopped) }
        waiters[waiter] = continuation
        for old in queue.ask(question, waiter) { answer(old, crowded) }
        pump()
      }
    } onCancel: {
      Task { await self.leave(waiter) }
    }
  }

  /// One no longer waits.
  private func leave(_ waiter: Int) {
    guard waiters[waiter] != nil else { return }
    switch queue.leave(waiter) {
    case .nothing: break
    case .dropped: pause?.cancel()
    case .stop: asking?.cancel()
    }
    answer(waiter, stopped)
  }

  private func answer(_ waiter: Int, _ answer: Answer<Found>) {
    waiters.removeValue(forKey: waiter)?.resume(returning: answer)
  }

  /// Sees to it that questions are asked as long as there are any.
  private func pump() {
    pause?.cancel()
    guard !isRunning else { return }
    isRunning = true
    Task { await run() }
  }

  private func run() async {
    while let next = nextStep() {
      switch next {
      case .ask(let question):
        queue.begin(question)
        let asking = Task { await reply(to: question) }
        self.asking = asking
        let answer = await asking.value
        self.asking = nil
        deliver(answer)
      case .wait(let until):
        let pause = Task { await surroundings.wait(until, .turn) }
        self.pause = pause
        await pause.value
        self.pause = nil
      }
    }
    isRunning = false
  }

  private enum Step {
    case ask(Question)
    case wait(Duration)
  }

  /// The newest question whose turn it is, or how long to wait for one; nil when nobody waits.
  private func nextStep() -> Step? {
    let now = surroundings.now()
    var earliest: Duration?
    for question in queue.questions {
      let time = pace.earliest(Self.kind(of: question))
      if time <= now { return .ask(question) }
      earliest = earliest.map { min($0, time) } ?? time
    }
    return earliest.map(Step.wait)
  }

  /// Hands an answer to all who waited for it, and sends away who waits at a closed gate.
  private func deliver(_ answer: Answer<Found>) {
    var answer = answer
    for waiter in queue.finish() {
      self.answer(waiter, answer)
      if case .later(var later) = answer {
        later.isNews = false
        answer = .later(later)
      }
    }
    let gates = Quiet.Gate.allCases.filter { quiet.spell(at: $0, now: surroundings.now()) != nil }
    guard !gates.isEmpty else { return }
    for question in queue.questions.reversed() {
      guard let later = closed(to: question) else { continue }
      for waiter in queue.drain(where: { $0 == question }) { self.answer(waiter, .later(later)) }
    }
  }
}

extension OpenLibrary.Found {
  var picture: FoundPicture? {
    if case .picture(let picture) = self { picture } else { nil }
  }

  var record: Record? {
    if case .record(let record) = self { record } else { nil }
  }
}
