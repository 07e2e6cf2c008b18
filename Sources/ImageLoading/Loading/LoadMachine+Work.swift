/// Sharing work, and giving every lane its turn.
extension LoadMachine {
  /// Makes a load wait for a piece of work, which it shares if there is one of that name already.
  mutating func want(_ name: WorkName, for request: Request, content: Content? = nil) {
    let stamp = nextSerial()
    let priority = request.options.priority
    let id = current[name] ?? stamp
    if current[name] == nil {
      var work = Work(
        id: id, name: name, source: request.source, priority: priority, stamp: stamp)
      work.content = content
      works[id] = work
      current[name] = id
      if case .decode(let image, _) = name {
        undecoded += 1
        decoding[image] = id
      }
    }
    // In place: a copy of who waits would be one for every load that joins.
    works[id]?.waiters.insert(request.id)
    works[id]?.stamp = stamp
    requests[request.id] = request
    requests[request.id]?.work = id
    // What has begun may carry older bytes than the version that was told since.
    guard let work = works[id], work.state == .waiting else { return }
    works[id]?.priority = max(work.priority, priority)
    if let version = request.version { works[id]?.version = version }
    if let waiting = works[id] { lines[name.lane.rawValue].push(waiting) }
  }

  /// Ends a load that is not wanted any more.
  ///
  /// What nobody else waits for is dropped, or stopped.
  mutating func leave(_ id: LoadID) {
    guard let request = requests[id] else { return }
    fail(request, .cancelled)
    guard let number = request.work else { return }
    works[number]?.waiters.remove(id)
    guard let work = works[number], work.waiters.isEmpty else { return }
    switch work.state {
    case .waiting:
      // Bytes that came over the line are not thrown away: somebody scrolls back.
      if work.content?.origin == CacheType.none { return }
      works[number] = nil
      if work.name.lane == .processor { undecoded -= 1 }
    case .running:
      guard work.name.lane == .network else { return }
      works[number]?.state = .abandoned
      actions.append(.stop(number))
    case .abandoned: return
    }
    retire(work)
  }

  /// Work that further loads may not join any more.
  private mutating func retire(_ work: Work) {
    if current[work.name] == work.id { current[work.name] = nil }
    if case .decode(let image, _) = work.name, decoding[image] == work.id { decoding[image] = nil }
  }

  /// Work that has ended, with the loads that waited for it; nil when it had been abandoned.
  mutating func take(_ number: UInt64) -> (work: Work, waiters: [Request])? {
    guard let work = works.removeValue(forKey: number) else { return nil }
    running[work.name.lane.rawValue] -= 1
    retire(work)
    guard work.state != .abandoned else { return nil }
    return (work, work.waiters.sorted().compactMap { requests[$0] })
  }

  /// Starts what may be started: the most urgent of every lane, as many as the limits allow.
  mutating func startWaiting() {
    for lane in Lane.allCases {
      lines[lane.rawValue].tidy(for: works)
      while running[lane.rawValue] < limit(of: lane), hasRoomBehind(lane),
        let number = lines[lane.rawValue].pop(from: works), var work = works[number]
      {
        work.state = .running
        works[number] = work
        running[lane.rawValue] += 1
        if lane == .processor { undecoded -= 1 }
        actions.append(.start(work))
      }
    }
  }

  private func limit(of lane: Lane) -> Int {
    switch lane {
    case .processor: limits.decodesAtOnce
    case .disk: limits.readsAtOnce
    case .network: limits.transfersAtOnce
    }
  }

  /// Whether what this lane brings would not pile up before the next.
  private func hasRoomBehind(_ lane: Lane) -> Bool {
    lane == .processor || undecoded < limits.undecoded
  }
}
