import Foundation
import ObjectStorage
import TestSupport
import Testing

@testable import ImageLoading

/// Random loads, departures, changes and failures, in every order in which answers may come.
@Suite struct LoadMachineTests {
  private typealias Machine = LoadMachine<Picture>

  @Test func `every load ends once, with a content the object had, within the limits`() {
    var random = SeededGenerator()
    for _ in 0..<Thorough.pick(30, thorough: 2_000) {
      var play = LoadPlay(seed: random.next())
      for _ in 0..<150 { play.step() }
      play.end()
      #expect(play.faults.isEmpty, "\(play.faults.prefix(3)) with seed \(play.seed)")
    }
  }

  @Test func `without departures and faults every object is transferred once`() {
    var random = SeededGenerator()
    for _ in 0..<Thorough.pick(20, thorough: 1_000) {
      var play = LoadPlay(seed: random.next(), isCalm: true)
      for _ in 0..<150 { play.step() }
      play.end()
      let wanted = Set(play.keys.values)
      #expect(play.faults.isEmpty, "\(play.faults.prefix(3)) with seed \(play.seed)")
      #expect(play.transfers.values.allSatisfy { $0 == 1 }, "seed \(play.seed)")
      #expect(play.transfers.count <= wanted.count)
    }
  }
}

/// A storage, a disk and a decoder that answer in random order, around one machine.
struct LoadPlay {
  private typealias Machine = LoadMachine<Picture>

  let seed: UInt64
  private let isCalm: Bool
  private var random: SeededGenerator
  private var machine: Machine
  private let limits: ImageLoadLimits
  private var now = ContinuousClock.now
  private var lastLoad: UInt64 = 0
  /// What every object holds now; the number grows with every change.
  private var objects: [String: Int] = [:]
  /// The last number an object had.
  private var newest: [String: Int] = [:]
  /// The largest number of every object that was decoded to be kept.
  private var shown: [String: Int] = [:]
  private static let sizes: [ImageVariant] = [.original, .fitting(width: 1, height: 1)]
  private var disk: [String: DiskEntry] = [:]
  /// Stores, removals and lookups of the disk, which come in order.
  private var diskQueue: [Machine.Action] = []
  private var started: [UInt64: Work] = [:]
  private var stopped: Set<UInt64> = []
  private var open: Set<LoadID> = []
  /// The object's number when the load began: a load that is to ask the storage gets nothing older.
  private var floor: [LoadID: Int] = [:]
  private var routes: [LoadID: ImageLoadOptions.Route] = [:]
  private(set) var keys: [LoadID: String] = [:]
  private(set) var transfers: [String: Int] = [:]
  private(set) var faults: [String] = []

  init(seed: UInt64, isCalm: Bool = false) {
    self.seed = seed
    self.isCalm = isCalm
    random = SeededGenerator(seed: seed)
    var limits = ImageLoadLimits()
    limits.memoryBytes = Int.random(in: 0...60, using: &random)
    limits.memoryCount = Int.random(in: 0...5, using: &random)
    limits.transfersAtOnce = Int.random(in: 1...3, using: &random)
    limits.decodesAtOnce = Int.random(in: 1...2, using: &random)
    limits.undecoded = Int.random(in: 1...3, using: &random)
    self.limits = limits
    machine = Machine(limits: limits)
    for key in 0..<6 { objects["\(key)"] = isCalm || key > 0 ? 0 : nil }
  }

