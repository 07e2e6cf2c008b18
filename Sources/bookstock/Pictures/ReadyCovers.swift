import BookstockApp
import Covers
import Dispatch
import Inventory
import Pictures
import Synchronization
import TextUI

/// Covers in a terminal's form: made on threads of their own, the last ones kept.
final class ReadyCovers: Sendable {
  fileprivate struct State {
    var kept: [CoverRequest: TerminalPicture] = [:]
    /// The one used last is the last.
    var order: [CoverRequest] = []
  }

  /// As many as a person scrolls past and back again; a sixel picture may have a megabyte.
  private static let most = 64

  private let covers: Covers
  private let state = Mutex(State())
  private let threads = DispatchQueue(label: "bookstock.pictures", attributes: .concurrent)

  init(_ covers: Covers) { self.covers = covers }

  /// The picture if it is made already.
  func cached(_ request: CoverRequest) -> TerminalPicture? {
    state.withLock { state in
      guard let picture = state.kept[request] else { return nil }
      state.use(request)
      return picture
    }
  }

  /// The cover, and again whenever it has become another.
  func news(of request: CoverRequest) -> AsyncStream<CoverNews> {
    let box = PictureMaker.box(of: request.size, for: request.abilities)
    let news = covers.pictures(of: request.key, icon: request.icon, fitting: box)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [self] in
        for await news in news {
          switch news {
          case .picture(let bitmap):
            let picture = await made(bitmap, for: request)
            if Task.isCancelled { break }
            keep(picture, for: request)
            continuation.yield(.picture(picture))
          case .absent: continuation.yield(.absent)
          case .missing(let sentence):
            forget(request)
            continuation.yield(.missing(sentence))
          case .failed(let sentence): continuation.yield(.failed(sentence))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func made(_ bitmap: Bitmap, for request: CoverRequest) async -> TerminalPicture {
    // The same picture again stays the one that the terminal has already.
    let kept = cached(request)
    return await withCheckedContinuation { continuation in
      threads.async {
        let (size, abilities) = (request.size, request.abilities)
        let name = PictureMaker.identity(of: bitmap, within: size, for: abilities)
        if let kept, kept.identity == name { return continuation.resume(returning: kept) }
        continuation.resume(
          returning: PictureMaker.picture(of: bitmap, within: size, for: abilities))
      }
    }
  }

  private func forget(_ request: CoverRequest) {
    state.withLock { state in
      state.kept[request] = nil
      state.order.removeAll { $0 == request }
    }
  }

  private func keep(_ picture: TerminalPicture, for request: CoverRequest) {
    state.withLock { state in
      state.kept[request] = picture
      state.use(request)
      while state.order.count > Self.most { state.kept[state.order.removeFirst()] = nil }
    }
  }
}

extension ReadyCovers.State {
  fileprivate mutating func use(_ request: CoverRequest) {
    if let index = order.lastIndex(of: request) { order.remove(at: index) }
    order.append(request)
  }
}
