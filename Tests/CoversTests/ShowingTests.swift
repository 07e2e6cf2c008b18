import Covers
import Foundation
import Inventory
import InventoryStore
import ObjectStorage
import Pictures
import TestSupport
import Testing

@Suite struct ShowingTests {
  private static let box = PictureSize(width: 100, height: 100)

  /// Why a book's cover is not shown.
  private func problem(_ icon: String, in bench: Bench) async throws -> CoverProblem {
    let key = try await bench.add(icon: icon)
    do {
      _ = try await bench.covers.picture(of: key, fitting: Self.box)
      throw ProcessFailure("a problem", seen: "a picture of \(icon)")
    } catch let problem as CoverProblem {
      return problem
    }
  }

  @Test func `a book without a cover has none, and that is no error of the stream`() async throws {
    let bench = try Bench()
    try await bench.add()
    let news = bench.covers.pictures(of: .first, icon: nil, fitting: Self.box)
    let all = try await bounded("an end") {
      var all: [PictureNews] = []
      for await one in news { all.append(one) }
      return all
    }
    guard case .absent = all.first, all.count == 1 else {
      return #expect(Bool(false), "\(all)")
    }
  }

  @Test func `a name alone is that of a picture in Books, as the original app has it`() async throws
  {
    let bench = try Bench()
    try await bench.add(icon: "emma.jpg")
    _ = try await bench.storage.reference().child("Books/emma.jpg")
      .putDataAsync(Data(Paint.green.picture()))
    #expect(try await bench.colour() == .green)
  }

  @Test func `a picture replaced past this program is seen when it is looked at again`()
    async throws
  {
    let bench = try Bench()
    try await bench.add(icon: "emma.jpg")
    let object = bench.storage.reference().child("Books/emma.jpg")
    _ = try await object.putDataAsync(Data(Paint.green.picture()))
    #expect(try await bench.colour() == .green)
    _ = try await object.putDataAsync(Data(Paint.blue.picture()))
    #expect(try await bench.colour() == .blue)
  }

  @Test func `a picture in the network is fetched once, and kept for the next run`() async throws {
    let icon = "http://127.0.0.1:9/covers/emma.jpg"
    let bench = try Bench(sharesCache: true) { _ in .picture(Paint.blue.picture()) }
    try await bench.add(icon: icon)
    #expect(try await bench.colour() == .blue)
    #expect(try await bench.colour() == .blue)
    #expect(bench.net.addresses == [icon])
    try await eventually("a kept picture") {
      let names = try FileManager.default.contentsOfDirectory(atPath: bench.place.path("cache"))
      return names.contains { $0.hasSuffix(".jpg") }
    }
    let next = try Bench(at: bench.place, desk: "next", looksUp: false, sharesCache: true)
    #expect(try await next.colour() == .blue)
    #expect(next.net.addresses == [])
  }

  @Test func `with look-ups off a picture in the network is not fetched`() async throws {
    let bench = try Bench(looksUp: false) { _ in .picture(Paint.blue.picture()) }
    let problem = try await problem("https://shop.example/emma.jpg", in: bench)
    #expect(problem.sentence == "This cover lies in the network, and look-ups are off.")
    #expect(bench.net.addresses == [])
  }

  @Test(arguments: [
    "http://shop.example/emma.jpg", "http://192.168.1.1/reboot", "https://192.168.1.1/x.jpg",
    "https://localhost/x.jpg", "https://127.0.0.1/x.jpg", "https://[::1]/x.jpg",
    "https://2130706433/x.jpg", "https://router.lan/x.jpg", "https:///x.jpg",
  ])
  func `a record leads into no network but the public one`(_ icon: String) async throws {
    let bench = try Bench { _ in .picture(Paint.blue.picture()) }
    #expect(try await problem(icon, in: bench).reason == .badAddress)
    #expect(bench.net.addresses == [])
  }

  @Test(arguments: [
    "file:///etc/passwd", "file:///etc/../etc/passwd", "file://host/etc/passwd", "file:",
    "gs://other/Books/a.jpg", "gs://", "javascript:alert(1)", "data:image/png;base64,AAAA",
  ])
  func `what leads elsewhere is not followed`(_ icon: String) async throws {
    let bench = try Bench { _ in .picture(Paint.blue.picture()) }
    let problem = try await problem(icon, in: bench)
    #expect(problem.reason == .badAddress)
    #expect(bench.net.addresses == [])
  }

  @Test func `a file of the storage's own folder is shown, and a link out of it is not`()
    async throws
  {
    let bench = try Bench()
    let outside = try bench.file(.red, "outside.jpg")
    try bench.place.write(Data(Paint.green.picture()), to: "pictures/own.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: bench.place.path("pictures/link.jpg"), withDestinationPath: outside)
    let folder = bench.place.path("pictures")
    try await bench.add(icon: "file://\(folder)/own.jpg")
    #expect(try await bench.colour() == .green)
    for name in ["link.jpg", "../outside.jpg", "..%2Foutside.jpg"] {
      let other = try Bench(at: bench.place, desk: name == "link.jpg" ? "a" : "b")
      _ = try await other.store.remove(.first)
      #expect(try await problem("file://\(folder)/\(name)", in: other).reason == .badAddress)
    }
  }

  @Test func `an object that is missing, or no picture, is said so`() async throws {
    let bench = try Bench()
    let missing = try await problem("none.jpg", in: bench)
    #expect(missing.sentence == "The cover's picture is not in the storage.")
    let other = try Bench()
    _ = try await other.storage.reference().child("Books/page.jpg")
      .putDataAsync(Data("<html></html>".utf8))
    #expect(try await problem("page.jpg", in: other).reason == .badPicture)
  }

  @Test func `a picture deleted from the storage is not shown out of what is kept of it`()
    async throws
  {
    let bench = try Bench(sharesCache: true)
    try await bench.add()
    let cover = try await bench.set(.file(try bench.file(.red)))
    #expect(try await bench.colour() == .red)
    try await bench.storage.reference().child("Books/\(StockKey.first.text).jpg").delete()
    for desk in [bench, try Bench(at: bench.place, desk: "next", sharesCache: true)] {
      do {
        _ = try await desk.covers.picture(of: .first, fitting: Self.box)
        #expect(Bool(false), "a picture that is nowhere")
      } catch let problem as CoverProblem {
        #expect(problem.reason == .noCover)
        #expect(problem.sentence == "The cover's picture is not in the storage.")
      }
    }
    let news = bench.covers.pictures(of: .first, icon: cover.icon, fitting: Self.box)
    let last = try await bounded("a word that it is missing") { () -> String? in
      for await one in news {
        if case .missing(let sentence) = one { return sentence }
      }
      return nil
    }
    #expect(last == "The cover's picture is not in the storage.")
  }

  @Test func `a picture is no larger than it was asked for`() async throws {
    let bench = try Bench()
    try await bench.add()
    let large = Paint.red.picture(width: 400, height: 600)
    try await bench.set(.file(try bench.place.write(Data(large), to: "large.jpg")))
    let bitmap = try await bench.covers.picture(of: .first, fitting: Self.box)
    #expect(bitmap.size == PictureSize(width: 67, height: 100))
  }
}