  /// One thing that may happen.
  mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: begin()
    case 6, 7: if !isCalm, let load = open.sorted().randomElement(using: &random) { leave(load) }
    case 8: change()
    case 9: if !isCalm { now += .seconds(Int.random(in: 0...200, using: &random)) }
    default: answer()
    }
  }

  /// Answers until nothing is under way; then nobody may wait any more.
  mutating func end() {
    for _ in 0..<100_000 where !(started.isEmpty && diskQueue.isEmpty) { answer() }
    if !open.isEmpty { faults.append("\(open.count) loads never end") }
    if !machine.works.isEmpty || !machine.current.isEmpty || !machine.decoding.isEmpty
      || !machine.landings.isEmpty
    {
      faults.append("something is left behind")
    }
    if machine.undecoded != 0 || machine.running.contains(where: { $0 != 0 }) {
      faults.append("the counts do not come back to nothing")
    }
  }

  private mutating func begin() {
    lastLoad += 1
    let id = LoadID(number: lastLoad)
    let key = "\(Int.random(in: 0..<6, using: &random))"
    let all: [ImageLoadOptions.Route] = [.usual, .refreshCached, .fromCacheOnly, .fromLoaderOnly]
    let route = isCalm ? .usual : all.randomElement(using: &random) ?? .usual
    let priority = ImageLoadOptions.Priority.allCases.randomElement(using: &random) ?? .normal
    open.insert(id)
    keys[id] = key
    routes[id] = route
    floor[id] = objects[key]
    handle(
      .begin(
        Machine.Request(
          id: id, source: NamedSource(key: key),
          image: ImageID(key, Self.sizes.randomElement(using: &random) ?? .original),
          options: ImageLoadOptions(
            route, priority: priority, retriesFailed: Bool.random(using: &random)))))
  }

  private mutating func leave(_ load: LoadID) {
    handle(.leave(load))
    if open.contains(load) { faults.append("a load that was left goes on") }
    handle(.leave(load))
  }

  private mutating func change() {
    if isCalm { return }
    let key = "\(Int.random(in: 0..<6, using: &random))"
    switch Int.random(in: 0..<3, using: &random) {
    case 0: objects[key] = nil
    case 1: handle(.forget(key))
    default:
      newest[key, default: 0] += 1
      objects[key] = newest[key]
    }
  }

  /// One piece of work that was started ends.
  private mutating func answer() {
    if !diskQueue.isEmpty, Bool.random(using: &random) { return useDisk() }
    let numbers = started.keys.filter { started[$0]?.name.lane != .disk }.sorted()
    guard let number = numbers.randomElement(using: &random),
      let work = started.removeValue(forKey: number)
    else { return useDisk() }
    let isStopped = stopped.remove(number) != nil
    let object = objects[work.name.key]
    switch work.name {
    case .look: break
    case .ask: handle(.asked(number, isStopped ? .failure(CancellationError()) : version(object)))
    case .fetch(let key, _):
      let result = isStopped ? .failure(CancellationError()) : bytes(object)
      if case .success = result { transfers[key, default: 0] += 1 }
      if !isStopped || Bool.random(using: &random) {
        handle(.progress(number, received: 1, expected: -1))
      }
      handle(.fetched(number, result))
    case .decode(let image, _):
      let bytes = work.content?.bytes ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      let isPicture = isCalm || Int.random(in: 0..<15, using: &random) > 0
      let picture = Picture(text: text, variant: image.variant)
      if isPicture, machine.works[number]?.keeps == true, let content = Int(text) {
        shown[image.key] = max(shown[image.key] ?? 0, content)
      }
      handle(
        .decoded(
          number,
          isPicture
            ? .success(Machine.Decoded(image: picture, md5: md5(bytes)))
            : .failure(Darkroom.NoPicture())))
    }
  }

  private mutating func useDisk() {
    guard !diskQueue.isEmpty else { return }
    switch diskQueue.removeFirst() {
    case .start(let work):
      started[work.id] = nil
      handle(.looked(work.id, disk[work.name.key]))
    case .store(let key, let entry, let content):
      disk[key] = entry
      handle(.stored(key, content: content))
    case .discard(let key): disk[key] = nil
    case .stop, .deliver: break
    }
  }

  private mutating func fault() -> (any Error)? {
    guard !isCalm, Int.random(in: 0..<6, using: &random) == 0 else { return nil }
    return StorageError.unknown(message: "", serverError: [:])
  }

  private mutating func version(_ object: Int?) -> Result<String, any Error> {
    bytes(object).map { md5($0) }
  }

  private mutating func bytes(_ object: Int?) -> Result<Data, any Error> {
    if let fault = fault() { return .failure(fault) }
    return object.map { .success(Data("\($0)".utf8)) }
      ?? .failure(StorageError.objectNotFound(object: "", serverError: [:]))
  }

  private mutating func handle(_ event: LoadMachine<Picture>.Event) {
    for action in machine.handle(event, now: now) {
      switch action {
      case .start(let work):
        started[work.id] = work
        if work.name.lane == .disk { diskQueue.append(action) }
      case .stop(let number): stopped.insert(number)
      case .store, .discard: diskQueue.append(action)
      case .deliver(let load, .finished(let result)):
        if open.remove(load) == nil { faults.append("load \(load.number) ends twice") }
        judge(load, result)
      case .deliver(let load, _):
        if !open.contains(load) { faults.append("load \(load.number) hears after its end") }
      }
    }
    checkLimits()
  }

  private mutating func judge(
    _ load: LoadID, _ result: Result<LoadedImage<Picture>, ImageLoadError>
  ) {
    guard let key = keys[load] else { return faults.append("nobody began \(load)") }
    switch result {
    case .success(let loaded):
      guard let number = Int(loaded.image.text) else {
        return faults.append("a picture of nothing")
      }
      if number > newest[key] ?? 0 { faults.append("load \(load.number) shows what never was") }
      if routes[load] == .fromLoaderOnly, number < floor[load] ?? 0 {
        faults.append("load \(load.number) shows what was before it began")
      }
    case .failure(let error):
      if isCalm { faults.append("load \(load.number) fails: \(error)") }
    }
  }

  private mutating func checkLimits() {
    if machine.memory.bytes > limits.memoryBytes || machine.memory.count > limits.memoryCount {
      faults.append("memory is over its budget")
    }
    let line = started.values.filter { $0.name.lane == .network }
    if line.count > limits.transfersAtOnce { faults.append("too many transfers at once") }
    let live = machine.works.values.filter { $0.name.lane == .network && $0.state == .running }
    let names = live.filter(\.keeps).map(\.name)
    if Set(names).count < names.count { faults.append("two transfers of one object") }
    for (key, newest) in shown {
      for size in Self.sizes {
        // A copy, so that looking uses nothing.
        var memory = machine.memory
        guard let text = memory.entry(for: ImageID(key, size))?.image.text else { continue }
        if Int(text) ?? -1 < newest { faults.append("an older picture replaced a newer one") }
      }
    }
    if started.values.filter({ $0.name.lane == .processor }).count > limits.decodesAtOnce {
      faults.append("too many pictures decoded at once")
    }
  }
}

/// A source that is only a name: the machine calls nothing.
private struct NamedSource: ImageSource {
  let key: String
  func bytes(maxSize: Int64, progress: @Sendable (Int64, Int64) -> Void) async throws -> Data {
    throw CancellationError()
  }
  func version() async throws -> String { throw CancellationError() }
}
