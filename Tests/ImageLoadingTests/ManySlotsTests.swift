import Dispatch
import ImageLoading
import ObjectStorage
import TestSupport
import Testing

/// Several threads, each with places of its own, over one loader.
@Suite struct ManySlotsTests {
  private let place: TemporaryPlace
  private let callbacks = DispatchQueue(label: "callbacks")

  init() throws { place = try TemporaryPlace() }

  private func slots(_ studio: Studio, _ count: Int) -> [ImageSlot<Picture>] {
    (0..<count).map { _ in
      ImageSlot(studio.loader, callbacks: { [callbacks] in callbacks.async(execute: $0) })
    }
  }

  private func text(_ slot: ImageSlot<Picture>) -> String {
    switch slot.content {
    case .nothing: ""
    case .placeholder(let picture): picture.text
    case .image(let loaded): loaded.image.text
    }
  }

  @Test func `whatever is wanted, dropped and refused, each place shows what it wanted last`()
    async throws
  {
    let random = SeededGenerator()
    let depot = Depot()
    // The upper half is missing.
    for number in 0..<20 { depot.put("\(number)") }
    var limits = ImageLoadLimits()
    limits.memoryCount = 7
    limits.failureMemory = .zero
    let studio = Studio(
      depot, folder: place.path("pictures"), limits: limits, disk: DiskCacheLimits(bytes: 900))
    let ended = Tape<Int>()
    let (threads, steps) = (4, Thorough.pick(400, thorough: 20_000))
    let all = (0..<threads).map { _ in slots(studio, 3) }
    let wanted = await withTaskGroup(of: [[Int]].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var random = SeededGenerator(seed: random.seed &+ UInt64(thread))
          var wanted = [[Int]](repeating: [], count: 3)
          for _ in 0..<steps {
            let slot = Int.random(in: 0..<3, using: &random)
            let number = Int.random(in: 0..<40, using: &random)
            let routes: [ImageLoadOptions.Route] = [.usual, .refreshCached, .fromLoaderOnly]
            all[thread][slot].setImage(
              depot.source("\(number)"), placeholder: Picture(text: "…"),
              options: ImageLoadOptions(
                routes.randomElement(using: &random) ?? .usual, retriesFailed: true)
            ) { _, _ in ended.add(1) }
            wanted[slot].append(number)
            if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
          }
          return wanted.map { $0.suffix(1) }
        }
      }
      // In no order of threads: what matters is which place wanted what.
      return await group.reduce(into: [[[Int]]]()) { $0.append($1) }
    }
    try await eventually("all loads end") { ended.all.count == threads * steps }
    let shown = all.map { $0.map(text).joined(separator: " ") }.sorted()
    let expected = wanted.map { thread in
      thread.map { last in last.first.map { $0 < 20 ? "\($0)" : "…" } ?? "" }
        .joined(separator: " ")
    }
    #expect(shown == expected.sorted(), "seed \(random.seed)")
    #expect(depot.mostAtOnce <= limits.transfersAtOnce)
  }

  @Test func `what many threads want at once is transferred once`() async throws {
    let depot = Depot()
    for number in 0..<25 { depot.put("\(number)") }
    let studio = Studio(depot, folder: place.path("pictures"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in (0..<25).shuffled() {
            let text = try? await studio.loader.load(depot.source("\(number)")).image.text
            #expect(text == "\(number)")
          }
        }
      }
    }
    #expect(depot.begun.count == 25)
    #expect(studio.darkroom.decoded.count == 25)
    await studio.loader.trimDisk()
    let later = Studio(depot, folder: place.path("pictures"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in (0..<25).shuffled() { _ = try? await later.load("\(number)") }
        }
      }
    }
    #expect(depot.begun.count == 25)
    #expect(later.darkroom.decoded.count == 25)
  }
}
