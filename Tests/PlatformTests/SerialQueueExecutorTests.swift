import Dispatch
import Testing

@testable import Platform

@Suite struct SerialQueueExecutorTests {
  /// An actor as rooms have them: pinned to its own queue, with a synchronous door.
  actor Owner {
    let executor = SerialQueueExecutor(label: "test.owner")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    var seen: [Int] = []

    nonisolated func append(_ number: Int) {
      executor.enqueue { self.assumeIsolated { $0.seen.append(number) } }
    }

    func numbers() -> [Int] { seen }
    func isOnItsQueue() -> Bool { executor.isCurrent }
  }

  /// What nobody may do: claim to be on the actor's queue.
  static func trespass(on owner: Owner) {
    owner.assumeIsolated { $0.seen.append(1) }
  }

  @Test func `closures run in the order in which they came in`() async {
    let owner = Owner()
    for number in 0..<1000 { owner.append(number) }
    #expect(await owner.numbers() == Array(0..<1000))
  }

  @Test func `methods of the actor run on the queue`() async {
    let owner = Owner()
    #expect(await owner.isOnItsQueue())
    #expect(!owner.executor.isCurrent)
    #expect(owner.executor.isIsolatingCurrentContext() == false)
  }

  @Test func `one executor's queue is not another's`() async {
    let one = SerialQueueExecutor(label: "test.one")
    let other = SerialQueueExecutor(label: "test.other")
    let answers = one.queue.sync { [one.isCurrent, other.isCurrent] }
    #expect(answers == [true, false])
  }

  @Test func `assumeIsolated outside the queue stops the program`() async {
    await #expect(processExitsWith: .failure) {
      SerialQueueExecutorTests.trespass(on: Owner())
    }
  }

  @Test func `handlers of dispatch sources on the queue may use the actor`() async throws {
    let owner = Owner()
    let folder = try TemporaryFolder()
    let bell = try Doorbell(in: folder.path)
    let heard = DispatchSemaphore(value: 0)
    let listener = Doorbell.listen(in: folder.path, on: owner.executor.queue) {
      owner.assumeIsolated { $0.seen.append(7) }
      heard.signal()
    }
    try bell.ring()
    await heard.signalled()
    listener.cancel()
    #expect(await owner.numbers().first == 7)
  }
}
