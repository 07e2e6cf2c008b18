import Foundation

/// The way of a load, step by step.
extension LoadMachine {
  mutating func begin(_ request: Request, now: ContinuousClock.Instant) {
    requests[request.id] = request
    switch request.options.route {
    case .fromLoaderOnly:
      if isBlocked(request, now: now) { return fail(request, .knownMissing) }
      wantBytes(request)
    case .usual, .refreshCached, .fromCacheOnly:
      if let entry = memory.entry(for: request.image) {
        return found(request, entry, in: .memory, now: now)
      }
      if join(request) { return }
      if isBlocked(request, now: now) { return fail(request, .knownMissing) }
      want(.look(request.image.key), for: request)
    }
  }

  /// Waits for the decoding of that picture that goes on, if it is of the newest bytes.
  private mutating func join(_ request: Request) -> Bool {
    guard let number = decoding[request.image], let work = works[number], work.keeps else {
      return false
    }
    want(work.name, for: request)
    return true
  }

  /// The disk has answered.
  mutating func looked(_ number: UInt64, _ entry: DiskEntry?, now: ContinuousClock.Instant) {
    guard let (work, waiters) = take(number) else { return }
    let key = work.name.key
    let content = entry.map { entry in
      Content(serial: nextSerial(), bytes: entry.bytes, version: entry.version, origin: .disk)
    }
    // What came over the line is newer than anything on the disk, and on its way there.
    let landing = landings[key]?.content
    for request in waiters {
      if let entry = memory.entry(for: request.image), entry.content >= landing?.serial ?? 0 {
        found(request, entry, in: .memory, now: now)
      } else if join(request) {
        continue
      } else if let landing {
        wantPicture(request, of: landing)
      } else if let content {
        wantPicture(request, of: content, keeps: work.keeps)
      } else if request.options.route == .fromCacheOnly {
        fail(request, .notCached)
      } else {
        wantBytes(request)
      }
    }
  }

  /// A picture of the load's size is there.
  mutating func found(
    _ request: Request, _ entry: Entry, in type: CacheType, now: ContinuousClock.Instant
  ) {
    let loaded = LoadedImage(image: entry.image, cacheType: type)
    guard request.options.route == .refreshCached, type != .none, request.fallback == nil,
      !isBlocked(request, now: now)
    else { return finish(request, .success(loaded)) }
    var request = request
    request.fallback = Fallback(entry: entry, type: type)
    actions.append(.deliver(request.id, .provisional(loaded)))
    want(.ask(request.image.key), for: request)
  }

  /// The storage has told the version.
  mutating func asked(
    _ number: UInt64, _ answer: Result<String, any Error>, now: ContinuousClock.Instant
  ) {
    guard let (work, waiters) = take(number) else { return }
    switch answer {
    case .success(let version):
      for var request in waiters {
        // Memory first: another load may have brought the newer one meanwhile.
        if let entry = memory.entry(for: request.image), entry.marks.matches(version) {
          finish(request, .success(LoadedImage(image: entry.image, cacheType: .memory)))
        } else if let kept = request.fallback, kept.entry.marks.matches(version) {
          finish(request, .success(kept.loaded))
        } else {
          request.version = version
          wantBytes(request)
        }
      }
    case .failure(let error): failed(work, waiters, error, now: now)
    }
  }

  /// The storage has given the bytes.
  mutating func fetched(
    _ number: UInt64, _ result: Result<Data, any Error>, now: ContinuousClock.Instant
  ) {
    guard let (work, waiters) = take(number) else { return }
    switch result {
    case .success(let bytes):
      failures.forget(work.name.key)
      let content = Content(
        serial: nextSerial(), bytes: bytes, version: work.version, origin: .none)
      if work.keeps {
        supersede(work.name.key)
        landings[work.name.key] = Landing(content: content)
      }
      for request in waiters { wantPicture(request, of: content, keeps: work.keeps) }
    case .failure(let error): failed(work, waiters, error, now: now)
    }
  }

  /// The storage has refused; only that something is missing is remembered.
  private mutating func failed(
    _ work: Work, _ waiters: [Request], _ error: any Error, now: ContinuousClock.Instant
  ) {
    let key = work.name.key
    guard work.source.isMissing(error) else {
      for request in waiters {
        if let kept = request.fallback {
          finish(request, .success(kept.loaded))
        } else {
          fail(request, ImageLoadError.isCancellation(error) ? .cancelled : .failed, error)
        }
      }
      return
    }
    if work.keeps {
      failures.remember(key, now: now)
      memory.remove(key: key)
      supersede(key)
      actions.append(.discard(key))
    }
    for request in waiters { fail(request, .missing, error) }
  }

  /// The bytes have become a picture, or cannot.
  mutating func decoded(
    _ number: UInt64, _ result: Result<Decoded, any Error>, now: ContinuousClock.Instant
  ) {
    guard let (work, waiters) = take(number), let content = work.content else { return }
    let key = work.name.key
    switch (result, content.origin) {
    case (.success(let decoded), let origin):
      let marks = VersionMarks(md5: decoded.md5, version: content.version)
      let entry = Entry(image: decoded.image, content: content.serial, marks: marks)
      if work.keeps, case .decode(let image, _) = work.name { memory.keep(entry, for: image) }
      if work.keeps, origin == .none { store(content, of: key) }
      for request in waiters { found(request, entry, in: origin, now: now) }
    case (.failure(let error), .none):
      dropLanding(of: key, content)
      for request in waiters { fail(request, .undecodable, error) }
    case (.failure(let error), .disk), (.failure(let error), .memory):
      if work.keeps { actions.append(.discard(key)) }
      for request in waiters {
        if request.options.route == .fromCacheOnly {
          fail(request, .undecodable, error)
        } else {
          wantBytes(request)
        }
      }
    }
  }

  /// Bytes that came are no picture, in no size that is still being tried.
  private mutating func dropLanding(of key: String, _ content: Content) {
    guard let landing = landings[key], landing.content.serial == content.serial,
      !landing.isStoring, !works.values.contains(where: { $0.content?.serial == content.serial })
    else { return }
    landings[key] = nil
  }

  /// Keeps bytes on the disk once it is known that they are a picture, if none newer have come.
  private mutating func store(_ content: Content, of key: String) {
    guard let landing = landings[key], landing.content.serial == content.serial,
      !landing.isStoring
    else { return }
    landings[key]?.isStoring = true
    let entry = DiskEntry(bytes: landing.content.bytes, version: content.version)
    actions.append(.store(key, entry, content: content.serial))
  }

  /// Waits for the bytes of the storage, or takes those that came just now.
  private mutating func wantBytes(_ request: Request) {
    if let landing = landings[request.image.key], request.options.route != .fromLoaderOnly,
      request.version == nil || request.version == landing.content.version
    {
      return wantPicture(request, of: landing.content)
    }
    want(.fetch(request.image.key, maxSize: request.options.maxSize), for: request)
  }

  private mutating func wantPicture(
    _ request: Request, of content: Content, keeps: Bool = true
  ) {
    let name = WorkName.decode(request.image, content: content.serial)
    want(name, for: request, content: content)
    if !keeps, let number = current[name] { works[number]?.keeps = false }
  }

  /// Whether the load may not ask the storage: it was missing a short while ago.
  private mutating func isBlocked(_ request: Request, now: ContinuousClock.Instant) -> Bool {
    guard request.options.route != .fromCacheOnly, !request.options.retriesFailed else {
      return false
    }
    return failures.blocks(request.image.key, now: now)
  }
}
