import Foundation
import Inventory

/// What is made of the answers that come.
extension OpenLibrary {
  /// Asks a question of the service.
  func reply(to question: Question) async -> Answer<Found> {
    switch question {
    case .cover(let isbn): await reply(cover: isbn)
    case .record(let isbn): await reply(record: isbn)
    case .picture(let address): await picture(from: address)
    }
  }

  private static let pictures = "image/jpeg,image/png"

  private var check: PictureCheck {
    PictureCheck(formats: settings.formats, sizeOf: surroundings.sizeOf)
  }

  private var absent: Answer<Found> { .absent(until: day(after: Limits.absentTime)) }

  // MARK: Covers

  private func reply(cover isbn: ISBN) async -> Answer<Found> {
    let fetched = await fetch(
      Errand(
        start: requests.cover(isbn), origin: .service, accepted: Self.pictures,
        limit: Limits.pictureBytes, kind: .coverByISBN))
    switch fetched {
    case .stopped: return stopped
    case .lost(_, let isFirst): return fail(isFirst ? .network : .covers, .away)
    case .astray(let sentence): return rest(sentence)
    case .tooLarge: return .refused("The cover is larger than 2 MB and is not used.")
    case .answer(let whole): return judge(whole, coverOf: isbn)
    }
  }

  private func judge(_ whole: Fetched.Whole, coverOf isbn: ISBN) -> Answer<Found> {
    quiet.succeed(.network)
    if let failure = failure(whole, at: .covers) { return failure }
    switch whole.status {
    case 200: break
    case 404 where settings.places.holds(whole.address),
      410 where settings.places.holds(whole.address):
      quiet.succeed(.covers)
      return absent
    default:
      return rest("The cover's server answered \(whole.status) instead of a picture.")
    }
    let verdict = check.verdict(
      on: whole.body, declared: whole.declaredLength, from: WebAddress.host(of: whole.address))
    if verdict == .other(.html) { return fail(.covers, .page) }
    quiet.succeed(.covers)
    switch verdict {
    case .good(let format, let size):
      return .found(
        .picture(
          FoundPicture(
            bytes: whole.body, format: format, size: size, address: whole.address)))
    case .dot, .placeholder: return absent
    case .broken: return rest("The cover did not come whole.")
    case .tooLarge(let size): return .refused(Self.sentence(tooLarge: size))
    case .other(.gzip): return rest("The cover came packed and cannot be used.")
    case .other(let format):
      return .refused("The cover is \(format?.name ?? "no picture"); it is not used.")
    }
  }

  /// What the service's state says before its answer is looked at; nil when it is well.
  private func failure(_ whole: Fetched.Whole, at gate: Quiet.Gate) -> Answer<Found>? {
    let asked = whole.retryAfter(now: surroundings.day())
    switch whole.status {
    case 403 where settings.places.holds(whole.address):
      return fail(gate, .forbidden, asked: asked)
    case 429: return fail(gate, .tooMany, asked: asked)
    case 500...599: return fail(gate, .serverFault(whole.status), asked: asked)
    default: return nil
    }
  }

  private static func sentence(tooLarge size: PictureSize) -> String {
    "The picture has \(size.width) × \(size.height) pixels; at most"
      + " \(Limits.mostPixels) × \(Limits.mostPixels) are taken."
  }

  // MARK: Records

  private func reply(record isbn: ISBN) async -> Answer<Found> {
    let reader = RecordReader(of: isbn, from: requests)
    let first = await ask(requests.books(isbn), for: reader.books)
    // A book that is unknown there may be known by its number alone.
    guard case .reading(.unknown) = first else { return await answer(first) }
    return await answer(await ask(requests.edition(isbn), for: reader.edition))
  }

  private enum Asked {
    case reading(RecordReader.Reading)
    case failed(Answer<Found>)
  }

  private func ask(
    _ address: URL, for read: (Data) -> RecordReader.Reading
  ) async -> Asked {
    let fetched = await fetch(
      Errand(
        start: address, origin: .service, accepted: "application/json",
        limit: Limits.answerBytes, kind: .general))
    switch fetched {
    case .stopped: return .failed(stopped)
    case .lost(_, let isFirst): return .failed(fail(isFirst ? .network : .records, .away))
    case .astray(let sentence): return .failed(rest(sentence))
    case .tooLarge: return .failed(.refused("The service's record is larger than 1 MB."))
    case .answer(let whole):
      quiet.succeed(.network)
      if let failure = failure(whole, at: .records) { return .failed(failure) }
      let isWhole = whole.declaredLength.map { $0 == Int64(whole.body.count) } ?? true
      switch whole.status {
      case 200 where isWhole:
        let reading = read(whole.body)
        if reading == .page { return .failed(fail(.records, .page)) }
        quiet.succeed(.records)
        return .reading(reading)
      case 200: return .failed(rest("The service's record did not come whole."))
      case 404, 410:
        quiet.succeed(.records)
        return .reading(.unknown)
      default:
        return .failed(rest("The service answered \(whole.status) instead of a record."))
      }
    }
  }

