internal import Synchronization

/// Letters from any thread to the loop.
///
/// Posting never waits and wakes the loop only when the box was empty. Streams wait for room first
/// (see ``room()``), so that a stream that keeps only its newest does so while the loop is busy.
final class Mailbox<Letter: Sendable>: Sendable {
  /// Letters after which streams wait: a burst of as many costs one picture.
  static var roomLimit: Int { 1024 }

  private struct Box {
    var letters: [Letter] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private let box = Mutex(Box())
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Leaves a letter; after ``close()`` it is thrown away.
  func post(_ letter: Letter) {
    let wasEmpty = box.withLock { box in
      guard !box.isClosed else { return false }
      box.letters.append(letter)
      return box.letters.count == 1
    }
    if wasEmpty { wake() }
  }

  /// Waits until the loop has taken the letters, if there are very many.
  func room() async {
    await withCheckedContinuation { continuation in
      let hasRoom = box.withLock { box in
        if box.letters.count < Self.roomLimit || box.isClosed { return true }
        box.waiting.append(continuation)
        return false
      }
      if hasRoom { continuation.resume() }
    }
  }

  /// Takes all letters there are, oldest first.
  func take() -> [Letter] {
    let (letters, waiting) = box.withLock { box in
      defer {
        box.letters = []
        box.waiting = []
      }
      return (box.letters, box.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return letters
  }

  /// Throws away what is there and what will come.
  func close() {
    box.withLock { $0.isClosed = true }
    _ = take()
  }
}
