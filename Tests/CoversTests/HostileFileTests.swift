import Covers
import Foundation
import Glibc
import Pictures
import TestSupport
import Testing

/// Files that are no covers: none of them changes the book, and none makes the program wait.
@Suite struct HostileFileTests {
  private func problem(of make: (TemporaryPlace) throws -> String) async throws -> CoverProblem {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let path = try make(bench.place)
    let problem = try await bench.problem(.file(path))
    #expect(try await bench.colour() == .red)
    #expect(try await bench.objects() == ["9780306406157.jpg"])
    #expect(!problem.sentence.unicodeScalars.contains { $0.properties.generalCategory == .control })
    return problem
  }

  @Test func `a web page named as a picture is refused by what it is`() async throws {
    let problem = try await problem {
      try $0.write("<html>Sign in</html>", to: "a.jpg")
    }
    #expect(problem.reason == .badPicture)
    #expect(problem.sentence.contains("web page"))
  }

  @Test func `a picture that is cut off is refused`() async throws {
    let picture = Data(Paint.green.picture())
    let problem = try await problem { try $0.write(picture.prefix(picture.count / 2), to: "a.jpg") }
    #expect(problem.reason == .badPicture)
    #expect(problem.sentence.contains("cut off"))
  }

  @Test func `an empty file is refused`() async throws {
    let problem = try await problem { try $0.write(Data(), to: "a.jpg") }
    #expect(problem.sentence == "The picture is empty: it has no bytes.")
  }

  @Test func `a picture of three million bytes is refused before it is read`() async throws {
    let picture = Data(Paint.green.picture()) + Data(count: 3_000_000)
    let problem = try await problem { try $0.write(picture, to: "a.jpg") }
    #expect(problem.reason == .badPicture)
    #expect(problem.sentence.contains("too large"))
  }

  @Test func `a small file that says it is a huge picture is refused`() async throws {
    // A PNG of 50,000 × 50,000 pixels in its head.
    var bomb = Data(Paint.green.picture(clear: true))
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
    let problem = try await problem { try $0.write(bomb, to: "a.png") }
    #expect(problem.reason == .badPicture)
  }

  @Test func `a dot that stands for no picture is refused`() async throws {
    let dot = Data(Paint.green.picture(width: 1, height: 1))
    let problem = try await problem { try $0.write(dot, to: "a.jpg") }
    #expect(problem.sentence.contains("There is no picture"))
  }

  @Test func `a folder, a pipe, a device and what leads to one are refused at once`() async throws {
    let pipe = try await problem { place in
      let path = place.path("pipe")
      #expect(mkfifo(path, 0o600) == 0)
      return path
    }
    let folder = try await problem { $0.path }
    let device = try await problem { _ in "/dev/zero" }
    let link = try await problem { place in
      let path = place.path("link.jpg")
      #expect(symlink("/dev/zero", path) == 0)
      return path
    }
    for problem in [pipe, folder, device, link] {
      #expect(problem.reason == .unreadable)
      #expect(problem.sentence.contains("no plain file"))
    }
  }

  @Test func `a file that is not there, or has an odd name, is said so`() async throws {
    let missing = try await problem { $0.path("nothing.jpg") }
    #expect(missing.sentence.hasPrefix("There is no file"))
    let odd = try await problem { _ in "/no\u{1B}[31m\u{202E}\n.jpg" }
    #expect(odd.reason == .unreadable)
    let null = try await problem { _ in "/tmp/a\0b.jpg" }
    #expect(null.reason == .unreadable)
    let long = try await problem { _ in "/" + String(repeating: "a", count: 9_000) }
    #expect(long.reason == .unreadable)
  }

  @Test func `a link to a picture is followed, for a person named it`() async throws {
    let bench = try Bench()
    try await bench.add()
    let path = bench.place.path("link.jpg")
    #expect(symlink(try bench.file(.green), path) == 0)
    try await bench.set(.file(path))
    #expect(try await bench.colour() == .green)
  }
}
