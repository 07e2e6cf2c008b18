import Foundation
import HTTPTransport
import Inventory

/// Asking an address and following where it leads.
extension OpenLibrary {
  /// Asks until an answer comes that is no redirect.
  func fetch(_ errand: Errand) async -> Fetched {
    var journey = Journey(errand.start, from: errand.origin)
    var kind = errand.kind
    while true {
      if let kind, await !takeTurn(kind) { return .stopped }
      guard settings.isOn, !Task.isCancelled else { return .stopped }
      let fetched = await send(request(to: journey.address, errand), errand)
      guard case .answer(let whole) = fetched, Self.redirects.contains(whole.status) else {
        if case .lost(let reason, _) = fetched {
          return .lost(reason, isFirst: journey.address == errand.start)
        }
        return fetched
      }
      let here = journey
      let next: URL
      do throws(Journey.Wrong) {
        next = try journey.follow(whole.head.headers["Location"])
      } catch {
        return .astray(error.sentence)
      }
      // A name outside may stand for a place inside; the resolver tells.
      if let host = WebAddress.host(of: next), HostKind.number(host) == nil,
        host != WebAddress.host(of: here.address),
        await surroundings.hostKinds(host).contains(where: here.leadsInside)
      {
        return .astray(Journey.insideSentence(here.address, next))
      }
      kind = settings.places.holds(next) ? .general : nil
    }
  }

  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  private func request(to address: URL, _ errand: Errand) -> HTTPRequest {
    let isOurs = settings.places.holds(address)
    let headers: HTTPHeaders = [
      "Accept": errand.accepted,
      "Accept-Encoding": "identity",
      "User-Agent": isOurs ? settings.userAgent : settings.plainUserAgent,
    ]
    return HTTPRequest("GET", address, headers: headers, idleTimeout: Limits.idleTime)
  }

  /// Waits for the next place in the pace; false when the task was cancelled meanwhile.
  private func takeTurn(_ kind: Pace.Kind) async -> Bool {
    let time = pace.reserve(kind, now: surroundings.now())
    while surroundings.now() < time {
      if Task.isCancelled { return false }
      await surroundings.wait(time, .turn)
    }
    return !Task.isCancelled
  }

  /// Sends one request and takes its answer, within the limits of bytes and time.
  private func send(_ request: HTTPRequest, _ errand: Errand) async -> Fetched {
    let deadline = surroundings.now() + Limits.requestTime
    let (transport, surroundings) = (transport, surroundings)
    return await withTaskGroup(of: Fetched?.self) { group in
      group.addTask { await Self.transfer(request, over: transport, errand) }
      group.addTask {
        await surroundings.wait(deadline, .deadline)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      if Task.isCancelled { return .stopped }
      let seconds = Limits.requestTime / .seconds(1)
      return first ?? .lost("the answer was not whole after \(Int(seconds)) seconds", isFirst: true)
    }
  }

  private static func transfer(
    _ request: HTTPRequest, over transport: any HTTPTransport, _ errand: Errand
  ) async -> Fetched {
    let collector = Collector(limit: errand.limit, progress: errand.progress)
    let failure: HTTPFailure?
    do throws(HTTPFailure) {
      try await transport.send(request, to: collector)
      failure = nil
    } catch {
      failure = error
    }
    switch failure {
    case nil: break
    case .cancelled: return .stopped
    case .stopped(let reason):
      switch reason as? Collector.Stop {
      case .tooLarge: return .tooLarge
      case .enough: break
      case nil: return .lost("the answer could not be kept", isFirst: true)
      }
    case .lost(let reason): return .lost(plain(reason), isFirst: true)
    case .unusable(let reason): return .lost(plain(reason), isFirst: true)
    }
    guard let whole = collector.whole else {
      return .lost("the server answered nothing", isFirst: true)
    }
    return .answer(Fetched.Whole(head: whole.head, body: whole.body, address: request.url))
  }

  /// A transport's reason as people may see it: one short line that holds no address, and no end.
  private static func plain(_ reason: String) -> String {
    var line = FieldText(reason, longest: 200).text.split(separator: "\n").joined(separator: " ")
    while line.hasSuffix(".") { line.removeLast() }
    return line.isEmpty || line.contains("://") ? "the connection failed" : line
  }
}
