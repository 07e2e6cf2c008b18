import Foundation
import ObjectStorage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
  private let place = Place()

  @Test func `name_limit_1024_bytes: one more is refused before anything is sent`() async throws {
    // Letters of two bytes: the limit counts bytes.
    let allowed = String(repeating: "é", count: 512)
    #expect(allowed.utf8.count == 1024)
    _ = try await place.reference(allowed).putDataAsync(Data([1]))
    let uploads = place.bucket.counts.uploads
    let answers = Answers<StorageMetadata>()
    place.reference(allowed + "x").putData(Data([1])) { answers.note($0, $1) }
    #expect(try await answers.code() == -13050)
    #expect(place.bucket.counts.uploads == uploads)
  }

  @Test func `names that no object may have are refused by everything`() async throws {
    for name in ["", ".", "..", "a\nb", "a\rb", ".well-known/acme-challenge/x"] {
      let reference = place.reference(name)
      let calls: [() async throws -> Void] = [
        { _ = try await reference.getMetadata() }, { try await reference.delete() },
        { _ = try await reference.downloadURL() }, { _ = try await reference.data(maxSize: 1) },
        { _ = try await reference.updateMetadata(StorageMetadata()) },
        { _ = try await reference.putDataAsync(Data()) },
      ]
      for call in calls {
        do {
          try await call()
          Issue.record("\(name.debugDescription) was taken")
        } catch {
          #expect((error as? StorageError)?.code == .invalidArgument)
        }
      }
    }
    #expect(place.bucket.counts == FakeBucket.Counts())
    for name in ["a/..", "../x", "...", ".well-known/x", "a\u{0}b"] {
      await #expect(throws: StorageError.self) { try await place.reference(name).getMetadata() }
    }
    #expect(place.bucket.counts.others == 5)
  }

  @Test func `places around a place`() throws {
    let reference = place.reference("/foo//bar///baz////")
    #expect(reference.fullPath == "foo/bar/baz")
    #expect(reference.name == "baz")
    #expect(reference.parent()?.fullPath == "foo/bar")
    #expect(reference.parent()?.parent()?.parent()?.fullPath == "")
    #expect(place.storage.reference().parent() == nil)
    #expect(reference.root().description == "gs://bucket/")
    #expect(place.reference("foo").child("../x").fullPath == "foo/../x")
    #expect(place.storage.reference().child("//////") == place.storage.reference())
  }

  @Test func `two forms of one accent are two objects`() {
    let composed = place.reference("\u{E9}.jpg")
    let decomposed = place.reference("e\u{301}.jpg")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, place.reference("\u{E9}.jpg")]).count == 2)
    #expect(composed != Place().reference("\u{E9}.jpg"))
  }
}