  private func answer(_ asked: Asked) async -> Answer<Found> {
    switch asked {
    case .failed(let answer): return answer
    case .reading(.record(let record)): return .found(.record(record))
    case .reading(.unnamed(let record, let authors)): return await name(record, authors)
    case .reading(.unknown): return absent
    case .reading(.otherEdition):
      return .refused("The service answered with a record of another book; it is not used.")
    case .reading(.page): return fail(.records, .page)
    case .reading(.unusable(let sentence)): return rest(sentence)
    }
  }

  /// Asks for the names of a record's authors; without them the record is still good.
  private func name(_ record: Record, _ authors: [String]) async -> Answer<Found> {
    var record = record
    for key in authors {
      guard let address = requests.author(key) else { continue }
      let fetched = await fetch(
        Errand(
          start: address, origin: .service, accepted: "application/json",
          limit: Limits.answerBytes, kind: .general))
      if case .stopped = fetched { return stopped }
      guard case .answer(let whole) = fetched, whole.status == 200,
        let name = RecordReader.author(whole.body)
      else { break }
      record.authors.append(name)
    }
    return .found(.record(record))
  }

  // MARK: Pictures

  /// Fetches a picture from an address without name and password.
  func picture(from address: URL, progress: ByteProgress? = nil) async -> Answer<Found> {
    let isOurs = settings.places.holds(address)
    let fetched = await fetch(
      Errand(
        start: address, origin: .person, accepted: Self.pictures, limit: Limits.pictureBytes,
        kind: isOurs ? .general : nil, progress: progress))
    let place = WebAddress.shown(address)
    switch fetched {
    case .stopped: return stopped
    case .lost(let reason, _):
      return rest("\(place) cannot be reached: \(reason).", for: .seconds(60))
    case .astray(let sentence): return .refused(sentence)
    case .tooLarge:
      return .refused("The picture at \(place) is larger than 2 MB; choose a smaller one.")
    case .answer(let whole):
      if isOurs, let failure = failure(whole, at: .covers) { return failure }
      return judge(whole, asPictureAt: place)
    }
  }

  private func judge(_ whole: Fetched.Whole, asPictureAt place: String) -> Answer<Found> {
    switch whole.status {
    case 200: break
    case 404, 410: return .refused("There is nothing at \(place); look at the address again.")
    case 401, 402, 403, 407:
      return .refused(
        "\(place) is not open to everybody (\(whole.status)), and no name or password is sent.")
    case 408, 425, 429, 500...599:
      let asked = whole.retryAfter(now: surroundings.day()) ?? .seconds(60)
      return rest("\(place) cannot answer now (\(whole.status)).", for: asked)
    default:
      return .refused("\(place) answered \(whole.status) instead of a picture.")
    }
    let verdict = check.verdict(
      on: whole.body, declared: whole.declaredLength, from: WebAddress.host(of: whole.address))
    switch verdict {
    case .good(let format, let size):
      return .found(
        .picture(
          FoundPicture(
            bytes: whole.body, format: format, size: size, address: whole.address)))
    case .dot where PictureFormat(of: whole.body) == nil, .other(nil):
      return .refused(noPicture(whole.body, at: place))
    case .dot: return .refused("At \(place) there is only an empty dot.")
    case .placeholder:
      return .refused("At \(place) there is only a picture that says that there is none.")
    case .broken:
      return rest("The picture at \(place) did not come whole, or is damaged.", for: .seconds(60))
    case .tooLarge(let size): return .refused(Self.sentence(tooLarge: size))
    case .other(let format):
      return .refused(
        "At \(place) there is \(format?.name ?? "no picture"); these are taken: \(kinds).")
    }
  }

  private func noPicture(_ bytes: Data, at place: String) -> String {
    guard !bytes.isEmpty else { return "What \(place) answered is empty." }
    let likeness = surroundings.likeness(bytes).map { ": \($0)" } ?? ""
    return "At \(place) there is no picture\(likeness); these are taken: \(kinds)."
  }

  /// The names of the kinds that are taken.
  private var kinds: String {
    settings.formats.map(\.rawValue).sorted().joined(separator: ", ").uppercased()
  }
}
